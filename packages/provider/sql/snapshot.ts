// A value computed from a provider's tables and kept in memory until their revision changes. A row of state holds the
// revision: every process that shares the database sees imports of the others within a second, and its own
// immediately.
import { type Kysely, sql } from 'kysely'

/** Age at which the revision is read again. */
const defaultFreshMs = 1000

interface SnapshotOptions<T> {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Returns a number that changes with every write to the tables that `load` reads. */
  readonly revision: () => Promise<number>
  readonly load: () => Promise<T>
  readonly freshMs?: number
}
export interface Snapshot<T> {
  /** Returns the value, at most `freshMs` behind writes of other processes. Concurrent callers share one load. */
  get(): Promise<T>
  /** Drops the value after a write of this process, so that the next `get` sees the write. */
  drop(): void
}

interface Slot<T> {
  known?: { readonly revision: number; readonly checkedMs: number; readonly value: T }
  loading?: Promise<T> | undefined
}

export function createSnapshot<T>(options: SnapshotOptions<T>): Snapshot<T> {
  const { now, revision, load, freshMs = defaultFreshMs } = options
  let slot: Slot<T> = {}

  async function refresh(target: Slot<T>): Promise<T> {
    const checkedMs = now()
    const current = await revision()
    // a write between the two reads is loaded early and then again, because the older revision is remembered
    const value = target.known?.revision === current ? target.known.value : await load()
    target.known = { revision: current, checkedMs, value }
    return value
  }

  return {
    async get() {
      const { known } = slot
      if (known && Math.abs(now() - known.checkedMs) < freshMs) return known.value
      const target = slot
      target.loading ??= refresh(target).finally(() => {
        target.loading = undefined
      })
      return target.loading
    },
    drop() {
      // a load in progress keeps its own slot and cannot restore the old value
      slot = {}
    },
  }
}

/** Returns the revision in the one row of a state table (`id` 1, `revision`); 0 while there is no row. */
export async function readRevision<DB>(db: Kysely<DB>, table: keyof DB & string): Promise<number> {
  return revisionIn(db, table)
}

/** Like `readRevision`, for a table outside the database's types. */
export async function revisionIn<DB>(db: Kysely<DB>, table: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select revision from ${sql.table(table)} where id = 1`.execute(db)
  return Number(rows[0]?.revision ?? 0)
}

/** Increments the revision. As the first statement of a transaction it also locks the row, which serialises writers. */
export async function bumpRevision<DB>(db: Kysely<DB>, table: keyof DB & string): Promise<void> {
  await sql`update ${sql.table(table)} set revision = revision + 1 where id = 1`.execute(db)
}
