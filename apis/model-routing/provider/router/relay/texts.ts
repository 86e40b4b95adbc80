// The strings in the body of a relayed call: those that rules check, and those that providers count.
import { type Json, memberOf } from '../../wire/json.ts'

/** Members that hold what a caller writes. */
const written = new Set(['input', 'query', 'documents', 'instruction', 'instructions', 'prompt', 'state', 'questions'])
/** Members within them that hold no prose. */
const technical = new Set(['type', 'role', 'id', 'url', 'image_url', 'data', 'detail', 'name'])
const maxDepth = 8

/** Returns the body with `change` applied to every string that a caller wrote. */
export function mapTexts(fields: Json, change: (text: string) => string): Json {
  const mapDeep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return change(value)
    if (depth === 0 || typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
    if (Array.isArray(value)) return value.map((item) => mapDeep(item, depth - 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, technical.has(name) ? member : mapDeep(member, depth - 1)]),
    )
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written.has(name) ? mapDeep(value, maxDepth) : value]),
  )
}

/** Returns the body with `change` applied to every string in it. */
export const mapEveryText = (body: Json, change: (text: string) => string): Json =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, mapDeep(value, change)]))

/** Applies `change` at every depth; bodies nest no deeper than their parser allows. */
function mapDeep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, change))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapDeep(member, change)]))
}

/** Returns the strings whose tokens a provider counts. */
export function promptOf({ input, query, documents, instruction }: Json): string[] {
  return [input, query, documents, instruction].flatMap((value) => textsOf(value, 3))
}

/** Returns the number of tokens that a caller sent instead of texts: a list of numbers, or several. */
export function tokensIn({ input }: Json): number {
  if (!Array.isArray(input)) return 0
  const lists: readonly unknown[] = typeof input[0] === 'number' ? [input] : input
  return lists.reduce<number>((sum, list) => sum + (isTokens(list) ? list.length : 0), 0)
}
const isTokens = (list: unknown): list is readonly unknown[] => Array.isArray(list) && typeof list[0] === 'number'

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Array.isArray(value)
    ? value.flatMap((item) => textsOf(item, depth - 1))
    : textsOf(memberOf(value, 'text'), depth - 1)
}
