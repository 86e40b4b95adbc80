// The word that was meant, where one edit leads to it: a rule of the dictionary, or one letter added, left out,
// changed or exchanged with the next. Likelier mistakes are tried first, and of several words that one kind of
// mistake leads to, one is chosen only where a rule below tells them apart.
import type { SpellingDictionary } from './dictionary.ts'

export interface SuggestOptions {
  /** Words that are right and stand elsewhere in the text. */
  readonly isNear: (word: string) => boolean
  /** Counts a look-up; false when no more may be made. */
  readonly spend: () => boolean
}

const mostLetters = 64
/** Shorter ones are one edit from too many. */
const leastLength = 3
const mostLength = 32
/** Of so many words of one kind none is likely. */
const mostTied = 4

/** Undefined where no word is likely. `word` has no capitals. */
export function suggest(word: string, dictionary: SpellingDictionary, options: SuggestOptions): string | undefined {
  const { affixes, maySuggest } = dictionary
  const start = affixes.convertIn(word)
  if (start.length < leastLength || start.length > mostLength) return undefined
  const tried = new Set([start])
  for (const kind of kinds) {
    const found: string[] = []
    for (const candidate of kind(start, affixes)) {
      if (tried.has(candidate)) continue
      tried.add(candidate)
      if (!options.spend()) return undefined
      if (maySuggest(candidate)) found.push(candidate)
    }
    if (found.length > 0) {
      const chosen = choose(found, start, options)
      return chosen === undefined ? undefined : affixes.convertOut(chosen)
    }
  }
  return undefined
}

/** The one that stands elsewhere in the text; else, of few, the one with the same first letter. */
function choose(found: readonly string[], word: string, { isNear }: SuggestOptions): string | undefined {
  if (found.length === 1) return found[0]
  const near = found.filter(isNear)
  if (near.length === 1) return near[0]
  if (found.length > mostTied) return undefined
  const alike = found.filter((one) => one[0] === word[0])
  return alike.length === 1 ? alike[0] : undefined
}

/**
 * All words that one edit of any kind leads to, each with a capital where the dictionary has it so and not in lower
 * case. None where no more look-ups may be made. `word` has no capitals.
 */
export function neighboursOf(word: string, dictionary: SpellingDictionary, { spend }: SuggestOptions): string[] {
  const { affixes, maySuggest } = dictionary
  const start = affixes.convertIn(word)
  if (start.length < leastLength || start.length > mostLength) return []
  const tried = new Set([start])
  const found: string[] = []
  for (const kind of kinds)
    for (const candidate of kind(start, affixes)) {
      if (tried.has(candidate)) continue
      tried.add(candidate)
      if (!spend()) return []
      const noun = candidate.charAt(0).toUpperCase() + candidate.slice(1)
      if (maySuggest(noun)) found.push(affixes.convertOut(noun))
      else if (maySuggest(candidate)) found.push(affixes.convertOut(candidate))
    }
  return found
}

type Edits = (word: string, affixes: SpellingDictionary['affixes']) => Generator<string>

/** What the dictionary says is mistaken, such as `f` for `ph`. `^` and `$` stand for the ends of the word. */
const replaced: Edits = function* (word, { replacements }) {
  for (const [from, to] of replacements) {
    const isFirst = from.startsWith('^')
    const isLast = from.endsWith('$')
    const part = from.slice(isFirst ? 1 : 0, isLast ? -1 : undefined)
    if (part === '' || to.includes(' ')) continue
    for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
      const end = at + part.length
      if ((!isFirst || at === 0) && (!isLast || end === word.length)) yield word.slice(0, at) + to + word.slice(end)
    }
  }
}

/** Letters that look or sound alike, such as those with and without an accent. */
const related: Edits = function* (word, affixes) {
  const letters = lettersOf(affixes).map((one) => ({ one, base: one.normalize('NFD').charAt(0) }))
  for (let at = 0; at < word.length; at++) {
    const letter = word.charAt(at)
    const plain = letter.normalize('NFD').charAt(0)
    const alike = affixes.related.filter((group) => group.includes(letter)).join('')
    const accented = letters.flatMap(({ one, base }) => (base === plain ? [one] : []))
    for (const other of [...alike.toLowerCase().replaceAll(/[()]/g, ''), ...accented])
      yield word.slice(0, at) + other + word.slice(at + 1)
  }
}

const exchanged: Edits = function* (word) {
  for (let at = 0; at + 1 < word.length; at++)
    yield word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

/** A letter written once in place of twice, or twice in place of once. */
const doubled: Edits = function* (word) {
  for (let at = 0; at < word.length; at++) {
    yield word.slice(0, at) + word.charAt(at) + word.slice(at)
    if (word[at] === word[at + 1]) yield word.slice(0, at) + word.slice(at + 1)
  }
}

const edited: Edits = function* (word, affixes) {
  for (let at = 0; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1)
  for (const letter of lettersOf(affixes))
    for (let at = 0; at <= word.length; at++) {
      yield word.slice(0, at) + letter + word.slice(at)
      if (at < word.length) yield word.slice(0, at) + letter + word.slice(at + 1)
    }
}

/** Likelier mistakes first. */
const kinds = [replaced, related, exchanged, doubled, edited]

const lettersOf = ({ letters }: SpellingDictionary['affixes']) =>
  [...new Set(letters === '' ? 'abcdefghijklmnopqrstuvwxyz' : letters)]
    .filter((letter) => /^\p{L}$/u.test(letter))
    .slice(0, mostLetters)
