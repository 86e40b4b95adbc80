// Counts of what a provider did for an answer besides writing it: summaries of the conversation, and searches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageReader } from './anthropic/answer-reader.ts'
import { anthropic } from './anthropic.ts'
import { CandidateReader } from './gemini/answer-reader.ts'
import { gemini } from './gemini.ts'
import { readUsage } from './openai/usage.ts'
import { collectReply } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'
import type { StreamReader } from './stream-reader.ts'

const streamed = (reader: StreamReader, frames: readonly object[]) => {
  const events: StreamEvent[] = []
  for (const frame of frames) reader.read(JSON.stringify(frame), events)
  reader.end(events)
  return collectReply(events).usage
}

const summary = {
  ...{ type: 'compaction', input_tokens: 180_000, cache_read_input_tokens: 500, output_tokens: 3_500 },
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 70 },
}
const counts = { input_tokens: 23_000, cache_read_input_tokens: 9, output_tokens: 1_000 }
const reported = { ...counts, iterations: [summary, summary, { type: 'message', ...counts }, { type: 'other' }] }
const summed = {
  ...{ prompt: 23_009 + 2 * (180_000 + 500 + 70), answer: 1_000 + 2 * 3_500 },
  ...{ cachedRead: 9 + 2 * 500, cachedWrite: 2 * 70, cachedWriteHour: 2 * 70 },
}

test('summaries that Claude made of the conversation count beside the answer, which does not include them', () => {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: 'end_turn' }
  assert.deepEqual(collectReply(anthropic.readAnswer({ ...message, usage: reported })).usage, summed)
  const usage = streamed(new MessageReader(), [
    { type: 'message_start', message: { ...message, usage: counts } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: reported },
    { type: 'message_stop' },
  ])
  assert.deepEqual(usage, summed)
})

const grounded = (modelVersion: string, webSearchQueries: unknown, finishReason?: string) => ({
  modelVersion,
  candidates: [
    { index: 0, content: { parts: [{ text: 'a' }] }, groundingMetadata: { webSearchQueries }, finishReason },
  ],
})
const searchesOf = (model: string, queries: unknown) =>
  collectReply(gemini.readAnswer(grounded(model, queries, 'STOP'))).usage.searches

test('searches of Gemini count each, equal and empty ones apart, before its third generation once for an answer', () => {
  assert.equal(searchesOf('gemini-3-flash-preview', ['a', 'b', 'a', '', ' ']), 2)
  assert.equal(searchesOf('gemini-2.5-pro', ['a', 'b']), 1)
  for (const none of [[], ['', ' '], undefined, null, 'a', [1, null]])
    assert.equal(searchesOf('gemini-3.1-pro', none), undefined)
  const pieces = [grounded('gemini-3-pro', ['a']), grounded('gemini-3-pro', ['a', 'b'], 'STOP')]
  assert.equal(streamed(new CandidateReader(), pieces).searches, 2)
})

const chatUsages: readonly (readonly [about: string, usage: object, answer: number])[] = [
  ['Google, without a word on thoughts', { prompt_tokens: 9, completion_tokens: 1, total_tokens: 103 }, 94],
  [
    'reasoning beside the answer',
    {
      ...{ prompt_tokens: 21, completion_tokens: 0, total_tokens: 81 },
      completion_tokens_details: { reasoning_tokens: 60 },
    },
    60,
  ],
  [
    'reasoning within the answer',
    {
      ...{ prompt_tokens: 21, completion_tokens: 70, total_tokens: 91 },
      completion_tokens_details: { reasoning_tokens: 60 },
    },
    70,
  ],
  [
    'a prompt without what was cached',
    {
      ...{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 112 },
      prompt_tokens_details: { cached_tokens: 100 },
    },
    7,
  ],
  ['a total that is less', { prompt_tokens: 5, completion_tokens: 7, total_tokens: 7 }, 7],
  ['no total', { prompt_tokens: 5, completion_tokens: 7 }, 7],
]
test('thoughts that only the total of chat completions reveals are tokens of the answer', () => {
  for (const [about, usage, answer] of chatUsages) assert.equal(readUsage(usage)?.answer, answer, about)
})
