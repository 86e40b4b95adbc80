// Searches the strings of a call for the patterns of rules in bounded time: patterns come from the operator and strings
// from callers, and together they can backtrack endlessly. It runs on the API's own thread.
import { createContext, Script } from 'node:vm'

/** For all strings of a call together: far more than patterns need unless they backtrack endlessly. */
const callTimeoutMs = 1000
const context = createContext(Object.create(null))
const replacing = new Script('text.replace(pattern, () => { found = true; return replacement })')

/** The part of a rule that a search needs, as plain data. */
export interface Pattern {
  readonly pattern: RegExp
  readonly replacement: string
  /** A match refuses the call; otherwise it is replaced. */
  readonly denies: boolean
}
export interface PatternInput {
  readonly patterns: readonly Pattern[]
  readonly texts: readonly string[]
}
/** The strings as they may be passed on, or the index of the pattern that denies the call. */
export type PatternResult = { readonly texts: readonly string[] } | { readonly deniedBy: number }

/**
 * Applies each pattern to each string. A string that cannot be searched in the call's remaining time counts as a match,
 * and is replaced entirely.
 */
export function applyPatterns({ patterns, texts }: PatternInput, now = () => performance.now()): PatternResult {
  const endMs = now() + callTimeoutMs
  const clean: string[] = []
  for (const text of texts) {
    let rest = text
    for (const [index, pattern] of patterns.entries()) {
      const match = search(pattern, rest, Math.floor(endMs - now()))
      if (match === undefined) continue
      if (pattern.denies) return { deniedBy: index }
      rest = match
    }
    clean.push(rest)
  }
  return { texts: clean }
}

/** The string with every match replaced; undefined when nothing matches. */
function search({ pattern, replacement }: Pattern, text: string, leftMs: number): string | undefined {
  if (text === '') return undefined
  if (leftMs <= 0) return replacement
  pattern.lastIndex = 0
  Object.assign(context, { text, pattern, replacement, found: false })
  try {
    const replaced: unknown = replacing.runInContext(context, { timeout: leftMs })
    return Reflect.get(context, 'found') === true ? String(replaced) : undefined
  } catch {
    return replacement
  } finally {
    Object.assign(context, { text: '', pattern: undefined })
  }
}
