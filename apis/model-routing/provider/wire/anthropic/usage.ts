// Token counts of the Messages API: input excludes cache reads and writes (SOURCES 3.10 and 10.4).
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** The counts of one frame; missing ones are undefined. Undefined when the frame has none. */
export interface OwnUsage {
  readonly input: number | undefined
  readonly cachedRead: number | undefined
  readonly cachedWrite: number | undefined
  readonly output: number | undefined
  readonly reasoning: number | undefined
}

export function readOwnUsage(value: unknown): OwnUsage | undefined {
  if (!isJson(value)) return undefined
  const details = isJson(value.output_tokens_details) ? value.output_tokens_details : {}
  return {
    input: tokens(value.input_tokens),
    cachedRead: tokens(value.cache_read_input_tokens),
    cachedWrite: tokens(value.cache_creation_input_tokens),
    output: tokens(value.output_tokens),
    reasoning: tokens(details.thinking_tokens),
  }
}
function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Merges the counts of two frames: a count that the later one omits, or resets to 0, stays. */
export function laterOwnUsage(earlier: OwnUsage | undefined, later: OwnUsage): OwnUsage {
  if (earlier === undefined) return later
  return {
    input: later.input || earlier.input,
    cachedRead: later.cachedRead || earlier.cachedRead,
    cachedWrite: later.cachedWrite || earlier.cachedWrite,
    output: later.output ?? earlier.output,
    reasoning: later.reasoning ?? earlier.reasoning,
  }
}

export function usageOf(isNative: OwnUsage): Usage {
  const isTold = isNative.input !== undefined || isNative.cachedRead !== undefined || isNative.cachedWrite !== undefined
  const prompt = isTold ? (isNative.input ?? 0) + (isNative.cachedRead ?? 0) + (isNative.cachedWrite ?? 0) : undefined
  return compact({
    prompt,
    answer: isNative.output,
    cachedRead: isNative.cachedRead,
    cachedWrite: isNative.cachedWrite,
    reasoning: isNative.reasoning,
  })
}

export function writeUsage(usage: Usage): Json {
  const { prompt = 0, answer = 0, cachedRead = 0, cachedWrite = 0, reasoning } = usage
  return compact({
    input_tokens: Math.max(0, prompt - cachedRead - cachedWrite),
    cache_creation_input_tokens: cachedWrite,
    cache_read_input_tokens: cachedRead,
    output_tokens: answer,
    output_tokens_details: reasoning === undefined ? undefined : { thinking_tokens: reasoning },
  })
}
