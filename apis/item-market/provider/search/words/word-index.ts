// The words by which items are found, and how well a typed word matches them: exactly, as a beginning, as a
// contraction, somewhere inside, or with typing errors.
import { createContractions } from './contractions.ts'
import { typed } from './typo.ts'
import { bitsIn, createWordTable, lettersOf, type SearchTerms } from './word-table.ts'

/** The cost of each kind of match; lower is better. */
export const costs = { exact: 0, beginning: 0.4, contraction: 1.5, inside: 2.5, typo: 3 } as const
export const noMatch = Number.POSITIVE_INFINITY

/** Costs are by index in the list; a caller must not change them. */
export interface WordIndex {
  /** Costs of a typed word as an exact word, a nickname or the beginning of a word; undefined when nothing matches. */
  straight(word: string): Float32Array | undefined
  /** The same costs, and those of the word as a contraction such as `dlore`. */
  contracted(word: string, straight: Float32Array | undefined): Float32Array | undefined
  /** As `straight`, and also as a contraction, inside a word, and with typing errors. */
  forgiving(word: string): Float32Array | undefined
}

/**
 * The index of a list. The words of each entry are requested one entry at a time, because all of them at once are many.
 */
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
      const text = texts[at] ?? ''
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
      const missing = required & ~(letters[at] ?? 0)
      // each letter that the word lacks is an error of its own
      if (missing !== 0 && bitsIn(missing) > allowed) continue
      const text = texts[at] ?? ''
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

/** Cost grows with the missing suffix, capped below the next kind of match. */
function beginningCost(word: string, match: string): number {
  return costs.beginning + Math.min(0.4, (match.length - word.length) * 0.03)
}

/** None in short words, where every error makes another word. */
function errorsAllowed(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
