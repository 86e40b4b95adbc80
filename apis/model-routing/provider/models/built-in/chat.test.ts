// What the built-in chat model guarantees: the same answer to the same call, honesty about itself, tools, JSON, limits
// and stops.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { countText } from '../../tokens/text-tokens.ts'
import type { ChatRequest, Tool } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { cutTokens } from './chat/limits.ts'
import { chat } from './chat.ts'
import { conversation, eventsOf, replyTo } from './fixtures/asking.ts'
import { fits } from './schema/fitting.ts'

const textOf = async (text: string, more: Partial<ChatRequest> = {}) => (await replyTo(conversation(text, more))).text

test('it says that it is not a language model', async () => {
  for (const text of ['Hello!', 'Who are you?', 'What model is this?', 'Write a poem about rain', ''])
    assert.match(await textOf(text), /not a language model/)
})

test('the same conversation yields the same events, and the seed selects the wording', async () => {
  const one = conversation('Hello!', { n: 4, sampling: { seed: 7 } })
  assert.deepEqual(await eventsOf(one), await eventsOf(one))
  const wordings = await Promise.all([0, 1, 2, 3].map(async (choice) => (await replyTo(one, choice)).text))
  assert.equal(new Set(wordings).size, 4)
  const seeds = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => textOf('Hello!', { sampling: { seed } })))
  assert.ok(new Set(seeds).size > 1)
})

test('sums are answered exactly', async () => {
  const sums = {
    'What is 2+2?': '4',
    'Calculate 12 * (3 + 4)': '84',
    '0.1+0.2': '0.3',
    'calculate 1/0': 'Nothing can be divided by zero.',
    '-3 * 3 =': '-9',
  }
  for (const [sum, value] of Object.entries(sums)) assert.equal(await textOf(sum), value)
})

test('dates and phone numbers are not sums', async () => {
  for (const text of ['2024-05-01', '5 apples', '((((((', '555-12-34']) assert.match(await textOf(text), /You said/)
})

test('it repeats what it is asked to repeat', async () => {
  assert.equal(await textOf('Say this is a test'), 'this is a test')
  assert.equal(await textOf('Reply with exactly: OK'), 'OK')
  assert.equal(await textOf('Repeat after me: "Low tide at noon."'), 'Low tide at noon.')
  assert.match(await textOf('Say something about the sea'), /not a language model/)
})

test('system instructions are acknowledged', async () => {
  assert.match(await textOf('Hello!', { system: ['You are a pirate.'] }), /read the system's instructions \(4 words\)/)
})

test('images are reported as unseen', async () => {
  const image = { kind: 'image', source: { at: 'url', url: 'https://example.com/a.png' } } as const
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'What is this about?' }, image] }] as const
  assert.match(await textOf('', { messages }), /cannot look at what came with it \(1 picture\)/)
})

test('an answer ends before a stop sequence and names it', async () => {
  const events = await eventsOf(conversation('Say one two three four', { stop: [' four', ' three'] }))
  const finish = events.find((event) => event.kind === 'finish')
  assert.deepEqual(finish, { kind: 'finish', choice: 0, reason: 'stop', stopSequence: ' three' })
  assert.equal(await textOf('Say one two three four', { stop: [' four', ' three'] }), 'one two')
})

test('an answer never exceeds its token limit, and is the beginning of the complete one', async () => {
  const whole = await textOf('Tell me 世界 😀😀😀 about everything there is')
  for (const maxTokens of [1, 2, 5, 11, 30]) {
    const { text, finish } = await replyTo(conversation('Tell me 世界 😀😀😀 about everything there is', { maxTokens }))
    assert.ok(whole.startsWith(text))
    assert.ok((await countText(text)) <= maxTokens)
    assert.equal(finish, text === whole ? 'stop' : 'length')
  }
})

test('a truncated text is a prefix within the token limit, whatever its script', async () => {
  const text = fc.string({ unit: fc.constantFrom('😀', '世', '𝒜', 'é', ' ', 'a', '\u200d', '\n', 'ß'), maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 0, max: 40 }), async (whole, most) => {
      const cut = await cutTokens(whole, most)
      assert.ok(whole.startsWith(cut.text))
      assert.ok(cut.tokens <= most && (await countText(cut.text)) <= most)
    }),
    { numRuns: sampled(500), seed: 5 },
  )
})

test('an answer comes in small events between a start and an end, with its token count', async () => {
  const events = await eventsOf(conversation('Hello!'))
  assert.equal(events[0]?.kind, 'start')
  assert.equal(events.at(-1)?.kind, 'end')
  assert.ok(events.filter((event) => event.kind === 'text').length > 5)
  const { text } = await replyTo(conversation('Hello!'))
  assert.deepEqual(events.at(-2), { kind: 'usage', usage: { answer: await countText(text), reasoning: 0 } })
})

test('reasoning is included only on request', async () => {
  assert.equal((await replyTo(conversation('What is 2+2?'))).thinking, '')
  assert.equal((await replyTo(conversation('What is 2+2?', { thinking: { effort: 'none' } }))).thinking, '')
  assert.match(
    (await replyTo(conversation('What is 2+2?', { thinking: { effort: 'high' } }))).thinking,
    /Rule: arithmetic/,
  )
})

const weather: Tool = {
  name: 'get_weather',
  description: 'Current weather of a city',
  schema: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    required: ['city'],
  },
}
const mail: Tool = {
  name: 'send_email',
  schema: {
    type: 'object',
    properties: { to: { type: 'string', format: 'email' }, body: { type: 'string' } },
    required: ['to'],
  },
}
const tools = [weather, mail]

test('a matching tool is called with values from the prompt, a non-matching one is not called', async () => {
  const { calls, finish, text } = await replyTo(conversation('What is the weather in Paris in fahrenheit?', { tools }))
  assert.deepEqual(
    calls.map(({ name, input }) => [name, input]),
    [['get_weather', { city: 'Paris', unit: 'fahrenheit' }]],
  )
  assert.deepEqual([finish, text], ['toolCalls', ''])
  assert.deepEqual((await replyTo(conversation('What is 2+2?', { tools }))).calls, [])
})

test('a tool is called for its description where the prompt has what it requires', async () => {
  const tool = (description: string, properties: Readonly<Record<string, object>>) => ({
    ...{ name: 'fn', description, strict: undefined },
    schema: { type: 'object', properties, required: Object.keys(properties) },
  })
  const city = { city: { type: 'string' } }
  const numbers = { a: { type: 'number' }, b: { type: 'number' } }
  const cases = [
    ['What is the weather in Paris?', tool('Weather of a city', city), { city: 'Paris' }],
    ['Please add 2 and 3.5', tool('Adds two numbers', numbers), { a: 2, b: 3.5 }],
    [
      'Mail ann@example.com that I am late',
      tool('Sends a mail', { email: { type: 'string' } }),
      { email: 'ann@example.com' },
    ],
    ['What is the weather like?', tool('Weather of a city', city), undefined],
    ['I live in Paris.', tool('Weather of a city', city), undefined],
    ['Please add 2', tool('Adds two numbers', numbers), undefined],
  ] as const
  for (const [text, one, input] of cases) {
    const { calls } = await replyTo(conversation(text, { tools: [one] }))
    assert.deepEqual(calls[0]?.input, input, text)
  }
})

test('several places lead to several calls, unless parallel calls are disabled', async () => {
  const request = conversation('What is the weather in Paris and in London?', { tools })
  const cities = async (one: ChatRequest) => (await replyTo(one)).calls.map(({ input }) => Object(input).city)
  assert.deepEqual(await cities(request), ['Paris', 'London'])
  assert.deepEqual(await cities({ ...request, parallelToolCalls: false }), ['Paris'])
  assert.equal(new Set((await replyTo(request)).calls.map(({ id }) => id)).size, 2)
})

test('an input that the prompt gives in JSON is taken as it is, long integers included', async () => {
  const properties = { n: { type: 'integer' }, text: { type: 'string' } }
  const tool = (name: string) => ({ name, schema: { type: 'object', properties } })
  const cases: readonly (readonly [text: string, inputs: readonly string[]])[] = [
    ['Call alpha with {"n": 9007199254740993}', ['{"n":9007199254740993}']],
    ['Call alpha with {"n": 1e3, "text": "{x} and \\"y\\""}', ['{"n":1000,"text":"{x} and \\"y\\""}']],
    ['Call alpha with {"text": "from Oslo and from Bergen"}', ['{"text":"from Oslo and from Bergen"}']],
    ['Put {x} into alpha: {"n": -5}', ['{"n":-5}']],
    ['Call alpha with {"n": 1}, then beta with {"n": 2}', ['{"n":1}', '{"n":2}']],
    // no object of these members
    ['Call alpha with {"n": 7, "other": 1}', ['{"n":7}']],
  ]
  for (const [text, inputs] of cases) {
    const events = await eventsOf(conversation(text, { tools: [tool('alpha'), tool('beta')] }))
    const written = inputs.map((_, at) =>
      events.map((event) => (event.kind === 'toolInput' && event.index === at ? event.text : '')).join(''),
    )
    assert.deepEqual(written, inputs, text)
    assert.equal(events.filter(({ kind }) => kind === 'toolCall').length, inputs.length)
  }
})

test('the choice of tools is honoured', async () => {
  const request = conversation('What is the weather in Paris?', { tools })
  const names = async (more: Partial<ChatRequest>) =>
    (await replyTo({ ...request, ...more })).calls.map(({ name }) => name)
  assert.deepEqual(await names({ toolChoice: { kind: 'none' } }), [])
  assert.deepEqual(await names({ toolChoice: { kind: 'tool', name: 'send_email' } }), ['send_email'])
  const any = await replyTo(conversation('Good day', { tools, toolChoice: { kind: 'any' } }))
  assert.equal(any.calls.length, 1)
  assert.throws(() => chat({ ...request, toolChoice: { kind: 'tool', name: 'absent' } }), ModelError)
})

test('tool results become the answer', async () => {
  const messages: ChatRequest['messages'] = [
    { role: 'user', parts: [{ kind: 'text', text: 'What is the weather in Paris?' }] },
    { role: 'assistant', parts: [{ kind: 'toolCall', id: 'c1', name: 'get_weather', input: '{"city":"Paris"}' }] },
    {
      role: 'user',
      parts: [
        {
          kind: 'toolResult',
          id: 'c1',
          isError: false,
          parts: [{ kind: 'text', text: '{"degrees":21,"sky":"clear"}' }],
        },
      ],
    },
  ]
  const { text, calls } = await replyTo(conversation('', { messages, tools }))
  assert.deepEqual([text, calls], ['get_weather answered: {"degrees":21,"sky":"clear"}', []])
  const failed = messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => (part.kind === 'toolResult' ? { ...part, isError: true } : part)),
  }))
  assert.match(await textOf('', { messages: failed, tools }), /get_weather failed/)
})

test('response formats are honoured', async () => {
  const object: unknown = JSON.parse(await textOf('What is 2+2?', { responseFormat: { kind: 'json' } }))
  assert.deepEqual(object, { answer: '4' })
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' }, email: { type: 'string', format: 'email' } },
    required: ['name', 'age', 'email'],
    additionalProperties: false,
  }
  const responseFormat = { kind: 'schema', name: 'person', schema, strict: true } as const
  const person: unknown = JSON.parse(
    await textOf('My friend Ada Lovelace is 36 years old: ada@example.org', { responseFormat }),
  )
  assert.ok(fits(schema, person))
  assert.deepEqual(person, { name: 'Ada Lovelace', age: 36, email: 'ada@example.org' })
})

test('what it cannot do is refused before the answer begins', () => {
  const refused = (more: Partial<ChatRequest>, status: number) =>
    assert.throws(
      () => chat(conversation('Hello', more)),
      (error) => error instanceof ModelError && error.status === status,
    )
  refused({ sampling: { logprobs: 0 } }, 400)
  refused({ model: 'gatehouse/absent-9' }, 404)
  refused({ model: 'gatehouse/embed-1' }, 404)
  refused({ responseFormat: { kind: 'schema', name: 'x', schema: { not: {} }, strict: true } }, 400)
  refused({ textCompletion: { suffix: 'end', echo: false } }, 400)
})

test('the echo model repeats the prompt', async () => {
  assert.match(
    await textOf('What is 2+2?', { model: 'gatehouse/echo-1' }),
    /not a language model\. You said: What is 2\+2\?$/,
  )
})
