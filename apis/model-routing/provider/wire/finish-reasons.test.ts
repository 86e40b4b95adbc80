// Ends of answers: each published one has its place on every wire, and none that is unknown passes for a whole answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { completions } from './completions.ts'
import { batched, details, framesIn } from './fixtures/replies.ts'
import type { Format } from './format.ts'
import { gemini } from './gemini.ts'
import { ModelError } from './model-error.ts'
import { ollamaChat } from './ollama.ts'
import { openai } from './openai.ts'
import { responsesFormat } from './responses.ts'
import type { StreamEvent } from './stream-event.ts'

const responses = responsesFormat({ body: { model: 'm' }, items: [], completed: () => Promise.resolve() })
const callers = { openai, anthropic, gemini, completions, ollama: ollamaChat, responses }
type Caller = keyof typeof callers

const fromGemini = (word: string, text = ''): readonly StreamEvent[] =>
  gemini.readAnswer({
    candidates: [{ content: text === '' ? {} : { parts: [{ text }] }, finishReason: word, index: 0 }],
  })
const fromMessages = (word: string, text = 'Hi'): readonly StreamEvent[] =>
  anthropic.readAnswer({ type: 'message', content: [{ type: 'text', text }], stop_reason: word })
const fromChat = (word: string, text = 'Hi'): readonly StreamEvent[] =>
  openai.readAnswer({ choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: word }] })

/** The end that a caller sees in a whole answer: a word, or the code of the error. */
function endSeen(caller: Caller, events: readonly StreamEvent[]): unknown {
  try {
    const answer = Object(callers[caller].writeAnswer(events, details))
    const reason = answer.incomplete_details?.reason ?? answer.status
    return (
      answer.choices?.[0].finish_reason ??
      answer.candidates?.[0].finishReason ??
      answer.stop_reason ??
      answer.done_reason ??
      reason
    )
  } catch (error) {
    assert.ok(error instanceof ModelError, String(error))
    return error.code
  }
}
const whole: Readonly<Record<Caller, string>> = {
  openai: 'stop',
  anthropic: 'end_turn',
  gemini: 'STOP',
  completions: 'stop',
  ollama: 'stop',
  responses: 'completed',
}
const others = (wire: Caller): Caller[] => (Object.keys(callers) as Caller[]).filter((caller) => caller !== wire)

const failures = [
  ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MISSING_THOUGHT_SIGNATURE'],
  ...['MALFORMED_RESPONSE', 'OTHER', 'NO_IMAGE', 'IMAGE_OTHER', 'FINISH_REASON_UNSPECIFIED', 'A_WORD_OF_NEXT_YEAR'],
]
for (const word of failures)
  test(`an empty answer that ended with ${word} is an error for every caller of another wire`, async () => {
    for (const caller of others('gemini')) {
      assert.equal(endSeen(caller, fromGemini(word)), 'failed_answer', caller)
      const format: Format = callers[caller]
      const frames = await framesIn(format.writeStream(batched(fromGemini(word)), details))
      assert.match(frames.join(''), /error/, caller)
      assert.doesNotMatch(frames.join(''), /"(?:stop|end_turn|completed)"/, caller)
    }
  })

test('what was said before an answer went wrong is kept, and the answer is incomplete', () => {
  for (const word of failures) {
    const ends = others('gemini').map((caller) => endSeen(caller, fromGemini(word, 'I shall call')))
    assert.deepEqual(ends, ['length', 'max_tokens', 'length', 'length', 'max_output_tokens'], word)
  }
  assert.equal(endSeen('gemini', fromChat('error')), 'OTHER')
  assert.equal(endSeen('gemini', fromChat('network_error', '')), 'OTHER')
})

test('an answer that was held back is a refusal for every caller, Ollama’s too', () => {
  const held = [
    ...['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'],
    ...['IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'],
  ]
  for (const word of held) {
    const ends = others('gemini').map((caller) => endSeen(caller, fromGemini(word)))
    assert.deepEqual(ends, ['content_filter', 'refusal', 'content_filter', 'content_filter', 'content_filter'], word)
  }
})

test('a paused turn is no end for any other caller', () => {
  for (const word of ['pause_turn', 'compaction'])
    for (const caller of others('anthropic'))
      assert.notEqual(endSeen(caller, fromMessages(word)), whole[caller], caller)
  assert.equal(endSeen('anthropic', fromMessages('pause_turn')), 'pause_turn')
})

test('every published end of a vendor is known, and unknown ones never pass for a whole answer', () => {
  for (const caller of others('openai')) {
    for (const word of ['stop', 'eos', 'eos_token', 'STOP', 'end_turn'])
      assert.equal(endSeen(caller, fromChat(word)), whole[caller], `${caller} ${word}`)
    for (const word of [
      'length',
      'content_filter',
      'model_length',
      'MAX_TOKENS',
      'sensitive',
      'abort',
      'error',
      'quark',
    ])
      assert.notEqual(endSeen(caller, fromChat(word)), whole[caller], `${caller} ${word}`)
  }
  for (const word of ['end_turn', 'stop_sequence']) assert.equal(endSeen('openai', fromMessages(word)), 'stop')
  for (const word of ['max_tokens', 'model_context_window_exceeded', 'refusal', 'quark'])
    assert.notEqual(endSeen('openai', fromMessages(word)), 'stop', word)
  const text = completions.readAnswer({ choices: [{ index: 0, text: 'Hi', finish_reason: 'quark' }] })
  assert.equal(endSeen('openai', text), 'length')
})

test('calls that were announced and never came are no end of a turn', () => {
  assert.equal(endSeen('anthropic', fromChat('tool_calls', '')), 'failed_answer')
  assert.equal(endSeen('anthropic', fromChat('tool_calls', 'I shall call')), 'max_tokens')
})

test('the caller’s own wire keeps the word of its provider', () => {
  assert.equal(endSeen('gemini', fromGemini('MALFORMED_FUNCTION_CALL')), 'MALFORMED_FUNCTION_CALL')
  assert.equal(endSeen('openai', fromChat('quark', '')), 'quark')
})
