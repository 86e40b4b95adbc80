// Finds the books of a text file: what the lines at its beginning say of it, where a Project Gutenberg text begins and ends, and
// in a file with several works where each begins. Streams; only the beginning is held.
import { comparable } from '../comparable.ts'
import { quoted, refused } from '../refused.ts'
import { createReader, type Reader } from './paragraphs.ts'
import type { Line } from './text-lines.ts'

export interface Book {
  readonly author: string
  readonly name: string
  readonly year: string
  /** In their order, each once. */
  readonly sentences: readonly string[]
}
interface Work {
  readonly author: string
  readonly name: string
  readonly year: string
  readonly reader: Reader
  /** By the form in which they are compared. */
  readonly sentences: Map<string, string>
}
export interface BookReader {
  take(line: Line): void
  /** The books. Throws `import.invalid` when a name or year is missing or a book has no sentences. */
  finish(): Book[]
}
export interface BookFacts {
  readonly fileName: string
  /** Sentences of one book at the most. */
  readonly most: number
  /** Told after each sentence. */
  readonly progress: (sentences: number) => void
}

/** Where the text of a Project Gutenberg file must have begun. */
const frontLines = 500
const frontLength = 100_000
const nameLength = 300
const worksLimit = 500

const beginMark = /^\s*\*\*\*\s?START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK/i
const endMark = /^\s*(?:\*\*\*\s?END OF (?:THE|THIS) PROJECT GUTENBERG EBOOK|End of (?:the )?Project Gutenberg)/i
const fact =
  /^(Title|Subtitle|Author|Year|Book|Language|Credits|Editor|Translator|Illustrator|Release date|Original publication|First published):\s{0,20}(\S.*)$/i

export function createBookReader(facts: BookFacts): BookReader {
  let front: Line[] | undefined = []
  let held = 0
  let works: Work[] = []
  let byHeading: ReadonlyMap<string, Work> = new Map()
  let open: Work | undefined
  let isOver = false
  let isContinued = false

  const text = (line: Line): void => {
    if (isOver) return
    const begins = !isContinued && !line.continued
    isContinued = line.continued
    isOver = begins && endMark.test(line.text)
    if (isOver) return
    const next = begins && works.length > 1 ? byHeading.get(headingForm(line.text)) : undefined
    if (next) {
      open?.reader.end()
      open = next
    } else open?.reader.line(line.text, line.continued)
  }
  /** Reads the beginning as what it is, and the rest of it as text. */
  const openText = (lines: readonly Line[]): void => {
    front = undefined
    const begin = lines.findIndex((line) => beginMark.test(line.text))
    const header = lines.slice(0, begin < 0 ? headerLength(lines) : begin)
    works = worksOf(header, facts)
    byHeading = new Map(works.map((work) => [headingForm(work.name), work]))
    open = works.length === 1 ? works[0] : undefined
    for (const line of lines.slice(begin < 0 ? header.length : begin + 1)) text(line)
  }
  return {
    take(line) {
      if (front === undefined) return text(line)
      front.push(line)
      held += line.text.length
      if (front.length >= frontLines || held > frontLength) openText(front)
    },
    finish() {
      if (front) openText(front)
      open?.reader.end()
      const empty = works.filter(({ sentences }) => sentences.size === 0).map(({ name }) => quoted(name))
      if (empty.length > 0)
        throw refused([
          works.length > 1
            ? `no sentences were found below a line with the name of ${empty.join(', ')}`
            : 'it holds no sentences',
        ])
      return works.map(({ author, name, year, sentences }) => ({
        author,
        name,
        year,
        sentences: [...sentences.values()],
      }))
    },
  }
}

/** Lines of `Name: value` at the beginning, and the blank ones among them. */
function headerLength(lines: readonly Line[]): number {
  const end = lines.findIndex(({ text }) => text.trim() !== '' && !fact.test(text.trim()))
  return end < 0 ? lines.length : end
}

/** One work for each `Book:` line, or the one that title or file name and year tell of. */
function worksOf(header: readonly Line[], facts: BookFacts): Work[] {
  const values = new Map<string, string>()
  const listed: { name: string; year: string }[] = []
  for (const { number, text } of header) {
    const [, name = '', value = ''] = fact.exec(text.trim()) ?? []
    const key = name.toLowerCase()
    if (key === 'book') listed.push(bookIn(value, number))
    else if (key !== '' && !values.has(key)) values.set(key, value.trim())
  }
  if (listed.length > worksLimit) throw refused([`more than ${worksLimit} books in one file`])
  const author = (values.get('author') ?? '').slice(0, nameLength)
  const books = listed.length > 0 ? listed : [onlyBook(values, facts.fileName)]
  return books.map((book) => createWork({ ...book, author }, facts))
}

/** `The Name (1928)`. */
function bookIn(value: string, line: number): { name: string; year: string } {
  const [, name = '', year = ''] = /^(.{1,300}?)\s*\((\d{4})\)$/.exec(value.trim()) ?? []
  if (name === '') throw refused([`line ${line}: ${quoted(value)} is not a name with its year in brackets`])
  return { name, year }
}

function onlyBook(values: ReadonlyMap<string, string>, fileName: string): { name: string; year: string } {
  const fromFile = bookOfFile(fileName)
  const name = (values.get('title') ?? fromFile.name).slice(0, nameLength)
  const said = values.get('year') ?? values.get('original publication') ?? values.get('first published')
  const year = said?.match(/\b\d{4}\b/g)?.at(-1) ?? fromFile.year
  if (name === '' || year === '')
    throw refused([
      'the name or the year of the book is missing: call the file "Name (1928).txt", or put the lines ' +
        '"Title: Name" and "Year: 1928" at its beginning',
    ])
  return { name, year }
}

/** `The Name (1928).txt`, `1928 - The Name.txt`, `the-name-1928.txt`, `The_Name_1928.txt`. */
function bookOfFile(fileName: string): { name: string; year: string } {
  const stem = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, nameLength)
  const plain = stem.includes(' ') ? stem : stem.replace(/[-_]+/g, ' ')
  const [found = '', before, after] = /^\(?(\d{4})\)?\b|\b\(?(\d{4})\)?$/.exec(plain) ?? []
  const name = plain.replace(found, '').replace(/^[\s,.()-]+|[\s,.()-]+$/g, '')
  return { name: name.charAt(0).toUpperCase() + name.slice(1), year: before ?? after ?? '' }
}

function createWork(given: { author: string; name: string; year: string }, facts: BookFacts): Work {
  const sentences = new Map<string, string>()
  const reader = createReader((sentence) => {
    const form = comparable(sentence)
    if (sentences.has(form)) return
    if (sentences.size >= facts.most) throw refused([`${quoted(given.name)} has more than ${facts.most} sentences`])
    sentences.set(form, sentence)
    facts.progress(sentences.size)
  })
  return { ...given, reader, sentences }
}

/** A name as it may stand in a line of its own: letters and digits alone, in lower case. */
function headingForm(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
