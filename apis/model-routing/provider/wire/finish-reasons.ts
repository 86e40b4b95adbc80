// The table of ends: the reason for which an answer ended, in the words of every vendor that says it, and in the words
// of every wire that an answer is written to (SOURCES 3.1, 3.2, 3.10, 3.11 and 3.19).
import { isJson } from './json.ts'
import { ModelError } from './model-error.ts'
import type { FinishReason, NativeFinishReason } from './stream-event.ts'
import type { Wire } from './wire.ts'

/**
 * Words of the vendors' published lists and of servers that copy their wires. No two vendors use one word for
 * different ends, and servers of one wire pass on the words of another, so there is one table for all. Case is ignored,
 * and so is what separates words.
 */
const read = {
  stop: ['stop', 'end_turn', 'stop_sequence', 'eos', 'eos_token', 'complete', 'completed'],
  length: [
    ...['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
    ...['context_length_exceeded', 'max_length', 'token_limit', 'time_limit', 'error_limit', 'context_window_exceeded'],
  ],
  toolCalls: ['tool_calls', 'tool_call', 'function_call', 'tool_use'],
  contentFilter: [
    ...['content_filter', 'content_filtered', 'guardrail_intervened', 'refusal', 'sensitive', 'safety'],
    ...['recitation', 'language', 'blocklist', 'prohibited_content', 'spii', 'model_armor', 'jailbreak'],
    ...['image_safety', 'image_prohibited_content', 'image_recitation', 'error_toxic', 'content_policy_violation'],
  ],
  incomplete: ['pause_turn', 'compaction', 'continuation'],
  failed: [
    ...['malformed_function_call', 'unexpected_tool_call', 'too_many_tool_calls', 'missing_thought_signature'],
    ...['malformed_response', 'other', 'no_image', 'image_other', 'finish_reason_unspecified'],
    ...[
      'malformed_model_output',
      'malformed_tool_use',
      'user_cancel',
      'timeout',
      'error',
      'abort',
      'cancelled',
      'repetition',
      'insufficient_system_resource',
      'network_error',
    ],
  ],
} as const satisfies Readonly<Record<FinishReason, readonly string[]>>

/** Words of servers for an answer that goes on, in every piece of it. */
const goingOn: ReadonlySet<unknown> = new Set(['', 'null', 'none', 'not_finished'])

/** Returns the word by which an answer ended, which one server puts into an object; undefined while it goes on. */
export function endingWord(end: unknown): string | undefined {
  const word = isJson(end) ? end.type : end
  return typeof word === 'string' && !goingOn.has(plain(word)) ? word : undefined
}
const plain = (word: string): string => word.toLowerCase().replace(/[-\s]/g, '_')

const reasonOf: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries(read).flatMap(([reason, words]) => words.map((word) => [word, reason as FinishReason] as const)),
)

/** Wires that answers are written to; Ollama's clients have another one. */
type WrittenWire = Wire | 'ollama'
type Words = Readonly<Record<Exclude<FinishReason, 'failed'>, string>> & { readonly failed: string | undefined }

/** A wire without a word for an answer that failed gets an error instead. */
const written: Readonly<Record<WrittenWire, Words>> = {
  openai: {
    stop: 'stop',
    length: 'length',
    toolCalls: 'tool_calls',
    contentFilter: 'content_filter',
    incomplete: 'length',
    failed: undefined,
  },
  anthropic: {
    stop: 'end_turn',
    length: 'max_tokens',
    toolCalls: 'tool_use',
    contentFilter: 'refusal',
    incomplete: 'max_tokens',
    failed: undefined,
  },
  gemini: {
    stop: 'STOP',
    length: 'MAX_TOKENS',
    toolCalls: 'STOP',
    contentFilter: 'SAFETY',
    incomplete: 'OTHER',
    failed: 'OTHER',
  },
  // This wire has no tools: a call that was made nevertheless ends the text.
  completions: {
    stop: 'stop',
    length: 'length',
    toolCalls: 'stop',
    contentFilter: 'content_filter',
    incomplete: 'length',
    failed: undefined,
  },
  ollama: {
    stop: 'stop',
    length: 'length',
    toolCalls: 'stop',
    contentFilter: 'content_filter',
    incomplete: 'length',
    failed: undefined,
  },
}

/** An end as an upstream gave it. */
export interface Ending {
  readonly reason: FinishReason
  readonly native?: NativeFinishReason | undefined
}

/**
 * Returns the end that an upstream's word stands for. An unknown word is a failure: a truncated answer taken for a
 * whole one is worse than a repeated call. `hasContent`: content before a failure is kept as incomplete.
 */
export function readEnding(wire: Wire, word: string, hasContent: boolean): Ending & { native: NativeFinishReason } {
  const reason = reasonOf.get(plain(word)) ?? 'failed'
  return { reason: reason === 'failed' && hasContent ? 'incomplete' : reason, native: { wire, word } }
}
export const isEndingWord = (word: string): boolean => reasonOf.has(plain(word))

/**
 * Returns the word for an end on a wire: the original one if the answer came from that wire. Throws ModelError for a
 * failed answer on a wire without a word for it.
 */
export function finishWord(ending: Ending, wire: WrittenWire): string {
  if (ending.native?.wire === wire) return ending.native.word
  const word = written[wire][ending.reason]
  if (word === undefined) throw failedAnswer(ending)
  return word
}

/** Returns the error for an answer that ended badly before any content. */
export function failedAnswer({ native }: Ending): ModelError {
  const reason = native && /^\w{1,80}$/.test(native.word) ? ` (${native.word})` : ''
  const message = `The model ended its answer before it said anything${reason}. Call again, or change the request.`
  return new ModelError('unavailable', message, { retry: true, code: 'failed_answer' })
}
