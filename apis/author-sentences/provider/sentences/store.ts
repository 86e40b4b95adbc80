// The imported books and sentences in the database. The column `place` holds a book's index or a sentence's position.
import type { Kysely } from 'kysely'
import { bumpRevision, createWriteSlices, inChunks, insertMany, invalidImport, percentOf } from '#provider'
import type { BooksTable, Tables } from '../../tables.ts'
import { type Book, maxSentences } from '../book.ts'
import { type Corpus, firstPositionOf, type ListedBook } from './corpus.ts'
import { assignBookId, assignSentenceId } from './ids.ts'

type Db = Kysely<Tables>

/** Positions stay below 2^31, and a draw goes through the list. */
const maxBooks = 5000

/**
 * The corpus of the imported books: their list is in memory, the sentences stay in the database. Undefined while there
 * are none.
 */
export async function openStoredCorpus(db: Db): Promise<Corpus | undefined> {
  const rows = await readBooks(db)
  if (rows.length === 0) return undefined
  const books = rows.map(
    ({ id, name, year, place, sentences }): ListedBook => ({
      id,
      name,
      year,
      firstPosition: firstPositionOf(place),
      sentences,
    }),
  )
  const sentences = db.selectFrom('author_sentences_sentences').select(['id', 'text', 'place as position'])
  return {
    books,
    isSample: false,
    read: async (positions) => (positions.length > 0 ? sentences.where('place', 'in', [...positions]).execute() : []),
    find: (id) => sentences.where('id', '=', id).executeTakeFirst(),
  }
}

function readBooks(db: Db): Promise<BooksTable[]> {
  return db.selectFrom('author_sentences_books').selectAll().orderBy('place').execute()
}

interface Saved {
  /** Sentences that are new, and sentences that are gone. */
  readonly added: number
  readonly removed: number
}

/**
 * Adds books; one with the same author and name is replaced, keeping its position and the ids of its sentences. Each
 * book has a transaction of its own with a pause after it, so that other writers wait for one book at most; an import
 * that breaks off leaves every book as it was or as it is in the file. Throws `import.invalid`, before it writes
 * anything, when there would be too many.
 */
export async function saveBooks(db: Db, books: readonly Book[], onWritten: (percent: number) => void): Promise<Saved> {
  const total = books.reduce((sum, { sentences }) => sum + sentences.length, 0)
  let written = 0
  const onSentences = (count: number) => {
    written += count
    onWritten(percentOf(written, total))
  }
  refuseTooMany(await readBooks(db), books)
  onSentences(0)
  const slices = createWriteSlices()
  const saved = { added: 0, removed: 0 }
  for (const book of books) {
    const { added, removed } = await slices.run(book.sentences.length, () =>
      db.transaction().execute(async (within) => {
        await bumpRevision(within, 'author_sentences_state')
        const stored = await readBooks(within)
        const previous = stored.find((one) => isSameBook(one, book))
        const row = previous ? { ...previous, year: book.year } : newRow(book, stored)
        return saveBook(within, { book, row: { ...row, sentences: book.sentences.length }, previous, onSentences })
      }),
    )
    saved.added += added
    saved.removed += removed
  }
  return saved
}

type Named = Pick<Book, 'author' | 'name'>
const isSameBook = (one: Named, other: Named) => one.author === other.author && one.name === other.name

function refuseTooMany(stored: readonly Named[], books: readonly Named[]): void {
  const added = books.filter((book) => !stored.some((one) => isSameBook(one, book)))
  if (stored.length + added.length > maxBooks) throw tooManyBooks()
}

const tooManyBooks = () => invalidImport(`there would be more than ${maxBooks} books`)

function newRow(book: Book, stored: readonly BooksTable[]): Omit<BooksTable, 'sentences'> {
  const { author, name, year } = book
  const place = stored.length
  // another process may have added books meanwhile
  if (place >= maxBooks) throw tooManyBooks()
  return { id: assignBookId(book, (id) => stored.some((one) => one.id === id)), place, author, name, year }
}

interface SavedBook {
  readonly book: Book
  readonly row: BooksTable
  readonly previous: BooksTable | undefined
  /** Called with how many more have been written. */
  readonly onSentences: (count: number) => void
}

async function saveBook(db: Db, { book, row, previous, onSentences }: SavedBook): Promise<Saved> {
  const previousIds = previous ? await removeSentences(db, previous) : new Set<string>()
  await insertMany(db, 'author_sentences_books', [row], { replaceOn: ['id'] })
  let added = 0
  let position = firstPositionOf(row.place)
  const ownIds = new Set<string>()
  for (const chunk of inChunks(book.sentences)) {
    const foreignIds = await idsInUse(db, book, chunk)
    const rows = chunk.map((text) => {
      const id = assignSentenceId({ ...book, text }, (taken) => ownIds.has(taken) || foreignIds.has(taken))
      ownIds.add(id)
      if (previousIds.has(id)) added += 1
      return { place: position++, id, text }
    })
    await insertMany(db, 'author_sentences_sentences', rows)
    onSentences(rows.length)
  }
  return { added: book.sentences.length - added, removed: previousIds.size - added }
}

/** Removes the sentences of a book; returns their ids. */
async function removeSentences(db: Db, { place }: BooksTable): Promise<Set<string>> {
  const first = firstPositionOf(place)
  const rows = await db
    .deleteFrom('author_sentences_sentences')
    .where('place', '>=', first)
    .where('place', '<', first + maxSentences)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which ids of these sentences are already in use by others. */
async function idsInUse(db: Db, book: Book, texts: readonly string[]): Promise<Set<string>> {
  const expected = texts.map((text) => assignSentenceId({ ...book, text }, () => false))
  const rows = await db.selectFrom('author_sentences_sentences').select('id').where('id', 'in', expected).execute()
  return new Set(rows.map(({ id }) => id))
}
