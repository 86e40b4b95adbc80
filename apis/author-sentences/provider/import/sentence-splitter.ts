// Splits one paragraph into sentences: one pass over the places where one may end, and at each a look at the word before and the
// words behind, never further than a fixed distance. So the work grows with the length of the paragraph and not faster.
import { beforeNumbers, either, inside, often, speaking, starters, titles } from './abbreviations.ts'

/** As far as is looked back for an abbreviation, and ahead for the words behind. */
const backwards = 24
const ahead = 80
/** Words between a quotation and the verb that says who spoke. */
const nameWords = 4

/** Where a sentence may end: stops, closing quotation marks and brackets, then a blank or the end. A run of stops is tried once. */
const candidate = /(?<![.!?…])([.!?…]+)(["”’')\]»]*)(?=\s|$)/g

/** `At half past 3 p.m` alone: the sentence has only told when. */
const timeOfDay = /^["“]?(?:At|By|From|Until|Till|Since|Before|After|About|Around|Towards)(?: \S+){1,4}$/

/**
 * The sentences of a paragraph, which is one line with single blanks. Nothing is lost but the blanks between them. The last may
 * be without an end.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of paragraph.matchAll(candidate)) {
    const end = match.index + match[0].length
    const [stops = '', closers = ''] = [match[1], match[2]]
    if (end < paragraph.length && !endsHere(paragraph, { start, stopAt: match.index, end, stops, closers })) continue
    sentences.push(paragraph.slice(start, end).trim())
    start = end
  }
  return [...sentences, paragraph.slice(start).trim()].filter((sentence) => sentence !== '')
}

/** Without the quotation mark at either end whose partner is in another sentence. */
export function withoutLoneQuotes(sentence: string): string {
  const straight = sentence.split('"').length - 1
  if (straight === 1) return sentence.replace(/^"\s*|\s*"$/, '')
  const [opening, closing] = [sentence.split('“').length, sentence.split('”').length]
  if (opening > closing) return sentence.replace(/^“\s*/, '')
  return closing > opening ? sentence.replace(/\s*”$/, '') : sentence
}

interface Place {
  /** Where the sentence began. */
  readonly start: number
  /** Where the stops begin. */
  readonly stopAt: number
  readonly end: number
  readonly stops: string
  readonly closers: string
}

function endsHere(paragraph: string, place: Place): boolean {
  const behind = paragraph.slice(place.end + 1, place.end + 1 + ahead)
  const next = behind.replace(/^["“”'‘’([«_*—–-]+\s*/, '')
  if (/^\p{Ll}/u.test(next)) return false
  if (/["”’'»]/.test(place.closers) && saysWhoSpoke(behind)) return false
  if (place.stops === '.' && place.closers === '') return endsAfterWord(paragraph, place, { behind, next })
  if (/^(?:\.{2,}|…)$/.test(place.stops) && place.closers === '') return !/^I\b/.test(next)
  return true
}

/** A single full stop: it may belong to the word before it. */
function endsAfterWord(paragraph: string, place: Place, { behind, next }: { behind: string; next: string }): boolean {
  const before = paragraph.slice(Math.max(place.start, place.stopAt - backwards), place.stopAt)
  const word = /[\p{L}\d.]+$/u.exec(before)?.[0] ?? ''
  const known = word.toLowerCase()
  const isNumber = /^(?:\d|[IVXLCDM]+\b)/.test(next)
  // `1. The first` and `II. The second` at the beginning are numbers of sections
  if (/^(?:\d{1,4}|[IVXLCDM]{1,7})$/.test(word) && word !== 'I' && isAll(paragraph, place, word)) return false
  if (often.has(known)) return !timeOfDay.test(paragraph.slice(place.start, place.stopAt).trimStart().slice(0, ahead))
  if (inside.has(known)) return false
  if (either.has(known) || isInitials(word)) return /^["“‘]/.test(behind) || startsSentence(next)
  if (titles.has(known)) return false
  return !(beforeNumbers.has(known) && isNumber)
}

/** Whether the sentence consists of the word so far. */
function isAll(paragraph: string, { start, stopAt }: Place, word: string): boolean {
  return stopAt - start <= word.length + 1 && paragraph.slice(start, stopAt).trim() === word
}

/** `J`, `J.R.R`, `Ph.D`, `A.D`. */
function isInitials(word: string): boolean {
  return /^\p{Lu}$/u.test(word) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word)
}

function startsSentence(next: string): boolean {
  const [word = ''] = /^[\p{L}’']+/u.exec(next) ?? []
  const [plain = ''] = word.toLowerCase().split(/[’']/)
  return starters.has(plain)
}

/** `Mary cried`, `Mr. Harl said`, `I asked` behind a quotation: at most a few names or `I`, then the verb. */
function saysWhoSpoke(behind: string): boolean {
  for (const word of behind.split(' ', nameWords + 1)) {
    const plain = word.replace(/[^\p{L}]+$/u, '')
    if (speaking.has(plain)) return true
    const isName = /^\p{Lu}/u.test(word) && !/[!?:;"“”]$/.test(word)
    if (!isName || (starters.has(plain.toLowerCase()) && plain !== 'I')) return false
  }
  return false
}
