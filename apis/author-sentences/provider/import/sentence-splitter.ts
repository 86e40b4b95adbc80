// Splits one paragraph into sentences: one pass over the possible ends of sentences, which examines the previous word
// and the next words of each, within a fixed distance. The work is therefore linear in the length of the paragraph.
import { beforeNumbers, either, inside, often, speaking, starters, titles } from './abbreviations.ts'

/** Characters examined backwards for an abbreviation, and forwards for the next words. */
const lookBehind = 24
const lookAhead = 80
/** The limit of words between a quotation and the verb of its dialogue tag. */
const maxTagWords = 4

/**
 * Possible end of a sentence: stops, closing quotation marks and brackets, then a blank or the end. A run of stops is
 * tried once. French puts a blank before its guillemet; German closes with the mark that opens elsewhere.
 */
const candidate = /(?<![.!?…])([.!?…]+)(["”“’‘')\]»«›‹]*(?: [»›])?)(?=\s|$)/g

/** Pattern of `At half past 3 p.m` alone: the sentence so far is only a time. */
const timeOfDay = /^["“]?(?:At|By|From|Until|Till|Since|Before|After|About|Around|Towards)(?: \S+){1,4}$/

/**
 * Returns the sentences of a paragraph, which is one line with single blanks. Only the blanks between sentences are
 * dropped. The last sentence can be unfinished.
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

/** Removes a quotation mark at either end whose partner is in another sentence. */
export function withoutLoneQuotes(sentence: string): string {
  const straight = sentence.split('"').length - 1
  if (straight === 1) return sentence.replace(/^"\s*|(?<!\s)\s*"$/, '')
  const [left, right] = [sentence.split('«').length, sentence.split('»').length]
  if (left !== right) return sentence.replace(/^[«»]\s*|(?<!\s)\s*[«»]$/, '')
  const [opening, closing] = [sentence.split('“').length, sentence.split('”').length]
  if (opening > closing) return sentence.replace(/^“\s*/, '')
  return closing > opening ? sentence.replace(/(?<!\s)\s*”$/, '') : sentence
}

interface SentenceEnd {
  /** Start of the sentence. */
  readonly start: number
  /** Start of the full stops. */
  readonly stopAt: number
  readonly end: number
  readonly stops: string
  readonly closers: string
}

function endsHere(paragraph: string, at: SentenceEnd): boolean {
  const following = paragraph.slice(at.end + 1, at.end + 1 + lookAhead)
  const next = following.replace(/^["“”„'‘’‚([«»‹›_*—–-]+\s*/, '')
  if (/^\p{Ll}/u.test(next)) return false
  if (/["”“’‘'»«›‹]/.test(at.closers) && isDialogueTag(following)) return false
  if (at.stops === '.' && at.closers === '') return endsAfterWord(paragraph, at, { following, next })
  if (/^(?:\.{2,}|…)$/.test(at.stops) && at.closers === '') return !/^I\b/.test(next)
  return true
}

/** Reports whether a single full stop ends the sentence: it can belong to the word before it. */
function endsAfterWord(
  paragraph: string,
  at: SentenceEnd,
  { following, next }: { following: string; next: string },
): boolean {
  const before = paragraph.slice(Math.max(at.start, at.stopAt - lookBehind), at.stopAt)
  const [word = ''] = /(?<![\p{L}\d.])[\p{L}\d.]+$/u.exec(before) ?? []
  const known = word.toLowerCase()
  const isNumber = /^(?:\d|[IVXLCDM]+\b)/.test(next)
  // `1. The first` and `II. The second` at the beginning are section numbers
  if (/^(?:\d{1,4}|[IVXLCDM]{1,7})$/.test(word) && word !== 'I' && isAll(paragraph, at, word)) return false
  if (often.has(known)) return !timeOfDay.test(paragraph.slice(at.start, at.stopAt).trimStart().slice(0, lookAhead))
  if (inside.has(known)) return false
  if (either.has(known) || isInitials(word)) return /^["“‘]/.test(following) || startsSentence(next)
  if (titles.has(known)) return false
  return !(beforeNumbers.has(known) && isNumber)
}

/** True if the sentence consists of the word so far. */
function isAll(paragraph: string, { start, stopAt }: SentenceEnd, word: string): boolean {
  return stopAt - start <= word.length + 1 && paragraph.slice(start, stopAt).trim() === word
}

/** True for `J`, `J.R.R`, `Ph.D`, `A.D`. */
function isInitials(word: string): boolean {
  return /^\p{Lu}$/u.test(word) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word)
}

function startsSentence(next: string): boolean {
  const [word = ''] = /^[\p{L}’']+/u.exec(next) ?? []
  const [plain = ''] = word.toLowerCase().split(/[’']/)
  return starters.has(plain)
}

/** True for `Mary cried`, `Mr. Harl said`, `I asked` after a quotation: at most a few names or `I`, then the verb. */
function isDialogueTag(following: string): boolean {
  for (const word of following.split(' ', maxTagWords + 1)) {
    const plain = word.replace(/(?<!\P{L})\P{L}+$/u, '')
    if (speaking.has(plain)) return true
    const isName = /^\p{Lu}/u.test(word) && !/[!?:;"“”]$/.test(word)
    if (!isName || (starters.has(plain.toLowerCase()) && plain !== 'I')) return false
  }
  return false
}
