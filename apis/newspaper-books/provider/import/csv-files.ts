// Reads the CSV formats: entries of lists, definitions of lists, reviews and corrections. The first row determines the
// format.
import { cleanString, invalidImport, namedCsvRows } from '#provider/import'
import { isbn13Of } from '../archive/archive.ts'
import { hash, uuidOf } from '../store/stored.ts'
import { detailsFrom, isbnsFrom } from './book-fields.ts'
import type { Collection } from './collection.ts'
import { limits } from './limits.ts'

type Cells = Readonly<Record<string, string>>
type RowReader = (where: string, cells: Cells, collection: Collection) => void

/** Required columns of each kind; the first match wins. */
const kinds: readonly (readonly [columns: readonly (readonly string[])[], reader: RowReader])[] = [
  [[['url'], ['publication_dt'], ['book_title']], readReview],
  [[['list_name_encoded', 'list_name'], ['published_date'], ['correction']], readCorrection],
  [
    [
      ['list_name_encoded', 'list_name'],
      ['published_date', 'bestsellers_date'],
      ['rank', 'sales'],
    ],
    readEntry,
  ],
  [[['list_name'], ['updated']], readDefinition],
]

/** Reads a file. Throws `import.invalid` if the columns of its first row match no kind. */
export async function readCsvFile(text: AsyncIterable<string>, collection: Collection): Promise<void> {
  let read: RowReader | undefined
  let rows = 0
  for await (const { line, cells, problem } of namedCsvRows(text, { trim: true })) {
    const where = `line ${line}`
    rows += 1
    if (problem !== undefined) {
      collection.problem(where, problem)
      continue
    }
    read ??= readerOf(cells)
    read(where, cells, collection)
  }
  if (rows === 0) throw invalidImport('it has no rows of entries, lists, reviews or corrections')
}

function readerOf(cells: Cells): RowReader {
  const kind = kinds.find(([columns]) => columns.every((names) => names.some((name) => name in cells)))
  if (!kind)
    throw invalidImport(
      `line 1: its columns are those of no file that is imported: ${Object.keys(cells).slice(0, 30).join(', ').slice(0, 300)}`,
    )
  return kind[1]
}

function readEntry(where: string, cells: Cells, collection: Collection): void {
  const name = cells.list_name_encoded || cells.list_name || ''
  if (cells.list_name && cells.updated) readDefinition(where, cells, collection)
  collection.entry({
    where,
    list: name,
    publishedDate: cells.published_date,
    bestsellersDate: cells.bestsellers_date,
    rank: cells.rank,
    sales: cells.sales,
    rankLastWeek: cells.rank_last_week,
    weeksOnList: cells.weeks_on_list,
    asterisk: cells.asterisk,
    dagger: cells.dagger,
    isbn: cells.isbn13 || cells.isbn10,
    book: {
      title: cells.title,
      author: cells.author,
      isbns: isbnsFrom([cells.isbn13, cells.isbn10, ...(cells.isbns ?? '').split(';')]),
      details: detailsFrom({ ...cells, book_image: cells.book_image || cells.image }),
    },
  })
}

function readDefinition(where: string, cells: Cells, collection: Collection): void {
  const end = cells.normal_list_ends_at ?? ''
  if (cells.updated !== 'WEEKLY' && cells.updated !== 'MONTHLY')
    collection.problem(where, 'updated is neither WEEKLY nor MONTHLY')
  else
    collection.define(where, {
      name: cells.list_name ?? '',
      displayName: cleanString(cells.display_name, limits.text),
      updated: cells.updated,
      normalEndsAt: /^\d{1,2}$/.test(end) ? Number(end) : undefined,
    })
}

function readReview(where: string, cells: Cells, collection: Collection): void {
  const text = (name: string, max: number = limits.text) => cleanString(cells[name], max) ?? ''
  const sent = (cells.isbn13 ?? '').split(/[;, ]+/).filter((isbn) => isbn !== '')
  const isbn13 = sent.flatMap((isbn) => isbn13Of(isbn) ?? [])
  if (isbn13.length < sent.length) collection.problem(where, 'isbn13 has a number with a wrong check digit')
  else
    collection.review(where, {
      url: text('url', limits.longText),
      publicationDate: text('publication_dt').slice(0, 10),
      byline: text('byline'),
      title: text('book_title'),
      author: text('book_author'),
      summary: text('summary', limits.longText),
      uuid: text('uuid') || uuidOf(hash(text('url', limits.longText))),
      isbn13: isbn13.slice(0, limits.isbns),
    })
}

function readCorrection(where: string, cells: Cells, collection: Collection): void {
  const text = cleanString(cells.correction, limits.longText)
  if (!text) collection.problem(where, 'correction is empty or too long')
  else
    collection.about(where, {
      list: cells.list_name_encoded || cells.list_name || '',
      publishedDate: cells.published_date,
      bestsellersDate: undefined,
      corrections: [{ ...(cells.date ? { date: cleanString(cells.date, 10) ?? '' } : {}), text }],
    })
}
