// Stores a file in parts and records each, so that an interrupted import resumes when the file is sent again. A part is
// recognised by a digest of everything up to its end: a different file, or a different reading of the same file, is
// stored from the first difference on.
import { createHash } from 'node:crypto'
import type { ImportCounts } from '#define/imports'
import { inChunks, insertMany } from '#provider/sql'
import type { Database, Db } from '../../tables.ts'

const table = 'address_lookup_import_parts'
const defaultRowsPerPart = 10_000
/** The limit of parts, for the largest readable file. */
const mostParts = 100_000
/** Number of items serialised at a time for a digest. */
const itemsAtOnce = 500

/**
 * Records that a part is stored, with its share of the report's counts. It is called in the last transaction of the
 * part, or after it.
 */
export type Complete = (db: Db, counts?: ImportCounts) => Promise<void>
interface PartsOptions<T> {
  /** Kind of the items; distinguishes files that look alike. */
  readonly kind: string
  readonly rowsPerPart?: number | undefined
  /** Stores the items of a part, then calls `complete`. It must be idempotent. */
  readonly write: (items: readonly T[], complete: Complete) => Promise<void>
  /** Called with the counts of each stored part, including earlier ones. */
  readonly onStored?: (counts: ImportCounts) => void
}
interface StoredParts {
  /** Number of items that an earlier import of the file had stored. */
  readonly resumed: number
}

/** Stores all items. A part is read while the previous one is written. Call `forgetParts` at the end. */
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
    // before any of them is overwritten
    if (earlier.size > 0) await db.deleteFrom(table).where('part', '>=', at).execute()
    earlier = new Map()
    writing = write(some, recordOf(at, digest, onStored))
    // awaited with the next part; until then it must not count as unhandled
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

/** Forgets the parts of a completely stored file: importing it again stores it again. */
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
