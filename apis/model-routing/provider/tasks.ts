// What runs on the API's own thread: the gateway's own models, the search for the patterns of guardrails,
// and the counting of tokens.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { createModelTasks } from './models/model-tasks.ts'
import { applyPatterns, type PatternInput } from './router/guardrails/matching.ts'
import { countTexts } from './tokens/count.ts'

export type RouterTasks = ReturnType<typeof createTasks>

export function createTasks(kit: ProviderKit<Tables>) {
  return {
    ...createModelTasks(kit),
    patterns: async (input: PatternInput) => applyPatterns(input),
    countTokens: async ({ texts, model }: { readonly texts: readonly string[]; readonly model: string }) =>
      countTexts(texts, model),
  }
}
