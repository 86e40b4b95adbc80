// Writes one book in short transactions: its sentences under a new import number, then the book's row, which makes them
// visible; then removes its previous sentences. Remains of killed imports are removed here too.
import type { Kysely } from 'kysely'
import { beginImport, inSlices, publishImport, type WriteSlices } from '#provider/import'
import { insertMany } from '#provider/sql'
import type { BegunTable, BooksTable, Tables } from '../../tables.ts'
import type { Book } from '../book.ts'
import { firstPositionOf } from './corpus.ts'
import { assignSentenceId } from './ids.ts'
import { visibleSentences } from './visible-sentences.ts'

type Db = Kysely<Tables>

interface BookPlace {
  readonly id: string
  readonly place: number
  /** The stored book to replace. */
  readonly previous: BooksTable | undefined
}
interface BookWriting {
  readonly slices: WriteSlices
  /** Called with the number of sentences written. */
  readonly onSentences: (count: number) => void
}
interface WrittenBook {
  readonly added: number
  readonly removed: number
}

/**
 * Publishes a book and returns the changes; undefined if another process published an import meanwhile, so that the
 * caller must retry.
 */
export async function publishBook(
  db: Db,
  { book, place: findPlace }: { book: Book; place: () => Promise<BookPlace> },
  { slices, onSentences }: BookWriting,
): Promise<WrittenBook | undefined> {
  const begun = await beginImport(db, 'author_sentences_state')
  const { id, place, previous } = await findPlace()
  const previousIds = previous ? await idsOf(db, previous) : new Set<string>()
  const ownIds = new Set<string>()
  let kept = 0
  for (const texts of inSlices(book.sentences, slices)) {
    const first = firstPositionOf(place) + ownIds.size
    const foreignIds = await idsInUse(db, { book, place, texts })
    const rows = texts.map((text, at) => {
      const own = assignSentenceId({ ...book, text }, (taken) => ownIds.has(taken) || foreignIds.has(taken))
      ownIds.add(own)
      if (previousIds.has(own)) kept += 1
      return { place: first + at, import: begun.number, id: own, text }
    })
    await slices.run(rows.length, () =>
      db.transaction().execute(async (tx) => {
        // another import can have removed it, with the rows so far
        await insertMany(tx, 'author_sentences_begun', [{ import: begun.number, place }], { keepOn: ['import'] })
        await insertMany(tx, 'author_sentences_sentences', rows)
      }),
    )
    onSentences(ownIds.size)
  }
  const { author, name, year } = book
  const row = { id, place, author, name, year, sentences: ownIds.size, import: begun.number }
  const isPublished = await publishImport(db, 'author_sentences_state', begun, (tx) =>
    insertMany(tx, 'author_sentences_books', [row], { replaceOn: ['id'] }),
  )
  if (!isPublished) return undefined
  await removeInvisible(db, begun.number, slices)
  return { added: ownIds.size - kept, removed: previousIds.size - kept }
}

async function idsOf(db: Db, { place }: BooksTable): Promise<Set<string>> {
  const rows = await visibleSentences(db)
    .select('s.id')
    .where('s.place', '>=', firstPositionOf(place))
    .where('s.place', '<', firstPositionOf(place + 1))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const idsPerQuery = 500

/** Returns the ids of these sentences that other books already use. */
async function idsInUse(
  db: Db,
  { book, place, texts }: { book: Book; place: number; texts: readonly string[] },
): Promise<Set<string>> {
  const expected = texts.map((text) => assignSentenceId({ ...book, text }, () => false))
  const used = new Set<string>()
  for (let at = 0; at < expected.length; at += idsPerQuery) {
    const rows = await visibleSentences(db)
      .select('s.id')
      .where('s.id', 'in', expected.slice(at, at + idsPerQuery))
      .where('b.place', '<>', place)
      .execute()
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** Removes sentences of imports up to this one that are not and never will be visible. */
async function removeInvisible(db: Db, number: number, slices: WriteSlices): Promise<void> {
  const begun = await db.selectFrom('author_sentences_begun').selectAll().where('import', '<=', number).execute()
  for (const one of begun) {
    await removeInvisibleAt(db, one, { number, slices })
    await db.deleteFrom('author_sentences_begun').where('import', '=', one.import).execute()
  }
}

async function removeInvisibleAt(
  db: Db,
  { place }: BegunTable,
  { number, slices }: { number: number; slices: WriteSlices },
): Promise<void> {
  const visible = await db
    .selectFrom('author_sentences_books')
    .select('import')
    .where('place', '=', place)
    .executeTakeFirst()
  const end = firstPositionOf(place + 1)
  for (let from = firstPositionOf(place); from < end; ) {
    // skips to the next remaining one, so that a short book takes one step
    const next = await db
      .selectFrom('author_sentences_sentences')
      .select('place')
      .where('place', '>=', from)
      .where('place', '<', end)
      .where('import', '<=', number)
      .where('import', '<>', visible?.import ?? -1)
      .orderBy('place')
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    const { size } = slices
    const to = Math.min(end, next.place + size)
    await slices.run(size, () =>
      db
        .deleteFrom('author_sentences_sentences')
        .where('place', '>=', next.place)
        .where('place', '<', to)
        .where('import', '<=', number)
        .where('import', '<>', visible?.import ?? -1)
        .execute(),
    )
    from = to
  }
}
