// Finds the terms of dictionaries in text: whole words, the longest term first, as written or in lower case. Words
// without such a match are also looked up by their base forms.
import { createPacer } from '#provider'

interface Term {
  readonly source: string
  readonly target: string
}
interface TermMatch extends Term {
  readonly start: number
  readonly end: number
  /** True if the text has the term itself, rather than another form of it. */
  readonly isExact: boolean
}
/** Possible base forms by word in lower case. */
export type BaseForms = ReadonlyMap<string, readonly string[]>
export interface TermIndex {
  /** Matches in the order of the text, without overlaps. Other forms of terms are found by the base forms. */
  matches(text: string, bases?: BaseForms): TermMatch[]
}

/** Terms longer than this many words or punctuation marks are only found as a whole text. */
const longestTerm = 12
/** Terms of more words or punctuation marks are only found as written. */
const longestInflected = 4
/** Limit of combinations in which base forms replace the words of a phrase. */
const mostWays = 12
const firstUnit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|\S/u
const unit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** The terms of a dictionary, and their written form by lower case. */
export interface Dictionary {
  readonly terms: ReadonlyMap<string, string>
  readonly written: ReadonlyMap<string, string>
  /** The first words or punctuation marks of terms with several, in lower case. */
  readonly starts: ReadonlySet<string>
}

/** Indexes the terms; yields to other calls, because a dictionary may have many thousand. */
export async function indexDictionary(terms: ReadonlyMap<string, string>): Promise<Dictionary> {
  const written = new Map<string, string>()
  const starts = new Set<string>()
  const pause = createPacer()
  for (const source of terms.keys()) {
    const key = source.toLowerCase()
    if (!written.has(key)) written.set(key, source)
    const [first = ''] = firstUnit.exec(key) ?? []
    if (first.length < key.length) starts.add(first)
    await pause()
  }
  return { terms, written, starts }
}

/** Creates an index in which earlier dictionaries take precedence. */
export function createTermIndex(dictionaries: readonly Dictionary[]): TermIndex {
  const find: Find = (text) => {
    for (const { terms, written } of dictionaries) {
      const source = terms.has(text) ? text : written.get(text.toLowerCase())
      const target = source === undefined ? undefined : terms.get(source)
      if (source !== undefined && target !== undefined) return { source, target }
    }
    return undefined
  }
  const startsTerm = (word: string) => dictionaries.some(({ starts }) => starts.has(word))
  return {
    matches(text, bases = new Map()) {
      const whole = text.trim()
      const found = find(whole)
      const at = text.indexOf(whole)
      if (found) return [{ ...found, start: at, end: at + whole.length, isExact: true }]
      const units = Array.from(text.matchAll(unit), ({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
      }))
      const matches: TermMatch[] = []
      let free = 0
      for (let index = 0; index < units.length; ) {
        const match = longestAt(text, units, index, { find, startsTerm })
        if (match) {
          matches.push(...inflectedIn(text, units.slice(free, index), { bases, find, startsTerm }), match.term)
          free = index + match.units
        }
        index += match?.units ?? 1
      }
      return [...matches, ...inflectedIn(text, units.slice(free), { bases, find, startsTerm })]
    },
  }
}

type Find = (text: string) => Term | undefined
interface Unit {
  readonly start: number
  readonly end: number
}

interface Lookup {
  readonly find: Find
  readonly startsTerm: (word: string) => boolean
}

function longestAt(text: string, units: readonly Unit[], from: number, { find, startsTerm }: Lookup) {
  const { start, end: firstEnd } = units[from] ?? { start: 0, end: 0 }
  const isStart = startsTerm(text.slice(start, firstEnd).toLowerCase())
  for (let count = isStart ? Math.min(longestTerm, units.length - from) : 1; count > 0; count -= 1) {
    const end = units[from + count - 1]?.end ?? start
    const term = find(text.slice(start, end))
    if (term) return { term: { ...term, start, end, isExact: true }, units: count }
  }
  return undefined
}

interface FormLookup extends Lookup {
  readonly bases: BaseForms
}

/** The inflected terms in a part of a text. */
function inflectedIn(text: string, units: readonly Unit[], lookup: FormLookup): TermMatch[] {
  if (lookup.bases.size === 0) return []
  const matches: TermMatch[] = []
  for (let index = 0; index < units.length; ) {
    const match = inflectedAt(text, units, index, lookup)
    if (match) matches.push(match.term)
    index += match?.units ?? 1
  }
  return matches
}

function inflectedAt(text: string, units: readonly Unit[], from: number, { bases, find, startsTerm }: FormLookup) {
  const wordsOf = ({ start, end }: Unit) => {
    const word = text.slice(start, end)
    return [word, ...(bases.get(word.toLowerCase()) ?? [])]
  }
  const [first] = units.slice(from, from + 1)
  if (!first) return undefined
  const { start } = first
  const heads = wordsOf(first).filter((word) => startsTerm(word.toLowerCase()))
  const longest = heads.length === 0 ? 1 : Math.min(longestInflected, units.length - from)
  for (let count = longest; count > 0; count -= 1) {
    const phrase = units.slice(from, from + count)
    let ways = count === 1 ? wordsOf(first) : heads
    for (const [index, next] of phrase.slice(1).entries()) {
      const between = text.slice(phrase[index]?.end, next.start)
      ways = ways.flatMap((way) => wordsOf(next).map((word) => way + between + word)).slice(0, mostWays)
    }
    const end = phrase.at(-1)?.end ?? start
    for (const way of ways) {
      const term = find(way)
      if (term) return { term: { ...term, start, end, isExact: false }, units: count }
    }
  }
  return undefined
}
