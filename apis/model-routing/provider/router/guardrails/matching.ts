// Searches a string for the pattern of a rule in bounded time: patterns come from the operator and strings from
// callers, and together they can backtrack for ever.
import { createContext, Script } from 'node:vm'
import type { Rule } from './rule.ts'

/** Far more than any pattern needs that does not backtrack without end, even on a busy machine. */
const timeoutMs = 1000
const context = createContext(Object.create(null))
const replacing = new Script('text.replace(pattern, () => { found = true; return replacement })')

export interface Matched {
  readonly matched: boolean
  /** With every match replaced. */
  readonly text: string
}

/** A string that cannot be searched in time counts as a match, and is replaced as a whole. */
export function matchRule(rule: Rule, text: string): Matched {
  const { pattern, replacement } = rule
  if (!pattern || text === '') return { matched: false, text }
  pattern.lastIndex = 0
  Object.assign(context, { text, pattern, replacement, found: false })
  try {
    const replaced: unknown = replacing.runInContext(context, { timeout: timeoutMs })
    return { matched: Reflect.get(context, 'found') === true, text: String(replaced) }
  } catch {
    return { matched: true, text: replacement }
  } finally {
    Object.assign(context, { text: '', pattern: undefined })
  }
}
