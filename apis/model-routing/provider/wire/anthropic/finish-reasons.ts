// Finish reasons of the Messages API (SOURCES 3.10).
import type { Json } from '../json.ts'
import { type Choice, finishWord } from '../reply.ts'
import type { FinishReason } from '../stream-event.ts'

const read: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'toolCalls',
  refusal: 'contentFilter',
}
const written: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  toolCalls: 'tool_use',
  contentFilter: 'refusal',
}

/** The finish of a choice, from the members of the wire. */
export function readFinish(word: string, stop: unknown): Choice['finish'] {
  const reason = (Object.hasOwn(read, word) ? read[word] : undefined) ?? 'stop'
  const native = { wire: 'anthropic', word } as const
  return typeof stop === 'string' ? { reason, stopSequence: stop, native } : { reason, native }
}

/** `calls`: a tool was called; clients run tools only for this reason, whatever reason the upstream gave. */
export function writeFinish(ending: Choice['finish'], calls: boolean): Json {
  const { reason, stopSequence: stop = null } = ending
  const isStop = stop !== null && reason === 'stop'
  const word = calls && reason === 'stop' ? 'tool_use' : isStop ? 'stop_sequence' : written[reason]
  return { stop_reason: finishWord({ ...ending }, 'anthropic', { ...written, [reason]: word }), stop_sequence: stop }
}
