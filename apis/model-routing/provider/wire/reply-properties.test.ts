// Properties of all replies: a stream yields the same events wherever its bytes are split, what is written is read back
// on every wire and across wires, an interrupted stream never counts as complete, and whatever an upstream sends yields
// events or a ModelError.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import {
  batched,
  details,
  eventsIn,
  framesIn,
  from,
  pieces,
  question,
  richReply,
  shortReply,
  whole,
} from './fixtures/replies.ts'
import type { Format } from './format.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'
import { type Block, collectReply } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'

const { openai, anthropic, gemini, completions } = formats
const wires = Object.values(formats)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const input = fc.dictionary(fc.constantFrom('a', '__proto__'), fc.oneof(text, fc.integer(), fc.constant(null)), {
  maxKeys: 2,
})

type Said =
  | { readonly kind: 'thinking' | 'text'; readonly texts: readonly string[] }
  | { readonly kind: 'toolCall'; readonly input: string }
const said: fc.Arbitrary<Said> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => ({ kind: 'text' as const, texts })),
  input.map((value) => ({ kind: 'toolCall' as const, input: JSON.stringify(value) })),
)
/** Thinking comes first, as in real replies; then texts and calls, in the chunks of a stream. */
const replies = fc
  .record({
    thoughts: fc.array(text, { maxLength: 2 }),
    said: fc.array(said, { minLength: 1, maxLength: 4 }),
    ending: fc.constantFrom('stop' as const, 'length' as const, 'contentFilter' as const),
    prompt: fc.nat(999),
    answer: fc.nat(999),
  })
  .map(({ thoughts, said: list, ending, prompt, answer }): StreamEvent[] => {
    let calls = 0
    const events = list.flatMap((item): StreamEvent[] => {
      if (item.kind !== 'toolCall') return item.texts.map((piece) => ({ kind: 'text', choice: 0, text: piece }))
      const index = calls++
      const half = Math.floor(item.input.length / 2)
      return [
        { kind: 'toolCall', choice: 0, index, id: `call_${index}`, name: 'look' },
        { kind: 'toolInput', choice: 0, index, text: item.input.slice(0, half) },
        { kind: 'toolInput', choice: 0, index, text: item.input.slice(half) },
      ]
    })
    return [
      { kind: 'start', model: 'any-model', id: 'up' },
      ...thoughts.map((thought): StreamEvent => ({ kind: 'thinking', choice: 0, text: thought })),
      ...events,
      { kind: 'finish', choice: 0, reason: ending === 'stop' && calls > 0 ? 'toolCalls' : ending },
      { kind: 'usage', usage: { prompt, answer } },
      { kind: 'end' },
    ]
  })

const frames = async (format: Format, events: readonly StreamEvent[]) =>
  (await framesIn(format.writeStream(batched(events), details))).join('')
const readBack = (format: Format, bytes: AsyncIterable<Buffer>) => eventsIn(format.readStream(bytes))

for (const format of wires)
  test(`${format.wire}: a stream yields the same events wherever its bytes are split`, async () => {
    const written = (await frames(format, shortReply)).replaceAll('\n\n', '\r\n\r\n')
    const expected = await readBack(format, whole(written))
    for (let cut = 0; cut <= Buffer.byteLength(written); cut++)
      assert.deepEqual(await readBack(format, pieces(written, [cut])), expected, `cut at byte ${cut}`)
    await fc.assert(
      fc.asyncProperty(replies, fc.array(fc.nat(5_000), { maxLength: 30 }), async (events, cuts) => {
        const stream = await frames(format, events)
        assert.deepEqual(await readBack(format, pieces(stream, cuts)), await readBack(format, whole(stream)))
      }),
      { numRuns: 100 },
    )
  })

/** Returns the content, without the ids of blocks that a wire does not carry. */
function meaningOf(events: readonly StreamEvent[], parts: readonly Block['kind'][]) {
  const { choices, usage } = collectReply(events)
  const [answer] = choices
  const blocks = (answer?.blocks ?? []).filter((block) => parts.includes(block.kind))
  return {
    text: joined(blocks, 'text'),
    thinking: joined(blocks, 'thinking'),
    calls: blocks.flatMap((block) =>
      block.kind === 'toolCall' ? [[block.id, block.name, JSON.parse(block.input)]] : [],
    ),
    reason: answer?.finish.reason,
    tokens: [usage.prompt, usage.answer],
  }
}
function joined(blocks: readonly Block[], kind: 'text' | 'thinking'): string {
  return blocks.map((block) => (block.kind === kind ? block.text : '')).join('')
}

const chat = [openai, anthropic, gemini]
for (const format of chat)
  test(`${format.wire}: text, thinking, calls, finish reason and usage are the same complete, streamed and across wires`, async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (events) => {
        const expected = meaningOf(events, ['text', 'thinking', 'toolCall'])
        // Finish reasons next to calls become tool calls on wires whose clients look for nothing else.
        const isSame = (read: readonly StreamEvent[], name: string) =>
          assert.deepEqual(meaningOf(read, ['text', 'thinking', 'toolCall']), expected, name)
        const streamed = await readBack(format, whole(await frames(format, events)))
        isSame(streamed, 'streamed')
        const answer: unknown = JSON.parse(JSON.stringify(format.writeAnswer(events, details)))
        isSame(format.readAnswer(answer), 'whole')
        for (const other of chat)
          isSame(await readBack(other, whole(await frames(other, streamed))), `then ${other.wire}`)
      }),
      { numRuns: 100 },
    )
  })

test('completions: text, finish reason and usage are the same complete and streamed', async () => {
  await fc.assert(
    fc.asyncProperty(replies, async (events) => {
      const { text: expected, tokens } = meaningOf(events, ['text'])
      const answer: unknown = JSON.parse(JSON.stringify(completions.writeAnswer(events, details)))
      for (const read of [
        completions.readAnswer(answer),
        await readBack(completions, whole(await frames(completions, events))),
      ]) {
        const again = meaningOf(read, ['text'])
        assert.deepEqual([again.text, again.tokens], [expected, tokens])
      }
    }),
    { numRuns: 100 },
  )
})

for (const format of wires)
  test(`${format.wire}: a stream cut anywhere before its end is an error, and what came before is unchanged`, async () => {
    const written = await frames(format, shortReply)
    const bytes = Buffer.from(written)
    const complete = await readBack(format, whole(written))
    const endsAt = endOf(format, written)
    for (let cut = 0; cut < endsAt; cut++) {
      const events: StreamEvent[] = []
      await assert.rejects(
        async () => {
          for await (const batch of format.readStream(from([bytes.subarray(0, cut)]))) events.push(...batch)
        },
        ModelError,
        `cut at byte ${cut}`,
      )
      assert.deepEqual(events, complete.slice(0, events.length))
      assert.ok(!events.some((event) => event.kind === 'end'))
    }
  })
/** Bytes after which a stream counts as complete: every choice has a finish reason. */
function endOf(format: Format, written: string): number {
  const last = {
    openai: '"finish_reason":"tool_calls"',
    completions: '"finish_reason":"stop"',
    gemini: '"finishReason":"STOP"',
    anthropic: '"message_stop"',
  }
  const frame = written.slice(0, written.indexOf(last[format.wire])).lastIndexOf('data: ')
  const end = written.indexOf('\n', frame)
  return Buffer.byteLength(written.slice(0, end))
}

const json = fc.jsonValue({ maxDepth: 4 })
for (const format of wires) {
  test(`${format.wire}: whatever an upstream answers yields events or a ModelError`, async () => {
    const good: unknown = JSON.parse(JSON.stringify(format.writeAnswer(richReply, details)))
    const spoiled = fc.tuple(fc.nat(), json).map(([nth, value]) => replaced(good, nth, value))
    await fc.assert(
      fc.property(fc.oneof(spoiled, json), (answer) => {
        try {
          assert.equal(format.readAnswer(answer).at(-1)?.kind, 'end')
        } catch (failure) {
          assert.ok(failure instanceof ModelError, String(failure))
        }
      }),
      { numRuns: sampled(700) },
    )
  })
  test(`${format.wire}: an object whose toString is not a function is not mistaken for a string`, async () => {
    const good: unknown = JSON.parse(JSON.stringify(format.writeAnswer(richReply, details)))
    for (let nth = 0; nth < 80; nth++) {
      try {
        assert.equal(format.readAnswer(replaced(good, nth, [{ toString: '' }])).at(-1)?.kind, 'end')
      } catch (failure) {
        assert.ok(failure instanceof ModelError, String(failure))
      }
    }
  })
  test(`${format.wire}: whatever an upstream streams yields events or a ModelError`, async () => {
    const stream = await frames(format, richReply)
    const parts = stream.split('\n\n').filter((frame) => frame !== '')
    const spoiledFrame = fc.tuple(fc.constantFrom('data: {}', ...parts), fc.nat(), json).map(([frame, nth, value]) => {
      const at = frame.indexOf('data: ') + 6
      const data: unknown = frame.endsWith('[DONE]') ? {} : JSON.parse(frame.slice(at))
      return `${frame.slice(0, at)}${JSON.stringify(replaced(data, nth, value))}`
    })
    const list = fc.array(fc.oneof(fc.constantFrom('', ...parts), spoiledFrame, fc.string()), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(list, async (some) => {
        try {
          const events = await readBack(format, whole(`${some.join('\n\n')}\n\n`))
          assert.equal(events[0]?.kind, 'start')
          assert.equal(events.filter((event) => event.kind === 'end').length, 1)
        } catch (failure) {
          assert.ok(failure instanceof ModelError, String(failure))
        }
      }),
      { numRuns: sampled(500) },
    )
  })
}
function replaced(value: unknown, nth: number, by: unknown): unknown {
  if (nth % 3 === 0 || typeof value !== 'object' || value === null) return by
  const entries = Object.entries(value)
  const at = entries.length === 0 ? -1 : nth % entries.length
  const inner = entries.map(([key, item], index) => [
    key,
    index === at ? replaced(item, Math.floor(nth / 3), by) : item,
  ])
  return Array.isArray(value) ? inner.map(([, item]) => item) : Object.fromEntries(inner)
}

test('an answer streamed as one JSON array is the same answer', async () => {
  const answerDetails = { ...details, asArray: true, request: { ...question, wire: 'gemini' as const } }
  const list: unknown = JSON.parse((await framesIn(gemini.writeStream(batched(richReply), answerDetails))).join(''))
  assert.ok(Array.isArray(list))
  const lines = list.map((item) => `data: ${JSON.stringify(item)}\n\n`).join('')
  assert.equal(lines, await frames(gemini, richReply))
  async function* failing(): AsyncGenerator<readonly StreamEvent[]> {
    yield [{ kind: 'text', choice: 0, text: 'Hi' }]
    throw new ModelError('limited', 'Slow down.')
  }
  const broken: unknown = JSON.parse((await framesIn(gemini.writeStream(failing(), answerDetails))).join(''))
  assert.deepEqual(Object(broken)[1], { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } })
})
