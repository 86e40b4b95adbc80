// The imported books and sentences in the database. The column `place` holds a book's index or a sentence's position.
import type { Kysely } from 'kysely'
import { createWriteSlices, invalidImport, percentOf } from '#provider/import'
import type { BooksTable, Tables } from '../../tables.ts'
import type { Book } from '../book.ts'
import { publishBook } from './book-writer.ts'
import { type Corpus, firstPositionOf, type ListedBook } from './corpus.ts'
import { assignBookId } from './ids.ts'
import { visibleSentences } from './visible-sentences.ts'

type Db = Kysely<Tables>

/** The limit of books: positions stay below 2^31, and a draw scans the list. */
const maxBooks = 5000

/**
 * Opens the corpus of the imported books: their list is in memory, the sentences stay in the database. Returns
 * undefined if nothing is imported.
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
  const sentences = visibleSentences(db).select(['s.id', 's.text', 's.place as position'])
  return {
    books,
    isSample: false,
    read: async (positions) => (positions.length > 0 ? sentences.where('s.place', 'in', [...positions]).execute() : []),
    find: (id) => sentences.where('s.id', '=', id).executeTakeFirst(),
  }
}

function readBooks(db: Db): Promise<BooksTable[]> {
  return db.selectFrom('author_sentences_books').selectAll().orderBy('place').execute()
}

interface Saved {
  /** Number of new sentences, and of removed ones. */
  readonly added: number
  readonly removed: number
}

const maxAttempts = 20

/**
 * Adds books; a book with the same author and name is replaced, keeping its position and the ids of its sentences. Each
 * book becomes visible as a whole, and is written in short transactions with pauses between them; an interrupted import
 * leaves every book either old or new. Throws `import.invalid`, before any write, if there would be too many.
 */
export async function saveBooks(db: Db, books: readonly Book[], onWritten: (percent: number) => void): Promise<Saved> {
  const total = books.reduce((sum, { sentences }) => sum + sentences.length, 0)
  let written = 0
  refuseTooMany(await readBooks(db), books)
  onWritten(0)
  const slices = createWriteSlices()
  const saved = { added: 0, removed: 0 }
  for (const book of books) {
    const onSentences = (count: number) => onWritten(percentOf(written + count, total))
    const { added, removed } = await saveBook(db, book, { slices, onSentences })
    written += book.sentences.length
    saved.added += added
    saved.removed += removed
  }
  return saved
}

async function saveBook(db: Db, book: Book, how: Parameters<typeof publishBook>[2]): Promise<Saved> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const saved = await publishBook(db, { book, place: async () => placeOf(book, await readBooks(db)) }, how)
    if (saved) return saved
  }
  throw invalidImport('imports by other processes came in between each time. Repeat it when they have ended')
}

type Named = Pick<Book, 'author' | 'name'>
const isSameBook = (one: Named, other: Named) => one.author === other.author && one.name === other.name

function refuseTooMany(stored: readonly Named[], books: readonly Named[]): void {
  const added = books.filter((book) => !stored.some((one) => isSameBook(one, book)))
  if (stored.length + added.length > maxBooks) throw tooManyBooks()
}

const tooManyBooks = () => invalidImport(`there would be more than ${maxBooks} books`)

/** Returns the place of a book among the stored ones, and the book it replaces. */
function placeOf(book: Book, stored: readonly BooksTable[]) {
  const previous = stored.find((one) => isSameBook(one, book))
  if (previous) return { previous, id: previous.id, place: previous.place }
  // another process can have added books meanwhile
  if (stored.length >= maxBooks) throw tooManyBooks()
  return {
    previous,
    id: assignBookId(book, (id) => stored.some((one) => one.id === id)),
    place: stored.length,
  }
}
