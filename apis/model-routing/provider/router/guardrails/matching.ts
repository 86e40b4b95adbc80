// Searches the strings of a call for the patterns of rules, on the API's own thread. Patterns come from the operator,
// strings from callers, so RE2 runs them: in time linear in the string.
import { RE2JS } from 're2js'
import { createPacer } from '#provider'

/** The part of a rule that a search needs, as plain data. */
interface Pattern {
  /** Pattern in the syntax of RE2. */
  readonly pattern: string
  readonly replacement: string
  /** True if a match refuses the call; otherwise the match is replaced. */
  readonly denies: boolean
}
export interface PatternInput {
  readonly patterns: readonly Pattern[]
  readonly texts: readonly string[]
}
/** The strings as they may be passed on, or the index of the pattern that denies the call. */
export type PatternResult = { readonly texts: readonly string[] } | { readonly deniedBy: number }

/** Timeout for all strings of a call together. */
const callTimeoutMs = 1000
/** Limit for finding the place of a match, which takes up to fifty times as long as finding its existence. */
const longestRedacted = 1024 * 1024

/**
 * Applies each pattern to each string. A string that cannot be searched in the call's remaining time counts as a match,
 * and is replaced entirely; so is a match within more than a mebibyte.
 */
export async function applyPatterns(
  { patterns, texts }: PatternInput,
  now = () => performance.now(),
): Promise<PatternResult> {
  const endMs = now() + callTimeoutMs
  const isLate = () => now() >= endMs
  const pause = createPacer()
  const compiled = patterns.map(({ pattern }) => compiledOf(pattern))
  const clean: string[] = []
  for (const text of texts) {
    let rest = text
    for (const [index, { denies, replacement }] of patterns.entries()) {
      await pause()
      const pattern = compiled[index]
      const isMatch = rest !== '' && (isLate() || pattern?.test(rest) !== false)
      if (isMatch && denies) return { deniedBy: index }
      if (isMatch) rest = pattern ? redacted(rest, { pattern, replacement, isLate }) : replacement
    }
    clean.push(rest)
  }
  return { texts: clean }
}

interface Redaction {
  readonly pattern: RE2JS
  readonly replacement: string
  /** True once the matches take too long together; each of them is found in linear time. */
  readonly isLate: () => boolean
}
function redacted(text: string, { pattern, replacement, isLate }: Redaction): string {
  if (text.length > longestRedacted) return replacement
  const matcher = pattern.matcher(text)
  let clean = ''
  let end = 0
  while (!isLate()) {
    if (!matcher.find()) return clean + text.slice(end)
    clean += text.slice(end, matcher.start()) + replacement
    end = matcher.end()
  }
  return replacement
}

export interface SearchInput {
  readonly texts: readonly string[]
  /** Patterns, each with the place of the text in which it is searched for. */
  readonly searches: readonly { readonly pattern: string; readonly text: number }[]
}

/** Returns for each search whether its pattern is in its text; false for what could not be searched in time. */
export async function searchTexts(
  { texts, searches }: SearchInput,
  now = () => performance.now(),
): Promise<readonly boolean[]> {
  const endMs = now() + callTimeoutMs
  const pause = createPacer()
  const found: boolean[] = []
  for (const { pattern, text } of searches) {
    await pause()
    found.push(now() < endMs && compiledOf(pattern).test(texts[text] ?? ''))
  }
  return found
}

/** Limit of compiled patterns: those of all rules of guardrails and of scripts. */
const mostCompiled = 1000
const kept = new Map<string, RE2JS>()

function compiledOf(pattern: string): RE2JS {
  const known = kept.get(pattern)
  if (known) return known
  if (kept.size >= mostCompiled) kept.clear()
  const compiled = RE2JS.compile(pattern)
  kept.set(pattern, compiled)
  return compiled
}
