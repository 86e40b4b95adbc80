// The imported books and sentences in the database. The column `place` holds a book's index or a sentence's position.
import type { Kysely } from 'kysely'
import { bumpRevision, inChunks, insertMany, invalidImport } from '#provider'
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
 * Adds books; one with the same author and name is replaced, keeping its position and the ids of its sentences. Throws
 * `import.invalid` when there would be too many.
 */
export function saveBooks(db: Db, books: readonly Book[]): Promise<Saved> {
  return db.transaction().execute(async (within) => {
    await bumpRevision(within, 'author_sentences_state')
    const stored = await readBooks(within)
    const saved = { added: 0, removed: 0 }
    for (const book of books) {
      const previous = stored.find(({ author, name }) => author === book.author && name === book.name)
      const row = previous ? { ...previous, year: book.year } : newRow(book, stored)
      const saving = { book, row: { ...row, sentences: book.sentences.length }, previous }
      if (!previous) stored.push(saving.row)
      const { added, removed } = await saveBook(within, saving)
      saved.added += added
      saved.removed += removed
    }
    return saved
  })
}

function newRow(book: Book, stored: readonly BooksTable[]): Omit<BooksTable, 'sentences'> {
  const { author, name, year } = book
  const place = stored.length
  if (place >= maxBooks) throw invalidImport(`there would be more than ${maxBooks} books`)
  return { id: assignBookId(book, (id) => stored.some((one) => one.id === id)), place, author, name, year }
}

interface SavedBook {
  readonly book: Book
  readonly row: BooksTable
  readonly previous: BooksTable | undefined
}

async function saveBook(db: Db, { book, row, previous }: SavedBook): Promise<Saved> {
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
