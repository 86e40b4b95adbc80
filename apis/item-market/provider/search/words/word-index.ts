// The search index: finds items by words, with a cost for each kind of match: exact, as a beginning, as a contraction,
// inside a word, or with typing errors.
import { present } from '#define/present'
import { createContractions } from './contractions.ts'
import { typed } from './typo.ts'
import { bitsIn, createWordTable, lettersOf, type SearchTerms } from './word-table.ts'

/** The cost of each kind of match; lower is better. */
const costs = { exact: 0, beginning: 0.4, contraction: 1.5, inside: 2.5, typo: 3 } as const
export const exactMatch = costs.exact
export const noMatch = Number.POSITIVE_INFINITY

/** An index whose costs are by position in the list; callers must not modify them. */
export interface WordIndex {
  /**
   * Returns costs of a typed word as an exact word, a nickname or the beginning of a word; undefined without a match.
   */
  straight(word: string): Float32Array | undefined
  /** Returns the same costs, and those of the word as a contraction such as `dlore`. */
  contracted(word: string, straight: Float32Array | undefined): Float32Array | undefined
  /** Matches like `straight`, and also as a contraction, inside a word, and with typing errors. */
  forgiving(word: string): Float32Array | undefined
}

/** Creates the index of a list. Words are requested one entry at a time, because all of them at once are many. */
export function createWordIndex<T>(list: readonly T[], termsOf: (one: T) => SearchTerms): WordIndex {
  const words = createWordTable(list, termsOf)
  const { texts, letters } = words
  const contractions = createContractions(list.map((one) => termsOf(one).contractions))
  const { length } = list
  const none = () => new Float32Array(length).fill(noMatch)

  function straight(word: string): Float32Array | undefined {
    const result = none()
    const from = words.firstAtLeast(word)
    let at = from
    for (; at < texts.length; at++) {
      const text = present(texts[at])
      if (!text.startsWith(word)) break
      words.lower(result, at, text === word ? costs.exact : beginningCost(word, text))
    }
    return at === from ? undefined : result
  }

  function forgiving(word: string): Float32Array | undefined {
    const strict = contracted(word, straight(word))
    const result = strict ?? none()
    let hasMatch = strict !== undefined
    const lower = (at: number, cost: number) => {
      words.lower(result, at, cost)
      hasMatch = true
    }
    const allowed = errorsAllowed(word)
    const pattern = typed(word)
    const required = lettersOf(word)
    for (let at = 0; at < texts.length; at++) {
      const missing = required & ~present(letters[at])
      // each missing letter is a separate error
      if (missing !== 0 && bitsIn(missing) > allowed) continue
      const text = present(texts[at])
      if (missing === 0 && word.length >= 3 && text.includes(word, 1)) lower(at, costs.inside)
      if (allowed === 0) continue
      const errors = pattern.errorsTo(text, allowed)
      if (errors <= allowed) lower(at, costs.typo + errors + beginningCost(word, text))
    }
    return hasMatch ? result : undefined
  }

  function contracted(word: string, known: Float32Array | undefined): Float32Array | undefined {
    const indexes = contractions.of(word)
    if (indexes.length === 0) return known
    const result = known ?? none()
    for (const index of indexes) result[index] = Math.min(result[index] ?? noMatch, costs.contraction)
    return result
  }

  return { straight, contracted, forgiving }
}

/** Returns a cost that grows with the missing suffix, capped below the next kind of match. */
function beginningCost(word: string, match: string): number {
  return costs.beginning + Math.min(0.4, (match.length - word.length) * 0.03)
}

/** Returns the typing errors allowed in a word: 0 in short ones, where an error makes another word. */
function errorsAllowed(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
