// Text completions: prompts of every kind, echoes, probabilities, and several prompts as separate calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import { anthropic } from './anthropic.ts'
import { allEvents } from './batches.ts'
import { completions } from './completions.ts'
import { all, batched, details, sendFrames, sendJson, serve } from './fixtures/replies.ts'
import { gemini } from './gemini.ts'
import { ModelError } from './model-error.ts'
import { openai } from './openai.ts'
import { collectReply } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'
import { joinAnswers, splitPrompts } from './text-prompts.ts'

const reply = (word: string, tokens: number): readonly StreamEvent[] => [
  { kind: 'start', model: 'up' },
  { kind: 'text', choice: 0, text: `${word} ` },
  { kind: 'text', choice: 0, text: 'end' },
  { kind: 'finish', choice: 0, reason: 'length' },
  { kind: 'usage', usage: { prompt: tokens, answer: 2 } },
  { kind: 'end' },
]

test('missing members have the defaults of the wire', () => {
  const { maxTokens, messages, textCompletion } = completions.readRequest({ model: 'm' })
  assert.deepEqual([maxTokens, messages[0]?.parts], [16, [{ kind: 'text', text: '<|endoftext|>' }]])
  assert.deepEqual(textCompletion, { suffix: undefined, echo: false })
})

test('the vendor’s client reads complete answers and streams, each prompt echoed before its choices', async () => {
  const server = await serve(async (_request, response, body) => {
    const conversation = completions.readRequest(body)
    const answerDetails = { ...details, request: conversation, includeUsage: true }
    const batches = joinAnswers([batched(reply('one', 3)), batched(reply('two', 4))], conversation.n)
    if (conversation.stream) await sendFrames(response, completions.writeStream(batches, answerDetails))
    else sendJson(response, 200, completions.writeAnswer(await allEvents(batches), answerDetails))
  })
  try {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const request = { model: 'm', prompt: ['A ', 'B '], echo: true }
    const answer = await client.completions.create(request)
    assert.deepEqual(
      answer.choices.map(({ index, text, finish_reason: reason }) => [index, text, reason]),
      [
        [0, 'A one end', 'length'],
        [1, 'B two end', 'length'],
      ],
    )
    assert.deepEqual([answer.usage?.prompt_tokens, answer.usage?.completion_tokens], [7, 4])
    const chunks = await all(await client.completions.create({ ...request, stream: true }))
    const texts = ['', '']
    for (const { index, text } of chunks.flatMap(({ choices }) => choices)) texts[index] += text
    assert.deepEqual(texts, ['A one end', 'B two end'])
    assert.equal(chunks.at(-1)?.usage?.total_tokens, 11)
    assert.ok(chunks.slice(0, -1).every(({ id, object }) => id === 'cmpl-abc' && object === 'text_completion'))
  } finally {
    await server.close()
  }
})

test('several prompts become one chat each, as a message of the user', () => {
  const conversation = completions.readRequest({ model: 'm', prompt: ['A', 'B'], n: 2 })
  assert.throws(() => openai.writeRequest(conversation, 'm'), ModelError)
  const parts = splitPrompts(conversation)
  assert.deepEqual(
    parts.map((part) => Object(openai.writeRequest(part, 'm')).messages),
    [[{ role: 'user', content: 'A' }], [{ role: 'user', content: 'B' }]],
  )
  assert.deepEqual(splitPrompts(parts[0] ?? conversation), [parts[0]])
})

test('what a chat model cannot express of a text completion is refused, not dropped', () => {
  const bodies = [
    { model: 'm', prompt: 'A', suffix: 'Z' },
    { model: 'm', prompt: [1, 2, 3] },
  ]
  for (const body of bodies)
    for (const format of [openai, anthropic, gemini])
      assert.throws(() => format.writeRequest(completions.readRequest(body), 'm'), { name: 'ModelError', status: 400 })
  const chat = openai.readRequest({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
  assert.throws(() => completions.writeRequest(chat, 'm'), { name: 'ModelError', param: 'messages' })
})

test('logprobs keep their tokens and offsets', async () => {
  const logprobs = {
    tokens: ['one', ' end'],
    token_logprobs: [-0.5, null],
    top_logprobs: [{ one: -0.5, two: -1 }, {}],
    text_offset: [0, 3],
  }
  const json = { id: 'x', model: 'm', choices: [{ index: 0, text: 'one end', logprobs, finish_reason: 'stop' }] }
  const events = completions.readAnswer(json)
  const answer = Object(completions.writeAnswer(events, details))
  assert.deepEqual(answer.choices[0].logprobs, logprobs)
  const chat = Object(openai.writeAnswer(events, details)).choices[0].logprobs.content
  assert.deepEqual(
    chat.map(({ token, logprob }: { token: string; logprob: number }) => [token, logprob]),
    [
      ['one', -0.5],
      [' end', null],
    ],
  )
  assert.equal(collectReply(events).choices[0]?.finish.reason, 'stop')
})
