// A value computed from a provider's tables and kept in memory until their revision changes. A row of state holds the
// revision: every process that shares the database sees imports of the others within a second, and its own
// immediately.
import { type Kysely, sql } from 'kysely'

/** How long a snapshot is used before the revision is read again. */
const defaultFreshMs = 1000

export interface SnapshotOptions<T> {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A number that changes with every write to what `load` reads. */
  readonly revision: () => Promise<number>
  readonly load: () => Promise<T>
  readonly freshMs?: number
}
export interface Snapshot<T> {
  /** The value, at most `freshMs` behind writes of other processes. Callers at the same time share one load. */
  get(): Promise<T>
  /** Forgets the value after a write of this process, so that the next `get` sees it. */
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
    // a write between the two reads is loaded early and loaded once more, because the older revision is remembered
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
      // a load in progress keeps its own slot and cannot bring the old value back
      slot = {}
    },
  }
}

/** The revision in the one row of a state table (`id` 1, `revision`); 0 while there is no row. */
export async function readRevision<DB>(db: Kysely<DB>, table: keyof DB & string): Promise<number> {
  return revisionIn(db, table)
}

/** The same where the name of the table is not one of the database's types. */
export async function revisionIn<DB>(db: Kysely<DB>, table: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select revision from ${sql.table(table)} where id = 1`.execute(db)
  return Number(rows[0]?.revision ?? 0)
}

/** Raises the revision. As the first statement of a transaction it also locks the row, which serialises writers. */
export async function bumpRevision<DB>(db: Kysely<DB>, table: keyof DB & string): Promise<void> {
  await sql`update ${sql.table(table)} set revision = revision + 1 where id = 1`.execute(db)
}
