// Patterns of a document run in RE2, in time linear in the text whatever they are, or not at all.
import { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'

const longestPattern = 1000
/** The limit of instructions: compiling them takes some 20 ms. */
const largestProgram = 5000
const cacheSize = 1000
const stepsPerInstruction = 20
/** Characters, each times the instructions of the program, that are matched in one step. */
const matchedPerStep = 2000

interface LinearPattern {
  readonly test: (text: string) => boolean
  /** Returns the steps that matching a text takes at most. */
  readonly stepsFor: (text: string) => number
}
const compiled = new Map<string, LinearPattern | undefined>()

/**
 * Compiles a pattern of JSON Schema; undefined if RE2 has no such expression (looking around, backward references), if
 * it is too large, or if `spend` refuses the steps that compiling takes.
 */
export function linearPattern(pattern: string, spend: (steps: number) => boolean): LinearPattern | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  if (pattern.length > longestPattern) return undefined
  const size = patternSize(withoutLongRepeats(pattern))
  if (size > largestProgram || !spend(size * stepsPerInstruction)) return undefined
  const made = compile(pattern)
  const [oldest] = compiled.keys()
  if (compiled.size >= cacheSize && oldest !== undefined) compiled.delete(oldest)
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): LinearPattern | undefined {
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(withoutLongRepeats(pattern)))
    const perCharacter = 0.05 + expression.programSize() / matchedPerStep
    return { test: (text) => expression.test(text), stepsFor: (text) => text.length * perCharacter }
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
