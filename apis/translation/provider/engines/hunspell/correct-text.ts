// Corrects the spelling of a text by Hunspell's opinions: words in lower case, first words of sentences, and nouns in
// languages that capitalise them.
import type { Opinion } from './program.ts'
import { type Word, wordsIn } from './words.ts'

/** Returns opinions by word. */
type Ask = (words: readonly string[]) => Promise<ReadonlyMap<string, Opinion>>
interface CorrectOptions {
  /** True if the language capitalises nouns, as German does. */
  readonly hasCapitalNouns: boolean
}

/** Least length of a first word, which may be a name, and of an elided part, which need not be a word. */
const minPart = 4
/** Least length of a noun; shorter ones are one edit away from a name. */
const minNoun = 5
/** Least length of any word; shorter ones are one edit away from too many others. */
const minLength = 3

export async function correctSpelling(text: string, ask: Ask, options: CorrectOptions): Promise<string> {
  const words = wordsIn(text)
  const opinions = new Map(await ask(words.flatMap(formsOf)))
  // the lower case of a noun is misspelt, that of another word is right
  if (options.hasCapitalNouns)
    for (const [word, opinion] of await ask([...opinions.values()].flatMap(capitalsIn))) opinions.set(word, opinion)
  const choose = chooser(words, opinions, options)
  let corrected = ''
  let at = 0
  for (const word of words) {
    const answer = choose(word)
    if (answer === undefined) continue
    const { start, written } = word
    corrected += text.slice(at, start) + (written.includes('’') ? answer.replaceAll("'", '’') : answer)
    at = start + written.length
  }
  return corrected + text.slice(at)
}

/** The forms whose opinions decide about the word. */
const formsOf = ({ plain, before }: Word): string[] => [
  plain,
  plain.toLowerCase(),
  ...elided(plain),
  ...(before === undefined ? [] : [before]),
]

/** Capitalised suggestions, in lower case. */
const capitalsIn = ({ suggestions }: Opinion): string[] => suggestions.filter(isCapital).map((one) => one.toLowerCase())

/** The words within a word with an elided article, such as `dell'uomo`. */
const elided = (word: string) => (word.includes("'") ? word.split("'").filter((part) => part.length >= minPart) : [])

/** Creates a function that returns the correction of a wrong word, or undefined if it is unclear. */
function chooser(
  words: readonly Word[],
  opinions: ReadonlyMap<string, Opinion>,
  { hasCapitalNouns }: CorrectOptions,
): (word: Word) => string | undefined {
  const occurrences = Map.groupBy(words, ({ plain }) => plain)
  const isRight = (word: string): boolean => {
    if (opinions.get(word)?.isRight !== false) return true
    const parts = elided(word)
    return parts.length > 0 && parts.every((part) => opinions.get(part)?.isRight !== false)
  }
  /** The words at a distance of one edit, the likeliest first. */
  const neighboursOf = (word: string) =>
    opinions
      .get(word)
      ?.suggestions.filter((one) => mistakeBetween(word.toLowerCase(), one.toLowerCase()) !== undefined) ?? []

  function meant(word: string): string | undefined {
    if (word.length < minLength) return undefined
    const neighbours = neighboursOf(word).filter((one) => one === one.toLowerCase())
    const byMistake = Map.groupBy(neighbours, (one) => mistakeBetween(word, one))
    const mistake = mistakes.find((one) => byMistake.has(one))
    return only(byMistake.get(mistake) ?? [], [(one) => occurrences.has(one), (one) => one[0] === word[0]])
  }
  /** True for a likely noun; a name follows a title or another name, or occurs again. */
  function isLikelyNoun({ plain, before }: Word): boolean {
    if (plain.length < minNoun || occurrences.get(plain)?.length !== 1) return false
    return before !== undefined && before === before.toLowerCase() && isRight(before)
  }

  const isNoun = (word: string) => isCapital(word) && opinions.get(word.toLowerCase())?.isRight === false

  return (word) => {
    const { plain, isFirst } = word
    if (isRight(plain)) return undefined
    const lower = plain.toLowerCase()
    if (lower === plain) return meant(plain)
    if (hasCapitalNouns) {
      const neighbours = neighboursOf(plain)
      if (!isFirst) return isLikelyNoun(word) && neighbours.every(isNoun) ? only(neighbours, []) : undefined
      // the word may be a misspelt noun
      if (neighbours.some(isNoun)) return undefined
    }
    if (!isFirst || plain.length < minPart) return undefined
    const answer = meant(lower)
    return answer && answer.charAt(0).toUpperCase() + answer.slice(1)
  }
}

const isCapital = (word: string) => word !== word.toLowerCase()

/** The single word that a test selects, by the first test that selects exactly one. */
function only(words: readonly string[], tests: readonly ((word: string) => boolean)[]): string | undefined {
  if (words.length === 1) return words[0]
  for (const test of tests) {
    const [word, ...others] = words.filter(test)
    if (word !== undefined && others.length === 0) return word
  }
  return undefined
}

/** Mistakes in one letter, likelier ones first. */
const mistakes = ['marks', 'exchanged', 'doubled', 'other'] as const

function mistakeBetween(wrong: string, right: string): (typeof mistakes)[number] | undefined {
  if (plainLetters(wrong) === plainLetters(right)) return 'marks'
  let at = 0
  while (at < wrong.length && wrong[at] === right[at]) at++
  const [inWrong, inRight] = [wrong.slice(at), right.slice(at)]
  if (inWrong[0] === inRight[1] && inWrong[1] === inRight[0] && inWrong.slice(2) === inRight.slice(2))
    return 'exchanged'
  if (inWrong === inRight.slice(1)) return wrong[at - 1] === right[at] ? 'doubled' : 'other'
  if (inWrong.slice(1) === inRight) return wrong[at] === wrong[at - 1] ? 'doubled' : 'other'
  return inWrong.slice(1) === inRight.slice(1) ? 'other' : undefined
}

const plainLetters = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '')
