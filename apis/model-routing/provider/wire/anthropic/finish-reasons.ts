// Finish reasons of the Messages API (SOURCES 3.10).
import { finishWord, readEnding } from '../finish-reasons.ts'
import type { Json } from '../json.ts'
import type { Choice } from '../reply.ts'

/** Reads the finish of a choice from the members of the wire. */
export function readFinish(word: string, stop: unknown, hasContent: boolean): Choice['finish'] {
  const ending = readEnding('anthropic', word, hasContent)
  return typeof stop === 'string' ? { ...ending, stopSequence: stop } : ending
}

/**
 * `calls`: a tool was called; clients run tools only for this reason, whatever reason the upstream gave. Throws
 * ModelError for an answer that failed.
 */
export function writeFinish(ending: Choice['finish'], calls: boolean): Json {
  const { reason, native, stopSequence: stop = null } = ending
  const isNative = native?.wire === 'anthropic'
  const own =
    isNative || reason !== 'stop' ? undefined : calls ? 'tool_use' : stop === null ? undefined : 'stop_sequence'
  return { stop_reason: own ?? finishWord(ending, 'anthropic'), stop_sequence: stop }
}
