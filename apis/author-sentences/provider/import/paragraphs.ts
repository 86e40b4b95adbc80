// Joins the lines of a book to paragraphs and splits these into sentences. Lines are hard-wrapped and a blank line ends
// a paragraph; headings, notes and credits of the edition are skipped. Streams, and holds one paragraph of bounded
// length.
import { splitSentences, withoutLoneQuotes } from './sentence-splitter.ts'

/** Length above which a paragraph is split at sentences into pieces of about this size. */
const maxParagraphLength = 20_000
/** Maximum length of a sentence; anything longer is a list or a table. */
const maxSentenceLength = 3000
const maxHeadingLength = 100

export interface ParagraphReader {
  /** Takes a line without its line break; `continued` if more of the same line follows. */
  line(text: string, continued: boolean): void
  /** Ends the last paragraph. */
  end(): void
}

/** Calls `onSentence` with each sentence as soon as its paragraph is complete. */
export function createParagraphReader(onSentence: (sentence: string) => void): ParagraphReader {
  let lines: string[] = []
  let held = 0
  let isContinued = false
  let isFront = true

  const emit = (sentences: readonly string[]): void => {
    for (const sentence of sentences) {
      const complete = withoutLoneQuotes(sentence)
      if (isSentence(complete)) onSentence(complete)
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
    if (paragraph === '' || isHeading(paragraph) || creditWords.test(paragraph)) return
    if (isFront && frontWords.test(paragraph)) return
    isFront = false
    emit(splitSentences(paragraph))
  }
  /** Emits all but the last sentence, which can be incomplete. */
  const shorten = (): void => {
    isFront = false
    const text = take()
    const sentences = splitSentences(plainText(text))
    const last = sentences.pop() ?? ''
    emit(sentences)
    if (last.length <= maxSentenceLength) add(/\s$/.test(text) ? `${last} ` : last)
  }
  return {
    line(text, continued) {
      if (isContinued) add(text)
      else if (text.trim() === '') end()
      else add(between(lines.at(-1), text) + text.trimStart())
      if (held > maxParagraphLength) shorten()
      isContinued = continued
    },
    end,
  }
}

/** Returns the string that joins two lines: empty after a dash or a hyphen, else a space. */
function between(previous: string | undefined, line: string): '' | ' ' {
  if (previous === undefined) return ''
  const end = previous.slice(-40).trimEnd()
  const isBroken = /(?:--|—)$/.test(end) || (/\p{L}-$/u.test(end) && /^\s{0,20}\p{Ll}/u.test(line))
  return isBroken ? '' : ' '
}

const opening = /\[(?:Illustration|Footnote|Sidenote|Transcriber|Editor|Pg|Page)\b/gi
const longestNote = 2000

function withoutNotes(paragraph: string): string {
  let plain = ''
  let from = 0
  let end = -1
  for (const { 0: head, index } of paragraph.matchAll(opening)) {
    if (index < from) continue
    if (end < index) end = paragraph.indexOf(']', index)
    if (end < 0) break
    if (end - index - head.length > longestNote) continue
    plain += `${paragraph.slice(from, index)} `
    from = end + 1
  }
  return plain + paragraph.slice(from)
}

/** Removes notes, pictures, page numbers and emphasis marks, and leaves single spaces. */
function plainText(paragraph: string): string {
  return withoutNotes(paragraph)
    .replace(/\[[\dA-Z*†]{1,4}\]|\{\d{1,4}\}/g, '')
    .replaceAll('_', '')
    .replace(/\s+/g, ' ')
    .trim()
}

const headingWords =
  /^(?:chapter|book|part|canto|section|volume|act|scene|letter) (?:the )?(?:\d+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\b/i
/** Credits of the people who produced the file. */
const creditWords =
  /^(?:\W{0,3}(?:produced by|(?:this )?e-?(?:text|book) (?:was )?(?:prepared|produced|created|scanned|transcribed)|transcribed (?:by|from)|transcriber['’]s note|this e-?book was|distributed proofread|the project gutenberg)\b|<<)/i
/** Phrases that begin an editor's notes before the text; an author can use them within it. */
const frontWords =
  /^\W{0,3}(?:(?:special |many |with )?thanks\b|(?:editor['’]s |publisher['’]s )?notes?\s{0,3}[:.—-]|this (?:electronic|digital|e-?text|e-?book|text|file|edition|version)\b|(?:scanned|digiti[sz]ed|proofread|converted|formatted|typed|prepared|corrected|edited|updated|html version|images?|cover) (?:by|generously|courtesy|and)\b|copyright\b|\(?c\)? \d{4}|all rights reserved|(?:first )?(?:published|printed) (?:in|by)\b|release date\b|character set\b|project gutenberg)/i
const endWords = /^(?:the end|finis|contents|prologue|epilogue|preface|introduction)\.?$/i

/**
 * True if the paragraph is short, and either named like a part, numbered, all in capitals, or without the punctuation
 * that ends a sentence.
 */
function isHeading(paragraph: string): boolean {
  if (paragraph.length > maxHeadingLength) return false
  if (!/[.!?…:;,—-]["”’')\]»]*$/.test(paragraph) || !/\p{Ll}/u.test(paragraph)) return true
  // a single C, D, L or M is an initial rather than a number
  return /^(?:[IVX]{1,7}|[IVXLCDM]{2,9})\. /.test(paragraph) || headingWords.test(paragraph) || endWords.test(paragraph)
}

/** True if the candidate has at least two letters and is not too long. */
function isSentence(candidate: string): boolean {
  return candidate.length <= maxSentenceLength && /\p{L}.*\p{L}/u.test(candidate)
}
