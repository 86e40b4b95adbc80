// Reads and writes the imported books. Only the list of books is kept in memory; the revision of the one state row tells every
// process when its list is out of date, whoever imported. While nothing is imported the sample answers.
import type { ProviderKit } from '#define'
import type { BooksTable, Tables } from '../../tables.ts'
import type { Book } from '../import/book-file.ts'
import { refused } from '../refused.ts'
import { type Corpus, createMemoryCorpus, type ListedBook, placesPerBook } from './corpus.ts'
import { assignBookId, assignSentenceId } from './ids.ts'

type Db = ProviderKit<Tables>['db']

/** How old the knowledge of the revision may be. Imports of this process are seen at once. */
const freshMs = 1000
const rowsPerStatement = 200
/** Places stay below 2^31, and a draw goes through the list. */
const bookLimit = 5000

export interface Saved {
  /** Sentences that were not there, and sentences that are gone. */
  readonly added: number
  readonly removed: number
}
export interface CorpusStore {
  /** What is known now, at most a second behind imports of other processes. */
  corpus(kit: ProviderKit<Tables>): Promise<Corpus>
  /** Drops what is known, so that the next look is a new one. */
  forget(kit: ProviderKit<Tables>): void
  /** Adds books; one of the same author and name is replaced and keeps its place, and each sentence its id. */
  save(kit: ProviderKit<Tables>, books: readonly Book[]): Promise<Saved>
}

/** What is known of one database. A save drops it whole, so that a reading under way cannot bring an old list back. */
interface Slot {
  known?: { readonly revision: number; readonly checkedMs: number; readonly corpus: Corpus }
  reading?: Promise<Corpus> | undefined
}

export function createCorpusStore(readSample: () => Promise<readonly Book[]>): CorpusStore {
  const slots = new WeakMap<Db, Slot>()

  async function read(slot: Slot, kit: ProviderKit<Tables>): Promise<Corpus> {
    const checkedMs = kit.now()
    const revision = await readRevision(kit.db)
    // A change between the two readings is only loaded early: the older revision makes the next check load again.
    const corpus = slot.known?.revision === revision ? slot.known.corpus : await load(kit.db, readSample)
    slot.known = { revision, checkedMs, corpus }
    return corpus
  }

  return {
    async corpus(kit) {
      const slot = slots.get(kit.db) ?? {}
      slots.set(kit.db, slot)
      if (slot.known && Math.abs(kit.now() - slot.known.checkedMs) < freshMs) return slot.known.corpus
      slot.reading ??= read(slot, kit).finally(() => {
        slot.reading = undefined
      })
      return slot.reading
    },
    forget(kit) {
      slots.delete(kit.db)
    },
    async save(kit, books) {
      const saved = await kit.db.transaction().execute((db) => saveLocked(db, books))
      slots.delete(kit.db)
      return saved
    },
  }
}

async function load(db: Db, readSample: () => Promise<readonly Book[]>): Promise<Corpus> {
  const rows = await readBooks(db)
  if (rows.length === 0) return createMemoryCorpus(await readSample())
  const books = rows.map(
    ({ id, name, year, place, sentences }): ListedBook => ({
      id,
      name,
      year,
      firstPlace: place * placesPerBook,
      sentences,
    }),
  )
  const sentences = db.selectFrom('author_sentences_sentences').selectAll()
  return {
    books,
    sample: false,
    read: async (places) => (places.length > 0 ? sentences.where('place', 'in', [...places]).execute() : []),
    find: (id) => sentences.where('id', '=', id).executeTakeFirst(),
  }
}

function readBooks(db: Db): Promise<BooksTable[]> {
  return db.selectFrom('author_sentences_books').selectAll().orderBy('place').execute()
}

async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('author_sentences_state').select('revision').where('id', '=', 1).executeTakeFirst()
  return row?.revision ?? 0
}

async function saveLocked(db: Db, books: readonly Book[]): Promise<Saved> {
  await bumpRevision(db)
  const known = await readBooks(db)
  const saved = { added: 0, removed: 0 }
  for (const book of books) {
    const before = known.find(({ author, name }) => author === book.author && name === book.name)
    const row = { ...bookRow(book, before, known), sentences: book.sentences.length }
    if (!before) known.push(row)
    const counts = await saveBook(db, { book, row, before })
    saved.added += counts.added
    saved.removed += counts.removed
  }
  return saved
}

function bookRow(
  book: Book,
  before: BooksTable | undefined,
  known: readonly BooksTable[],
): Omit<BooksTable, 'sentences'> {
  const { author, name, year } = book
  if (before) return { ...before, year }
  const place = known.length
  if (place >= bookLimit) throw refused([`there would be more than ${bookLimit} books`])
  return { id: assignBookId(book, (id) => known.some((one) => one.id === id)), place, author, name, year }
}

/** Also the lock: a second writer waits here until the first has ended its transaction. */
async function bumpRevision(db: Db): Promise<void> {
  await db
    .updateTable('author_sentences_state')
    .set((state) => ({ revision: state('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

interface SavedBook {
  readonly book: Book
  readonly row: BooksTable
  readonly before: BooksTable | undefined
}

async function saveBook(db: Db, { book, row, before }: SavedBook): Promise<Saved> {
  const oldIds = before ? await removeSentences(db, before) : new Set<string>()
  if (before) await db.updateTable('author_sentences_books').set(row).where('id', '=', row.id).execute()
  else await db.insertInto('author_sentences_books').values(row).execute()
  let kept = 0
  const own = new Set<string>()
  for (let start = 0; start < book.sentences.length; start += rowsPerStatement) {
    const texts = book.sentences.slice(start, start + rowsPerStatement)
    const taken = await takenIds(db, book, texts)
    const rows = texts.map((text, at) => {
      const id = assignSentenceId({ ...book, text }, (id) => own.has(id) || taken.has(id))
      own.add(id)
      if (oldIds.has(id)) kept += 1
      return { place: row.place * placesPerBook + start + at, id, text }
    })
    await db.insertInto('author_sentences_sentences').values(rows).execute()
  }
  return { added: book.sentences.length - kept, removed: oldIds.size - kept }
}

/** The ids that were those of the book. */
async function removeSentences(db: Db, { place }: BooksTable): Promise<Set<string>> {
  const first = place * placesPerBook
  const rows = await db
    .deleteFrom('author_sentences_sentences')
    .where('place', '>=', first)
    .where('place', '<', first + placesPerBook)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of the ids that these sentences would have belong to others already. */
async function takenIds(db: Db, book: Book, texts: readonly string[]): Promise<Set<string>> {
  const wanted = texts.map((text) => assignSentenceId({ ...book, text }, () => false))
  const rows = await db.selectFrom('author_sentences_sentences').select('id').where('id', 'in', wanted).execute()
  return new Set(rows.map(({ id }) => id))
}
