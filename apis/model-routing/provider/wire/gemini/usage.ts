// Token counts of generateContent: thinking is separate from the answer (SOURCES 3.11 and 10.4).
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** Reads the counts; undefined without any. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJson(value)) return undefined
  const prompt = sum(value.promptTokenCount, value.toolUsePromptTokenCount)
  const thoughts = tokens(value.thoughtsTokenCount)
  const total = tokens(value.totalTokenCount)
  const output = sum(value.candidatesTokenCount, thoughts)
  const left = total !== undefined && prompt !== undefined ? Math.max(0, total - prompt) : undefined
  return compact({
    prompt,
    answer: value.candidatesTokenCount === undefined ? (left ?? output) : output,
    cachedRead: tokens(value.cachedContentTokenCount),
    reasoning: thoughts,
    promptAudio: unreadFromCache(value, 'AUDIO'),
    answerAudio: ofModality(value.candidatesTokensDetails, 'AUDIO'),
    promptImage: unreadFromCache(value, 'IMAGE'),
    answerImage: ofModality(value.candidatesTokensDetails, 'IMAGE'),
  })
}
function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
function sum(...values: readonly unknown[]): number | undefined {
  const known = values.map(tokens).filter((count) => count !== undefined)
  return known.length === 0 ? undefined : known.reduce((all, count) => all + count, 0)
}
function ofModality(details: unknown, modality: string): number | undefined {
  const entry = Array.isArray(details) ? details.find((one) => isJson(one) && one.modality === modality) : undefined
  return isJson(entry) ? tokens(entry.tokenCount) : undefined
}
/** Cached tokens are priced as such, whatever they stand for. */
function unreadFromCache(value: Json, modality: string): number | undefined {
  const all = ofModality(value.promptTokensDetails, modality)
  return all && Math.max(0, all - (ofModality(value.cacheTokensDetails, modality) ?? 0))
}

export function writeUsage(usage: Usage): Json {
  const { prompt = 0, answer = 0, reasoning, cachedRead } = usage
  return compact({
    promptTokenCount: prompt,
    candidatesTokenCount: Math.max(0, answer - (reasoning ?? 0)),
    totalTokenCount: prompt + answer,
    thoughtsTokenCount: reasoning,
    cachedContentTokenCount: cachedRead,
  })
}
