// Looks for the pattern of a rule in a text, in bounded time: patterns are the operator's and texts are the callers', and together
// they can take for ever.
import { createContext, Script } from 'node:vm'
import type { Rule } from './rule.ts'

/** Far beyond what any pattern needs that does not go back for ever, on a busy machine too. */
const matchMs = 1000
const context = createContext(Object.create(null))
const replacing = new Script('text.replace(pattern, () => { found = true; return replacement })')

export interface Matched {
  readonly found: boolean
  /** With every match replaced. */
  readonly text: string
}

/** A text that cannot be looked through in time counts as one that holds what is not allowed, and is replaced as a whole. */
export function matchRule(rule: Rule, text: string): Matched {
  const { pattern, replacement } = rule
  if (!pattern || text === '') return { found: false, text }
  pattern.lastIndex = 0
  Object.assign(context, { text, pattern, replacement, found: false })
  try {
    const replaced: unknown = replacing.runInContext(context, { timeout: matchMs })
    return { found: Reflect.get(context, 'found') === true, text: String(replaced) }
  } catch {
    return { found: true, text: replacement }
  } finally {
    Object.assign(context, { text: '', pattern: undefined })
  }
}
