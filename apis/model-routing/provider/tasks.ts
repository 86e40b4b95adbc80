// Tasks of the API's own thread: the gateway's own models, reading and writing stored objects, the search for the
// patterns of guardrails and scripts, and the counting of tokens.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { createBatchTasks } from './batches/batch-tasks.ts'
import { createModelTasks } from './models/model-tasks.ts'
import { applyPatterns, type PatternInput, type SearchInput, searchTexts } from './router/guardrails/matching.ts'
import { countTexts } from './tokens/count.ts'

export type RouterTasks = ReturnType<typeof createTasks>

export function createTasks(kit: ProviderKit<Tables>) {
  return {
    ...createModelTasks(kit),
    ...createBatchTasks(kit),
    patterns: async (input: PatternInput) => applyPatterns(input),
    searchTexts: async (input: SearchInput) => searchTexts(input),
    countTokens: async ({ texts, model }: { readonly texts: readonly string[]; readonly model: string }) =>
      countTexts(texts, model),
  }
}
