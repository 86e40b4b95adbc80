// What an answer is, a refusal or an error in the middle, is the same on every wire, whichever wire it came from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all, batched, details, eventsIn, whole } from './fixtures/replies.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'
import { responsesFormat } from './responses.ts'
import type { StreamEvent } from './stream-event.ts'

const chat = (delta: unknown, finish: string | null = null) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null }
const data = (frames: readonly unknown[]) => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
const named = (frames: readonly Readonly<Record<string, unknown>>[]) =>
  frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join('')
const begun = [
  { type: 'message_start', message: { ...message, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'low' } },
]
const native = (parts: unknown) => ({ candidates: [{ content: { role: 'model', parts }, index: 0 }] })

const refusals = {
  openai: data([chat({ role: 'assistant', content: '' }), chat({ refusal: 'No.' }), chat({}, 'stop')]),
  anthropic: named([
    ...begun,
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null }, usage: {} },
    { type: 'message_stop' },
  ]),
  gemini: data([{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } }]),
}
const limits = {
  openai: data([
    chat({ content: 'low' }),
    { error: { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' } },
  ]),
  anthropic: named([...begun, { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } }]),
  gemini: data([native([{ text: 'low' }]), { error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } }]),
}
const wires = ['openai', 'anthropic', 'gemini'] as const
const responses = () =>
  responsesFormat({ body: { model: 'm', input: '?' }, items: [], completed: async () => undefined })

const writtenAs = async (wire: (typeof wires)[number], events: readonly StreamEvent[]) =>
  (await all(formats[wire].writeStream(batched(events), details))).join('')

for (const from of wires) {
  test(`a refusal of ${from} is one on every wire`, async () => {
    const events = await eventsIn(formats[from].readStream(whole(refusals[from])))
    // the vendor itself ends a refusal in words with stop
    const ownWord = from === 'openai' ? 'stop' : 'content_filter'
    assert.match(await writtenAs('openai', events), new RegExp(`"finish_reason":"${ownWord}"`))
    assert.match(await writtenAs('anthropic', events), /"stop_reason":"refusal"/)
    assert.match(await writtenAs('gemini', events), /"(?:finish|block)Reason":"SAFETY"/)
    const response = JSON.stringify(responses().writeAnswer(events, details))
    if (from === 'openai') assert.match(response, /"type":"refusal","refusal":"No\."/)
    assert.match(response, from === 'openai' ? /"status":"completed"/ : /"reason":"content_filter"/)
  })

  test(`a rate limit in the middle of a stream of ${from} is one on every wire`, async () => {
    const events: StreamEvent[] = []
    let failure: unknown
    try {
      for await (const batch of formats[from].readStream(whole(limits[from]))) events.push(...batch)
    } catch (error) {
      failure = error
    }
    assert.ok(failure instanceof ModelError && failure.kind === 'limited')
    const failing = async function* () {
      yield events
      throw failure
    }
    const written = async (wire: (typeof wires)[number]) =>
      (await all(formats[wire].writeStream(failing(), details))).join('')
    assert.match(await written('openai'), /"error":\{"message":"slow","type":"requests"/)
    assert.match(await written('anthropic'), /"error":\{"type":"rate_limit_error","message":"slow"/)
    assert.match(await written('gemini'), /"error":\{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"/)
    const response = (await all(responses().writeStream(failing(), details))).join('')
    assert.match(response, /"type":"response\.failed"/)
  })
}
