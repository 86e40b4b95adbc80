// Token counts as chat and text completions write them (SOURCES 3.1).
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** Reads the counts of an answer, which two services put elsewhere in the last piece of a stream (SOURCES 10.16). */
export function usageIn({ usage, x_groq: beside, choices }: Json): Usage | undefined {
  if (isJson(usage)) return readUsage(usage)
  if (isJson(beside) && isJson(beside.usage)) return readUsage(beside.usage)
  const within = Array.isArray(choices) ? choices.find((choice) => isJson(choice) && isJson(choice.usage)) : undefined
  return isJson(within) ? readUsage(within.usage) : undefined
}

/**
 * Reads the counts under the names of chat, of the newer endpoints, and of vendors of this dialect; undefined without
 * any.
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJson(value)) return undefined
  const prompt = detailsOf(value, 'prompt_tokens_details', 'input_tokens_details', 'input_token_details')
  const answer = detailsOf(value, 'completion_tokens_details', 'output_tokens_details', 'output_token_details')
  const reasoning = tokens(answer.reasoning_tokens)
  const cachedRead = first(
    prompt.cached_tokens,
    value.prompt_cache_hit_tokens,
    value.cached_tokens,
    value.cache_read_input_tokens,
  )
  const cachedWrite = first(prompt.cache_write_tokens, prompt.cache_creation_tokens, value.cache_creation_input_tokens)
  return {
    prompt: tokens(value.prompt_tokens) ?? tokens(value.input_tokens),
    answer: answerTokens(value, reasoning, [cachedRead, cachedWrite]),
    cachedRead,
    cachedWrite,
    reasoning,
    promptAudio: unreadFromCache(prompt, 'audio_tokens'),
    answerAudio: tokens(answer.audio_tokens),
    promptImage: unreadFromCache(prompt, 'image_tokens'),
    answerImage: tokens(answer.image_tokens),
    searches: tokens(value.num_search_queries),
  }
}

/**
 * Returns the tokens of the answer. Some vendors count reasoning beside it, which only their total reveals, and some
 * give only the total. Where prompts are counted without what was cached, the total has that as well.
 */
function answerTokens(
  value: Json,
  reasoning: number | undefined,
  cached: readonly (number | undefined)[],
): number | undefined {
  const answer = tokens(value.completion_tokens) ?? tokens(value.output_tokens)
  const prompt = tokens(value.prompt_tokens) ?? tokens(value.input_tokens)
  const total = tokens(value.total_tokens)
  if (total === undefined || prompt === undefined) return answer
  if (answer === undefined) return Math.max(0, total - prompt)
  const hidden = total - prompt - answer
  const [read = 0, written = 0] = cached
  if (hidden <= 0 || [read, written, read + written].includes(hidden)) return answer
  return reasoning === undefined || reasoning === 0 || reasoning === hidden ? answer + hidden : answer
}

/** Cached tokens are priced as such, whatever they stand for. */
function unreadFromCache(details: Json, name: string): number | undefined {
  const all = tokens(details[name])
  const cached = isJson(details.cached_tokens_details) ? tokens(details.cached_tokens_details[name]) : undefined
  return all === undefined || cached === undefined ? all : Math.max(0, all - cached)
}

function detailsOf(value: Json, ...names: readonly string[]): Json {
  for (const name of names) {
    const details = value[name]
    if (isJson(details)) return details
  }
  return {}
}
function first(...values: readonly unknown[]): number | undefined {
  return values.map(tokens).find((count) => count !== undefined)
}

/** Reads a token count from outside. */
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
