// Text that is read without parsing its event equals the parsed text, whatever surrounds it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventsIn, pieces, whole } from '../fixtures/replies.ts'
import { openai } from '../openai.ts'
import { TextFrames } from './text-frames.ts'

const json = JSON.stringify
const chunk = (choice: object, more: object = {}) =>
  json({ id: 'chatcmpl-1', model: 'm', choices: [{ index: 0, ...choice, finish_reason: null }], ...more })
const text = fc.oneof(fc.constantFrom('same', '', ' ', '"}', '\\', 'ü', '","content":"'), fc.string({ maxLength: 20 }))
/** Events by their text. */
const shapes: Readonly<Record<string, (content: string) => string>> = {
  plain: (content) => chunk({ delta: { content } }),
  spaced: (content) => `{"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": ${json(content)}}}]}`,
  numbered: (content) => chunk({ delta: { content } }, { obfuscation: content.length }),
  second: (content) => chunk({ index: 1, delta: { content } }),
  first: (content) => chunk({ delta: { role: 'assistant', content } }),
  named: (content) => chunk({ delta: { content } }, { model: '"content":"same"' }),
  counted: (content) => chunk({ delta: { content } }, { usage: { prompt_tokens: 1, completion_tokens: 2 } }),
  likely: (content) => chunk({ delta: { content }, logprobs: { content: [{ token: content }] } }),
  parts: (content) => chunk({ delta: { content: [{ type: 'text', text: content }] } }),
  none: () => chunk({ delta: { content: null } }),
  thought: (content) => chunk({ delta: { content: 'same', reasoning_content: content } }),
  twice: (content) => `{"id":"chatcmpl-1","choices":[{"delta":{"content":${json(content)},"content":"same"}}]}`,
  escaped: (content) => `{"id":"chatcmpl-1","choices":[{"delta":{"content":${json(content)},"c\\u006fntent":"same"}}]}`,
  listed: (content) =>
    `{"id":"chatcmpl-1","list":["content",${json(content)}],"choices":[{"delta":{"content":"same"}}]}`,
  above: (content) => `{"content":${json(content)},"id":"chatcmpl-1","choices":[{"delta":{"content":"same"}}]}`,
  both: (content) => json({ id: 'chatcmpl-1', choices: [{ delta: { content } }, { delta: { content } }] }),
}
const events = fc.array(fc.tuple(fc.constantFrom(...Object.keys(shapes)), text), { maxLength: 12 })
/** Nearly all of one shape, as in streams. */
const streams = fc.oneof(
  events,
  fc
    .tuple(fc.constantFrom(...Object.keys(shapes)), fc.array(text, { maxLength: 12 }))
    .map(([shape, texts]) => texts.map((one) => [shape, one] as const)),
)

test('a stream is read as if no event shape were cached', async () => {
  await fc.assert(
    fc.asyncProperty(streams, fc.array(fc.nat(4_000), { maxLength: 6 }), async (said, cuts) => {
      const frames = said.map(([shape, content]) => shapes[shape]?.(content) ?? '')
      const stream = (data: readonly string[]) => `${data.map((one) => `data: ${one}\n\n`).join('')}data: [DONE]\n\n`
      // different whitespace before each makes it differ from the previous one
      const unlike = frames.map((data, at) => ' '.repeat(at) + data)
      const [read, expected] = await Promise.allSettled([
        eventsIn(openai.readStream(pieces(stream(frames), cuts))),
        eventsIn(openai.readStream(whole(stream(unlike)))),
      ])
      assert.deepEqual(read, expected)
    }),
    { numRuns: 1_000 },
  )
})

test('an event shape is cached, but not where each one differs', () => {
  const frames = new TextFrames()
  const said = (text: string) => ({ kind: 'text', choice: 2, text }) as const
  const plain = chunk({ delta: { content: 'Hi' } })
  assert.deepEqual(frames.read(plain), undefined)
  frames.learn(plain, said('Hi'))
  assert.deepEqual(frames.read(chunk({ delta: { content: ' "you"\n' } })), said(' "you"\n'))
  assert.deepEqual(frames.read(chunk({ delta: { content: 1 } })), undefined)
  assert.deepEqual(frames.read(chunk({ delta: { content: 'Hi', refusal: 'No' } })), undefined)
  const padded = (padding: string, content = 'Hi') => chunk({ delta: { content } }, { obfuscation: padding })
  for (const padding of ['a', 'b', 'c']) frames.learn(padded(padding), said('Hi'))
  frames.learn(padded('d'), said('Hi'))
  assert.deepEqual(frames.read(padded('d', 'Ho')), undefined)
  assert.deepEqual(frames.read(padded('c', 'Ho')), said('Ho'))
})
