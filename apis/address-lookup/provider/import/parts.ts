// Stores a file in parts and records each, so that an import that broke off goes on after the last one when the file is
// sent again. A part is recognised by a digest of everything up to its end: another file, or another reading of the
// same one, is stored from where it differs.
import { createHash } from 'node:crypto'
import type { ImportCounts } from '#define'
import { inChunks, insertMany } from '#provider'
import type { Database, Db } from '../../tables.ts'

const table = 'address_lookup_import_parts'
export const defaultRowsPerPart = 10_000
/** Of the largest file that is read. */
const mostParts = 100_000
/** Items that are written as JSON at once, for a digest. */
const itemsAtOnce = 500

/**
 * Records that a part is stored, and what it adds to the counts of the report. In the last transaction of the part, or
 * after it.
 */
export type Complete = (db: Db, counts?: ImportCounts) => Promise<void>
export interface PartsOptions<T> {
  /** What the items are; distinguishes files that look alike. */
  readonly kind: string
  readonly rowsPerPart?: number | undefined
  /** Stores the items of a part, and says so. Repeating it must change nothing. */
  readonly write: (items: readonly T[], complete: Complete) => Promise<void>
  /** Called with the counts of a part that is stored, also earlier. */
  readonly onStored?: (counts: ImportCounts) => void
}
export interface StoredParts {
  /** Items that an earlier import of the file had stored. */
  readonly resumed: number
}

/** Stores all items. A part is read while the previous one is written. `forgetParts` must follow at the end. */
export async function storeInParts<T>(
  { db }: Database,
  items: AsyncIterable<T>,
  { kind, rowsPerPart = defaultRowsPerPart, write, onStored }: PartsOptions<T>,
): Promise<StoredParts> {
  let earlier = await readParts(db)
  let [part, digest, resumed] = [0, kind, 0]
  let waiting: T[] = []
  let writing = Promise.resolve()
  const take = async () => {
    const [some, at] = [waiting, part]
    waiting = []
    part += 1
    digest = digestOf(digest, some)
    const known = earlier.get(at)
    if (known?.digest === digest) {
      resumed += some.length
      onStored?.(known.counts)
      return
    }
    await writing
    // before anything of it is overwritten
    if (earlier.size > 0) await db.deleteFrom(table).where('part', '>=', at).execute()
    earlier = new Map()
    writing = write(some, recordOf(at, digest, onStored))
    // it is awaited with the next part, and must not count as unhandled until then
    writing.catch(() => undefined)
  }
  try {
    for await (const item of items) {
      waiting.push(item)
      if (waiting.length >= rowsPerPart) await take()
    }
    if (waiting.length > 0) await take()
  } finally {
    await writing
  }
  return { resumed }
}

/** After the whole file is stored: the next import of it stores it again. */
export async function forgetParts({ db }: Database): Promise<void> {
  await db.deleteFrom(table).execute()
}

function recordOf(part: number, digest: string, onStored: ((counts: ImportCounts) => void) | undefined): Complete {
  return async (db, counts = {}) => {
    const row = { part, digest, counts: JSON.stringify(counts) }
    await insertMany(db, table, [row], { replaceOn: ['part'] })
    onStored?.(counts)
  }
}

async function readParts(db: Db) {
  const rows = await db.selectFrom(table).selectAll().limit(mostParts).execute()
  return new Map(
    rows.map(({ part, digest, counts }) => {
      const stored: ImportCounts = JSON.parse(counts) // written above
      return [Number(part), { digest, counts: stored }]
    }),
  )
}

function digestOf(before: string, items: readonly unknown[]): string {
  const hash = createHash('sha256').update(before)
  for (const some of inChunks(items, itemsAtOnce)) hash.update(JSON.stringify(some))
  return hash.digest('hex')
}
