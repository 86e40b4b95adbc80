// Thinking in the Messages API: a token budget for older models, an effort for newer ones (SOURCES 3.10 and 10.3).
import type { ChatRequest } from '../chat-request.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { versionOf } from './version.ts'

interface ThinkingRequest {
  readonly thinking: Json | undefined
  readonly maxTokens: number
  readonly effort: string | undefined
}

const smallestBudget = 1_024
/** SOURCES 10.3. */
const budgets: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 1_280,
  medium: 2_048,
  high: 4_096,
  xhigh: 16_384,
  max: 32_768,
}

/** `limit`: the most tokens of the answer, including thinking. */
export function writeThinking(request: ChatRequest, model: string, limit: number): ThinkingRequest {
  const { thinking, wire, extras } = request
  if (wire === 'anthropic') {
    const isNative = isJson(extras?.thinking) ? extras.thinking : undefined
    const isMissed = isNative?.type === 'enabled' && lacksThought(request)
    return { thinking: isMissed ? undefined : isNative, maxTokens: limit, effort: undefined }
  }
  const none = { thinking: undefined, maxTokens: limit, effort: undefined }
  if (thinking === undefined || thinking.effort === 'none' || thinking.budget === 0) return none
  if (!mayThink(request)) return none
  const version = versionOf(model)
  if (version !== undefined && version >= 4.6)
    return { thinking: { type: 'adaptive' }, maxTokens: limit, effort: effortFor(version, thinking) }
  if (version !== undefined && version < 3.7) return none
  const wished = thinking.budget ?? budgetOf(thinking.effort)
  const isDefault = request.maxTokens === undefined
  const maxTokens = isDefault ? limit + wished : limit
  const budget = isDefault ? wished : Math.min(wished, Math.floor(limit * 0.8))
  if (budget < smallestBudget) return none
  return { thinking: { type: 'enabled', budget_tokens: budget }, maxTokens, effort: undefined }
}

function budgetOf(effort: string | undefined): number {
  return effort !== undefined && Object.hasOwn(budgets, effort) ? (budgets[effort] ?? 2_048) : 2_048
}
/** The highest but one came with version 4.7. */
function effortFor(version: number, { effort, budget }: NonNullable<ChatRequest['thinking']>): string {
  const wished = effortOf(effort, budget)
  return wished === 'xhigh' && version < 4.7 ? 'high' : wished
}
function effortOf(effort: string | undefined, budget: number | undefined): string {
  if (effort === 'minimal') return 'low'
  if (effort !== undefined && Object.hasOwn(budgets, effort)) return effort
  if (budget === undefined) return 'medium'
  return budget <= 1_280 ? 'low' : budget < 4_096 ? 'medium' : 'high'
}

/**
 * The vendor refuses thinking with a forced tool, and within a tool loop whose last call has no signed thinking,
 * which is the case for calls from other wires.
 */
function mayThink(request: ChatRequest): boolean {
  const { toolChoice } = request
  return toolChoice?.kind !== 'any' && toolChoice?.kind !== 'tool' && !lacksThought(request)
}

/** True within a tool loop whose last call has no signed thinking. */
function lacksThought({ messages }: ChatRequest): boolean {
  const last = messages.findLast((message) => message.role === 'assistant')
  const inLoop = messages.at(-1)?.parts.some((part) => part.kind === 'toolResult') ?? false
  if (last === undefined || !inLoop) return false
  return !last.parts.some(
    (part) => part.kind === 'redactedThinking' || (part.kind === 'thinking' && part.signature !== undefined),
  )
}
