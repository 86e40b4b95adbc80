// Token counts of the Messages API: input excludes cache reads and writes (SOURCES 3.10 and 10.4).
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** Counts of one frame; missing ones are undefined. */
export interface OwnUsage extends OwnCounts {
  /** Counts of the summaries that the vendor made of the conversation, which the others do not include. */
  readonly compaction: OwnCounts | undefined
}
interface OwnCounts {
  readonly input: number | undefined
  readonly cachedRead: number | undefined
  readonly cachedWrite: number | undefined
  readonly cachedWriteHour: number | undefined
  readonly output: number | undefined
  readonly reasoning: number | undefined
  readonly searches: number | undefined
}

export function readOwnUsage(value: unknown): OwnUsage | undefined {
  if (!isJson(value)) return undefined
  const iterations = Array.isArray(value.iterations) ? value.iterations.filter(isJson) : []
  const summaries = iterations.filter(({ type }) => type === 'compaction').map(readCounts)
  return { ...readCounts(value), compaction: summaries.length === 0 ? undefined : summaries.reduce(added) }
}
function readCounts(value: Json): OwnCounts {
  const details = isJson(value.output_tokens_details) ? value.output_tokens_details : {}
  const written = isJson(value.cache_creation) ? value.cache_creation : {}
  const minutes = tokens(written.ephemeral_5m_input_tokens)
  const hour = tokens(written.ephemeral_1h_input_tokens)
  const byAge = minutes === undefined && hour === undefined ? undefined : (minutes ?? 0) + (hour ?? 0)
  const servers = isJson(value.server_tool_use) ? value.server_tool_use : {}
  return {
    input: tokens(value.input_tokens),
    cachedRead: tokens(value.cache_read_input_tokens),
    cachedWrite: tokens(value.cache_creation_input_tokens) ?? byAge,
    cachedWriteHour: hour,
    output: tokens(value.output_tokens),
    reasoning: tokens(details.thinking_tokens),
    searches: tokens(servers.web_search_requests),
  }
}
function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function added(one: OwnCounts, other: OwnCounts): OwnCounts {
  const sum = (name: keyof OwnCounts) =>
    one[name] === undefined && other[name] === undefined ? undefined : (one[name] ?? 0) + (other[name] ?? 0)
  return {
    input: sum('input'),
    cachedRead: sum('cachedRead'),
    cachedWrite: sum('cachedWrite'),
    cachedWriteHour: sum('cachedWriteHour'),
    output: sum('output'),
    reasoning: sum('reasoning'),
    searches: sum('searches'),
  }
}

/** Merges the counts of two frames: a count that the later one omits, or resets to 0, stays. */
export function laterOwnUsage(earlier: OwnUsage | undefined, later: OwnUsage): OwnUsage {
  if (earlier === undefined) return later
  return {
    input: later.input || earlier.input,
    cachedRead: later.cachedRead || earlier.cachedRead,
    cachedWrite: later.cachedWrite || earlier.cachedWrite,
    cachedWriteHour: later.cachedWriteHour || earlier.cachedWriteHour,
    output: later.output ?? earlier.output,
    reasoning: later.reasoning ?? earlier.reasoning,
    searches: later.searches || earlier.searches,
    compaction: later.compaction ?? earlier.compaction,
  }
}

export function usageOf({ compaction, ...counts }: OwnUsage): Usage {
  const all = compaction === undefined ? counts : added(counts, compaction)
  const { input, cachedRead, cachedWrite } = all
  const isTold = input !== undefined || cachedRead !== undefined || cachedWrite !== undefined
  return compact({
    prompt: isTold ? (input ?? 0) + (cachedRead ?? 0) + (cachedWrite ?? 0) : undefined,
    answer: all.output,
    cachedRead,
    cachedWrite,
    cachedWriteHour: all.cachedWriteHour || undefined,
    reasoning: all.reasoning,
    searches: all.searches || undefined,
  })
}

export function writeUsage(usage: Usage): Json {
  const { prompt = 0, answer = 0, cachedRead = 0, cachedWrite = 0, cachedWriteHour, reasoning, searches } = usage
  return compact({
    input_tokens: Math.max(0, prompt - cachedRead - cachedWrite),
    cache_creation_input_tokens: cachedWrite,
    cache_read_input_tokens: cachedRead,
    cache_creation:
      cachedWriteHour === undefined
        ? undefined
        : {
            ephemeral_5m_input_tokens: Math.max(0, cachedWrite - cachedWriteHour),
            ephemeral_1h_input_tokens: cachedWriteHour,
          },
    output_tokens: answer,
    output_tokens_details: reasoning === undefined ? undefined : { thinking_tokens: reasoning },
    server_tool_use: searches === undefined ? undefined : { web_search_requests: searches },
  })
}
