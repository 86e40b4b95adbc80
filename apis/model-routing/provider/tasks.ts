// What runs on the API's own thread: the gateway's own models, and the search for the patterns of guardrails.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { createModelTasks } from './models/model-tasks.ts'
import { applyPatterns, type PatternInput } from './router/guardrails/matching.ts'

export type RouterTasks = ReturnType<typeof createTasks>

export function createTasks(kit: ProviderKit<Tables>) {
  return {
    ...createModelTasks(kit),
    patterns: async (input: PatternInput) => applyPatterns(input),
  }
}
