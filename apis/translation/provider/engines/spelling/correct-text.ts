// Corrects the spelling of a text by dictionaries: of words in lower case that none of them has, of first words of
// sentences, of parts of words with hyphens, and of nouns in languages that write them with a capital.
import type { SpellingDictionary } from './dictionary.ts'
import { neighboursOf, suggest } from './suggest.ts'
import { type Word, wordsIn } from './words.ts'

/** Look-ups that suggestions for one text may take, a second or two; what comes behind is left alone. */
const mostLookups = 150_000
/** A first word of a sentence may be a name, and parts of a word may be no words: shorter ones are. */
const leastPart = 4
/** Shorter ones are one edit from a name. */
const leastNoun = 5

export interface CorrectOptions {
  /** Whether the language writes nouns with a capital, as German does. */
  readonly hasCapitalNouns?: boolean
}

/** Of several dictionaries a word is right by any of them; the first suggests. */
export function correctSpelling(
  text: string,
  dictionaries: readonly SpellingDictionary[],
  { hasCapitalNouns = false }: CorrectOptions = {},
): string {
  const [suggesting] = dictionaries
  if (!suggesting) return text
  const known = new Map<string, boolean>()
  const answers = new Map<string, string | undefined>()
  const occurrences = new Map<string, number>()
  let left = mostLookups

  function isRight(word: string): boolean {
    const before = known.get(word)
    if (before !== undefined) return before
    const is = dictionaries.some((one) => one.has(word)) || isMadeOfWords(word)
    known.set(word, is)
    return is
  }
  /** As with an elided article, `dell'uomo`. */
  function isMadeOfWords(word: string): boolean {
    const parts = word.split("'")
    return parts.length > 1 && parts.every((part) => part.length < leastPart || isRight(part))
  }
  const options = { isNear: (one: string) => known.get(one) === true, spend: () => left-- > 0 }
  const meant = (word: string): string | undefined => {
    if (!answers.has(word)) answers.set(word, suggest(word, suggesting, options))
    return answers.get(word)
  }

  /** Where the word is wrong as a whole and all other parts are right. */
  function isLikelyPart({ plain, parts }: Word): boolean {
    if (plain.length < leastPart || isRight(parts.join('-'))) return false
    return parts.filter((part) => !isRight(part)).length === 1
  }
  /** A name follows a title or another name, or occurs again. */
  function isLikelyNoun({ plain, before }: Word): boolean {
    if (plain.length < leastNoun || occurrences.get(plain) !== 1) return false
    return before !== undefined && before === before.toLowerCase() && isRight(before)
  }
  const correctionOf = (word: Word): string | undefined => {
    const { plain, isFirst, parts } = word
    const lower = plain.toLowerCase()
    if (lower === plain) return parts.length === 1 || isLikelyPart(word) ? meant(plain) : undefined
    if (parts.length > 1) return undefined
    if (hasCapitalNouns) {
      const neighbours = neighboursOf(lower, suggesting, options)
      if (!isFirst) return isLikelyNoun(word) ? nounIn(neighbours) : undefined
      // it may be a misspelt noun
      if (neighbours.some((one) => one !== one.toLowerCase())) return undefined
    }
    if (!isFirst || plain.length < leastPart) return undefined
    const answer = meant(lower)
    return answer === undefined ? undefined : capital(answer)
  }

  const words = wordsIn(text)
  // what is right is known before anything is suggested
  for (const { plain } of words) {
    isRight(plain)
    occurrences.set(plain, (occurrences.get(plain) ?? 0) + 1)
  }
  let done = ''
  let at = 0
  for (const word of words) {
    if (isRight(word.plain) || left <= 0) continue
    const answer = correctionOf(word)
    if (answer === undefined) continue
    const { start, written } = word
    done += text.slice(at, start) + (written.includes('’') ? answer.replaceAll("'", '’') : answer)
    at = start + written.length
  }
  return done + text.slice(at)
}

/** The only word that one edit leads to, where that is a noun. */
const nounIn = (neighbours: readonly string[]) =>
  neighbours.length === 1 && neighbours[0] !== neighbours[0]?.toLowerCase() ? neighbours[0] : undefined
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
