// Finds the books of a text file: the details in its first lines, the limits of a Project Gutenberg text (SOURCES 5),
// and the beginning of each work in a file with several. Streams, and buffers only the beginning.
import { excerpt, invalidImport } from '#provider/import'
import type { Book } from '../book.ts'
import { comparable } from '../comparable.ts'
import { createParagraphReader, type ParagraphReader } from './paragraphs.ts'
import type { Line } from './text-lines.ts'

interface Work {
  readonly author: string
  readonly name: string
  readonly year: string
  readonly reader: ParagraphReader
  /** Sentences by their comparable form. */
  readonly sentences: Map<string, string>
}
interface BookReader {
  take(line: Line): void
  /** Returns the books. Throws `import.invalid` if a name or year is missing or a book has no sentences. */
  finish(): Book[]
}
interface BookReaderOptions {
  readonly fileName: string
  /** The limit of sentences per book. */
  readonly maxSentences: number
  /** Called after each sentence. */
  readonly onSentence: () => void
}

/** The limit of lines before the text of a Project Gutenberg file. */
const maxFrontLines = 500
const maxFrontLength = 100_000
const maxNameLength = 300
const maxWorks = 500

const startMarker =
  /^\s*\*\*\*\s?START OF (?:THE|THIS) PROJECT GUTENBERG E(?:BOOK|TEXT)|^\s*\*END\*?\s?THE SMALL PRINT/i
/** The limit of lines for a marker with a long title. */
const maxMarkerLines = 6
const endMarker = /^\s*(?:\*\*\*\s?END OF (?:THE|THIS) PROJECT GUTENBERG EBOOK|End of (?:the )?Project Gutenberg)/i
const detail =
  /^(Title|Subtitle|Author|Year|Book|Language|Credits|Editor|Translator|Illustrator|Release date|Original publication|First published):\s{0,20}(\S.*)$/i

export function createBookReader(options: BookReaderOptions): BookReader {
  let front: Line[] | undefined = []
  let held = 0
  let works: Work[] = []
  let byHeading: ReadonlyMap<string, Work> = new Map()
  let open: Work | undefined
  let isOver = false
  let isContinued = false

  const readTextLine = (line: Line): void => {
    if (isOver) return
    const begins = !isContinued && !line.continued
    isContinued = line.continued
    isOver = begins && endMarker.test(line.text)
    if (isOver) return
    const next = begins && works.length > 1 ? byHeading.get(headingForm(line.text)) : undefined
    if (next) {
      open?.reader.end()
      open = next
    } else open?.reader.line(line.text, line.continued)
  }
  /** Reads the details at the beginning, and the buffered part of the text. */
  const openText = (lines: readonly Line[]): void => {
    front = undefined
    // older files have two: one after the licence, and one before the text
    const begin = lines.findLastIndex((line) => startMarker.test(line.text))
    const header = lines.slice(0, begin < 0 ? headerLength(lines) : begin)
    works = worksOf(header, options)
    byHeading = new Map(works.map((work) => [headingForm(work.name), work]))
    open = works.length === 1 ? works[0] : undefined
    for (const line of lines.slice(begin < 0 ? header.length : markerEnd(lines, begin))) readTextLine(line)
  }
  return {
    take(line) {
      if (front === undefined) {
        readTextLine(line)
        return
      }
      front.push(line)
      held += line.text.length
      if (front.length >= maxFrontLines || held > maxFrontLength) openText(front)
    },
    finish() {
      if (front) openText(front)
      open?.reader.end()
      const empty = works.filter(({ sentences }) => sentences.size === 0).map(({ name }) => excerpt(name))
      if (empty.length > 0)
        throw invalidImport(
          works.length > 1
            ? `no sentences were found below a line with the name of ${empty.join(', ')}`
            : 'it holds no sentences',
        )
      return works.map(({ author, name, year, sentences }) => ({
        author,
        name,
        year,
        sentences: [...sentences.values()],
      }))
    },
  }
}

/** Returns the position after a marker, which continues until a line ends with asterisks. */
function markerEnd(lines: readonly Line[], begin: number): number {
  for (let at = begin; at < Math.min(lines.length, begin + maxMarkerLines); at++) {
    const text = lines[at]?.text.trim() ?? ''
    if (text === '') break
    if (/\*\s?(?:END\s?)?\*$/.test(text)) return at + 1
  }
  return begin + 1
}

/** Counts the lines of `Name: value` at the beginning, and the blank ones among them. */
function headerLength(lines: readonly Line[]): number {
  const end = lines.findIndex(({ text }) => text.trim() !== '' && !detail.test(text.trim()))
  return end < 0 ? lines.length : end
}

/** Returns a work for each `Book:` line, or else the single one that title and year, or the file name, describe. */
function worksOf(header: readonly Line[], options: BookReaderOptions): Work[] {
  const values = new Map<string, string>()
  const listed: { name: string; year: string }[] = []
  for (const { number, text } of header) {
    const [, name = '', value = ''] = detail.exec(text.trim()) ?? []
    const key = name.toLowerCase()
    if (key === 'book') listed.push(bookIn(value, number))
    else if (key !== '' && !values.has(key)) values.set(key, value.trim())
  }
  if (listed.length > maxWorks) throw invalidImport(`more than ${maxWorks} books in one file`)
  const author = (values.get('author') ?? '').slice(0, maxNameLength)
  const books = listed.length > 0 ? listed : [onlyBook(values, options.fileName)]
  return books.map((book) => createWork({ ...book, author }, options))
}

/** Parses `The Name (1928)`. */
function bookIn(value: string, line: number): { name: string; year: string } {
  const [, name = '', year = ''] = /^(.{0,299}\S)\s*\((\d{4})\)$/.exec(value.trim()) ?? []
  if (name === '') throw invalidImport(`line ${line}: ${excerpt(value)} is not a name with its year in brackets`)
  return { name, year }
}

function onlyBook(values: ReadonlyMap<string, string>, fileName: string): { name: string; year: string } {
  const fromFile = bookOfFile(fileName)
  const name = (values.get('title') ?? fromFile.name).slice(0, maxNameLength)
  const published = values.get('year') ?? values.get('original publication') ?? values.get('first published')
  const year = published?.match(/\b\d{4}\b/g)?.at(-1) ?? fromFile.year
  if (name === '' || year === '')
    throw invalidImport(
      'the name or the year of the book is missing: call the file "Name (1928).txt", or put the lines ' +
        '"Title: Name" and "Year: 1928" at its beginning',
    )
  return { name, year }
}

/** Parses `The Name (1928).txt`, `1928 - The Name.txt`, `the-name-1928.txt`, `The_Name_1928.txt`. */
function bookOfFile(fileName: string): { name: string; year: string } {
  const stem = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, maxNameLength)
  const plain = stem.includes(' ') ? stem : stem.replace(/[-_]+/g, ' ')
  const [match = '', before, after] = /^\(?(\d{4})\)?\b|\b\(?(\d{4})\)?$/.exec(plain) ?? []
  const name = plain.replace(match, '').replace(/^[\s,.()-]+|(?<![\s,.()-])[\s,.()-]+$/g, '')
  return { name: name.charAt(0).toUpperCase() + name.slice(1), year: before ?? after ?? '' }
}

function createWork(
  details: { author: string; name: string; year: string },
  { maxSentences, onSentence }: BookReaderOptions,
): Work {
  const sentences = new Map<string, string>()
  const reader = createParagraphReader((sentence) => {
    const form = comparable(sentence)
    if (sentences.has(form)) return
    if (sentences.size >= maxSentences)
      throw invalidImport(`${excerpt(details.name)} has more than ${maxSentences} sentences`)
    sentences.set(form, sentence)
    onSentence()
  })
  return { ...details, reader, sentences }
}

/** Returns a name in the form compared with headings: letters and digits only, in lower case. */
function headingForm(line: string): string {
  return line
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
