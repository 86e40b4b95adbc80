// Token counts as chat and text completions write them (SOURCES 3.1).
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** Undefined when there is no count. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJson(value)) return undefined
  const prompt = isJson(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  const answer = isJson(value.completion_tokens_details) ? value.completion_tokens_details : {}
  return {
    prompt: tokens(value.prompt_tokens),
    answer: tokens(value.completion_tokens),
    // The second is where one vendor of this dialect puts it.
    cachedRead: tokens(prompt.cached_tokens) ?? tokens(value.prompt_cache_hit_tokens),
    cachedWrite: tokens(prompt.cache_write_tokens),
    reasoning: tokens(answer.reasoning_tokens),
    promptAudio: tokens(prompt.audio_tokens),
    answerAudio: tokens(answer.audio_tokens),
  }
}

/** The usage in an event. */
export const usageIn = (json: unknown): Usage | undefined => (isJson(json) ? readUsage(json.usage) : undefined)

/** A token count from outside. */
export function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

export function writeUsage(usage: Usage): Json {
  const { prompt = 0, answer = 0 } = usage
  return {
    prompt_tokens: prompt,
    completion_tokens: answer,
    total_tokens: prompt + answer,
    prompt_tokens_details: compact({
      cached_tokens: usage.cachedRead ?? 0,
      audio_tokens: usage.promptAudio ?? 0,
      cache_write_tokens: usage.cachedWrite,
    }),
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0, audio_tokens: usage.answerAudio ?? 0 },
  }
}
