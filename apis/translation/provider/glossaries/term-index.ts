// Finds the terms of dictionaries in text: whole words, the longest term first, as written or in lower case.
import { createPacer } from '#provider'

export interface Term {
  readonly source: string
  readonly target: string
}
export interface TermMatch extends Term {
  readonly start: number
  readonly end: number
}
export interface TermIndex {
  /** Matches in the order of the text; they do not overlap. */
  matches(text: string): TermMatch[]
}

/** Terms longer than this many words or marks are only found as a whole text. */
const longestTerm = 12
const unit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** The terms of a dictionary, and how they are written by their form in lower case. */
export interface Dictionary {
  readonly terms: ReadonlyMap<string, string>
  readonly written: ReadonlyMap<string, string>
}

/** Yields to other calls: a dictionary may have many thousand terms. */
export async function indexDictionary(terms: ReadonlyMap<string, string>): Promise<Dictionary> {
  const written = new Map<string, string>()
  const pause = createPacer()
  for (const source of terms.keys()) {
    const key = source.toLowerCase()
    if (!written.has(key)) written.set(key, source)
    const pausing = pause()
    if (pausing) await pausing
  }
  return { terms, written }
}

/** Earlier dictionaries win. */
export function createTermIndex(dictionaries: readonly Dictionary[]): TermIndex {
  const find = (text: string): Term | undefined => {
    for (const { terms, written } of dictionaries) {
      const source = terms.has(text) ? text : written.get(text.toLowerCase())
      const target = source === undefined ? undefined : terms.get(source)
      if (source !== undefined && target !== undefined) return { source, target }
    }
    return undefined
  }
  return {
    matches(text) {
      const whole = text.trim()
      const found = find(whole)
      const at = text.indexOf(whole)
      if (found) return [{ ...found, start: at, end: at + whole.length }]
      const units = Array.from(text.matchAll(unit), ({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
      }))
      const matches: TermMatch[] = []
      for (let index = 0; index < units.length; ) {
        const match = longestAt(text, units, index, find)
        if (match) matches.push(match.term)
        index += match?.units ?? 1
      }
      return matches
    },
  }
}

interface Unit {
  readonly start: number
  readonly end: number
}

function longestAt(text: string, units: readonly Unit[], from: number, find: (text: string) => Term | undefined) {
  const start = units[from]?.start ?? 0
  for (let count = Math.min(longestTerm, units.length - from); count > 0; count -= 1) {
    const end = units[from + count - 1]?.end ?? start
    const term = find(text.slice(start, end))
    if (term) return { term: { ...term, start, end }, units: count }
  }
  return undefined
}
