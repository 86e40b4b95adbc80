// Makes paragraphs of the lines of a book and sentences of the paragraphs. Lines are hard-wrapped and a blank line ends a
// paragraph; headings, notes and marks of the edition are left out. Streams, and holds one paragraph of bounded length.
import { splitSentences, withoutLoneQuotes } from './sentence-splitter.ts'

/** A paragraph that is longer is split in pieces of about this many characters, at sentences. */
const paragraphLength = 20_000
/** What is longer is a list or a table rather than a sentence. */
const sentenceLength = 3000
const headingLength = 100

export interface Reader {
  /** Takes a line without its end; `continued` when more of the same line follows. */
  line(text: string, continued: boolean): void
  /** Ends the last paragraph. */
  end(): void
}

/** Tells each sentence as soon as its paragraph is whole. */
export function createReader(tell: (sentence: string) => void): Reader {
  let lines: string[] = []
  let held = 0
  let isContinued = false

  const tellAll = (sentences: readonly string[]): void => {
    for (const sentence of sentences) {
      const text = withoutLoneQuotes(sentence)
      if (isSentence(text)) tell(text)
    }
  }
  const take = (): string => {
    const text = lines.join('')
    lines = []
    held = 0
    return text
  }
  const add = (text: string): void => {
    lines.push(text)
    held += text.length
  }
  const end = (): void => {
    const paragraph = plainText(take())
    if (paragraph !== '' && !isHeading(paragraph) && !editionWords.test(paragraph)) tellAll(splitSentences(paragraph))
  }
  /** Tells all but the last sentence, which may not be whole yet. */
  const shorten = (): void => {
    const text = take()
    const sentences = splitSentences(plainText(text))
    const last = sentences.pop() ?? ''
    tellAll(sentences)
    if (last.length <= sentenceLength) add(/\s$/.test(text) ? `${last} ` : last)
  }
  return {
    line(text, continued) {
      if (isContinued) add(text)
      else if (text.trim() === '') end()
      else add(between(lines.at(-1), text) + text.trimStart())
      if (held > paragraphLength) shorten()
      isContinued = continued
    },
    end,
  }
}

/** What stands between two lines: a line that ends in a dash or a hyphen goes on without a blank. */
function between(before: string | undefined, line: string): '' | ' ' {
  if (before === undefined) return ''
  const end = before.slice(-40).trimEnd()
  const isBroken = /(?:--|—)$/.test(end) || (/\p{L}-$/u.test(end) && /^\s{0,20}\p{Ll}/u.test(line))
  return isBroken ? '' : ' '
}

/** Without notes, pictures, page numbers and the marks of emphasis; single blanks. */
function plainText(paragraph: string): string {
  return paragraph
    .replace(/\[(?:Illustration|Footnote|Sidenote|Transcriber|Editor|Pg|Page)\b[^\]]{0,2000}\]/gi, ' ')
    .replace(/\[[\dA-Z*†]{1,4}\]|\{\d{1,4}\}/g, '')
    .replaceAll('_', '')
    .replace(/\s+/g, ' ')
    .trim()
}

const headingWords =
  /^(?:chapter|book|part|canto|section|volume|act|scene|letter) (?:the )?(?:\d+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\b/i
/** What those say who made the file. */
const editionWords =
  /^(?:produced by|e-?text prepared by|transcribed (?:by|from)|transcriber['’]s note|this e-?book was)\b/i
const endWords = /^(?:the end|finis|contents|prologue|epilogue|preface|introduction)\.?$/i

/** Short, and named like a part, numbered, all in capitals, or without an end like that of a sentence. */
function isHeading(paragraph: string): boolean {
  if (paragraph.length > headingLength) return false
  if (!/[.!?…:;,—-]["”’')\]»]*$/.test(paragraph) || !/\p{Ll}/u.test(paragraph)) return true
  // a single C, D, L or M is an initial rather than a number
  return /^(?:[IVX]{1,7}|[IVXLCDM]{2,9})\. /.test(paragraph) || headingWords.test(paragraph) || endWords.test(paragraph)
}

/** At least two letters, and not endless. */
function isSentence(text: string): boolean {
  return text.length <= sentenceLength && /\p{L}.*\p{L}/u.test(text)
}
