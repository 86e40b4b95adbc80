// Patterns of a document run in RE2, in time linear in the text whatever they are, or not at all.
import { RE2JS } from 're2js'

const longestPattern = 1000
/** The sum of repetitions such as `{1,1000}`, each of which lengthens the program; RE2 refuses nested ones itself. */
const mostRepeats = 5000
const cacheSize = 1000

type Test = (text: string) => boolean
const compiled = new Map<string, Test | undefined>()

/**
 * Compiles a pattern of JSON Schema; undefined if RE2 has no such expression (looking around, backward references), or
 * if it is too large.
 */
export function linearPattern(pattern: string): Test | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= cacheSize) compiled.clear()
    compiled.set(pattern, compile(pattern))
  }
  return compiled.get(pattern)
}

/** Returns the steps that compiling a pattern takes; 0 for one that is compiled. */
export function compileSteps(pattern: string): number {
  return compiled.has(pattern) ? 0 : pattern.length + repeatsIn(pattern)
}

function repeatsIn(pattern: string): number {
  let repeats = 0
  for (const [, low, high] of withoutLongRepeats(pattern.slice(0, longestPattern)).matchAll(counted))
    repeats += Math.max(Number(low), Number(high ?? 0))
  return repeats
}
const counted = /\{(\d{1,9})(?:,(\d{0,9}))?\}/g

function compile(pattern: string): Test | undefined {
  if (pattern.length > longestPattern) return undefined
  if (repeatsIn(pattern) > mostRepeats) return undefined
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(withoutLongRepeats(pattern)))
    return (text) => expression.test(text)
  } catch {
    return undefined
  }
}

/** RE2 counts to 1,000; a higher upper bound is left open. */
function withoutLongRepeats(pattern: string): string {
  return pattern.replace(/\{(\d{1,4}),(\d{4,9})\}/g, (whole, low: string, high: string) =>
    Number(high) > 1000 ? `{${low},}` : whole,
  )
}
