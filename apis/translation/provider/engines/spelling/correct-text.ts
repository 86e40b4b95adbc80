// Corrects the spelling of a text by dictionaries: of words in lower case that none of them has, and of first words of
// sentences.
import type { SpellingDictionary } from './dictionary.ts'
import { suggest } from './suggest.ts'

/** Look-ups that suggestions for one text may take, a second or two; what comes behind is left alone. */
const mostLookups = 150_000
/** A first word of a sentence may be a name: shorter ones are. */
const leastFirst = 4

/** Of several dictionaries a word is right by any of them; the first suggests. */
export function correctSpelling(text: string, dictionaries: readonly SpellingDictionary[]): string {
  const [suggesting] = dictionaries
  if (!suggesting) return text
  const known = new Map<string, boolean>()
  const answers = new Map<string, string | undefined>()
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
    return parts.length > 1 && parts.every((part) => part.length < leastFirst || isRight(part))
  }
  const options = { isNear: (one: string) => known.get(one) === true, spend: () => left-- > 0 }
  const meant = (word: string): string | undefined => {
    if (!answers.has(word)) answers.set(word, suggest(word, suggesting, options))
    return answers.get(word)
  }

  const words = wordsIn(text)
  // what is right is known before anything is suggested
  for (const { plain } of words) isRight(plain)
  let done = ''
  let at = 0
  for (const { start, written, plain, isFirst } of words) {
    if (isRight(plain) || left <= 0) continue
    const lower = plain.toLowerCase()
    const isCapital = lower !== plain
    if (isCapital && (!isFirst || plain.length < leastFirst)) continue
    const answer = meant(lower)
    if (answer === undefined) continue
    const cased = isCapital ? answer.charAt(0).toUpperCase() + answer.slice(1) : answer
    done += text.slice(at, start) + (written.includes('’') ? cased.replaceAll("'", '’') : cased)
    at = start + written.length
  }
  return done + text.slice(at)
}

interface Word {
  readonly start: number
  readonly written: string
  /** With the plain apostrophe. */
  readonly plain: string
  /** Whether a sentence begins with it. */
  readonly isFirst: boolean
}

/** Those that may be misspelt: not within tags, addresses and whatever else is no prose, and without inner capitals. */
function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  // what a tag or an entity has is replaced by as many spaces, so that places stay
  const prose = text.replaceAll(/<[^<>]*>|&#?\w{1,32};|\{[^{}]*\}/g, (found) => ' '.repeat(found.length))
  for (const { 0: chunk, index } of prose.matchAll(/\S+/g)) {
    const isProse = !/[\p{N}_@\\/#&=+$%^~|<>{}[\]]|\p{L}[.:]\p{L}/u.test(chunk)
    for (const { 0: written, index: within } of chunk.matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
      const isPlain = isProse && /^\p{L}[\p{Ll}\p{Lo}\p{M}'’]*$/u.test(written) && !isCut(chunk, within, written)
      if (isPlain) words.push({ start: index + within, written, plain: written.replaceAll('’', "'"), isFirst })
      isFirst = false
    }
    if (/[.!?:…]["'”’»)\]]*$/u.test(chunk) || /^[-–—•*]$/u.test(chunk)) isFirst = true
  }
  return words
}

/** Whether the word is next to a hyphen: a part, as in `on- and offline`, is no word of its own. */
function isCut(chunk: string, at: number, word: string): boolean {
  const [before, after] = [chunk.charAt(at - 1), chunk.charAt(at + word.length)]
  return /[-‐‑–·*]/u.test(before) || /[-‐‑–·*]/u.test(after)
}
