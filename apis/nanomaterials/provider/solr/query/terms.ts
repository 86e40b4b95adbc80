// Finds the terms of a field that match a wildcard, a pattern, a fuzzy word or a range.
import { present } from '#define/present'
import { SolrProblem } from '../../errors.ts'
import { compilePattern, InvalidPattern, type Matcher } from '../../materials/linear-regexp.ts'
import { docsOfTerm, type Field, placeOf, type StringField } from '../documents/field.ts'
import type { Course, Work } from '../work.ts'
import type { Query, RangeQuery } from './ast.ts'

export type Multiterm = Extract<Query, { kind: 'wildcard' | 'regexp' | 'prefix' | 'fuzzy' }>

/** Returns the positions of the terms. A field can have many, so it awaits `pause` between them. */
export async function matchingOrds(field: StringField, query: Multiterm, { pause, work }: Course): Promise<number[]> {
  const fold = (text: string) => (field.kind === 'text' ? text.toLowerCase() : text)
  const { prefix, matches } = conditionOf(query, fold, work)
  const ords: number[] = []
  for (let ord = placeOf(field.terms, prefix); ord < field.terms.length; ord++) {
    const term = present(field.terms[ord])
    work.spend(termVisits)
    if (!term.startsWith(prefix)) break
    if (!matches || matches(term)) ords.push(ord)
    await pause()
  }
  return ords
}

/** Costs of a term, of a compiled pattern, of each character it reads and of each comparison, in visits. */
const [termVisits, compileVisits, letterVisits, comparisonVisits] = [10, 20_000, 25, 10]
const longestFuzzy = 100

interface TermCondition {
  readonly prefix: string
  /** Test of a term; undefined if the prefix suffices. */
  readonly matches: Matcher | undefined
}

function conditionOf(query: Multiterm, fold: (text: string) => string, work: Work): TermCondition {
  switch (query.kind) {
    case 'prefix':
      return { prefix: fold(query.pattern), matches: undefined }
    case 'regexp':
      return { prefix: '', matches: compiled(query.pattern, work) }
    case 'fuzzy': {
      const text = fold(query.text)
      if (text.length > longestFuzzy) throw new SolrProblem(`a fuzzy word has at most ${longestFuzzy} characters`)
      return { prefix: '', matches: (term) => isWithin(text, term, query.edits, work) }
    }
    case 'wildcard': {
      const parts = query.pattern.match(/\\.|[^\\]/gsu) ?? []
      const literals = parts.map((part) => (part === '*' || part === '?' ? undefined : fold(part.replace(/^\\/, ''))))
      const first = literals.indexOf(undefined)
      const prefix = literals.slice(0, first < 0 ? undefined : first).join('')
      if (first === parts.length - 1 && parts[first] === '*') return { prefix, matches: undefined }
      const pattern = parts.map((part, at) => wildcards[part] ?? escaped(present(literals[at]))).join('')
      return { prefix, matches: compiled(pattern, work) }
    }
  }
}

const wildcards: Readonly<Record<string, string>> = { '*': '(.|\n)*', '?': '(.|\n)' }
const escaped = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')

function compiled(pattern: string, work: Work): Matcher {
  try {
    work.spend(compileVisits)
    const matches = compilePattern(pattern, { whole: true })
    return (term) => {
      work.spend(term.length * letterVisits)
      return matches(term)
    }
  } catch (error) {
    if (error instanceof InvalidPattern) throw new SolrProblem(`the pattern cannot be used: ${error.message}`)
    throw error
  }
}

/**
 * True if at most `edits` insertions, deletions, substitutions and swaps of neighbours turn one text into the other.
 */
function isWithin(one: string, other: string, edits: number, work: Work): boolean {
  if (Math.abs(one.length - other.length) > edits) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    work.spend(other.length * comparisonVisits)
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      let least = Math.min(present(last[at]) + 1, present(next[at - 1]) + 1, present(last[at - 1]) + (isSame ? 0 : 1))
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, present(beforeLast[at - 2]) + 1)
      next.push(least)
    }
    if (Math.min(...next) > edits) return false
    beforeLast = last
    last = next
  }
  return present(last[other.length]) <= edits
}

/** Yields the documents with a value between the bounds, which are numbers for a numeric field. */
export function* rangeDocs(
  field: Field,
  { includesLow, includesHigh }: Pick<RangeQuery, 'includesLow' | 'includesHigh'>,
  [low, high]: readonly (string | number | undefined)[],
): Generator<number> {
  if (field.kind === 'number') {
    const [least, most] = [Number(low ?? Number.NEGATIVE_INFINITY), Number(high ?? Number.POSITIVE_INFINITY)]
    for (const [at, doc] of field.docs.entries()) {
      const value = present(field.values[at])
      const isAbove = low === undefined || (includesLow ? value >= least : value > least)
      const isBelow = high === undefined || (includesHigh ? value <= most : value < most)
      if (isAbove && isBelow) yield doc
    }
    return
  }
  const { terms } = field
  let first = low === undefined ? 0 : placeOf(terms, String(low))
  if (!includesLow && low !== undefined && terms[first] === low) first++
  let end = high === undefined ? terms.length : placeOf(terms, String(high))
  if (includesHigh && high !== undefined && terms[end] === high) end++
  for (let ord = first; ord < end; ord++) yield* docsOfTerm(field, ord)
}
