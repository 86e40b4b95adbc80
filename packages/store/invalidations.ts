// Invalidations as rows of the table `fences`. The gateway decides the effect of an invalidation on a process.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import type { Tables } from './schema.ts'

/** A published invalidation; `seq` grows in the order in which invalidations become visible. */
export interface InvalidationRow {
  readonly seq: number
  readonly kind: string
  readonly target: string
}

/** The parts of a store that `insertInvalidation` needs. */
export interface InvalidationStore {
  readonly db: Kysely<Tables>
  readonly dialect: Pick<DialectTraits, 'exclusiveBegin' | 'rowLocks'>
}

/**
 * Writes an invalidation and returns its number. Inserts are serialised: otherwise the higher of two concurrent numbers
 * could become visible first, and a reader past it would never see the lower one.
 */
export async function insertInvalidation(
  { db, dialect }: InvalidationStore,
  invalidation: { readonly kind: string; readonly target: string; readonly at: number },
): Promise<number> {
  const insert = async (connection: Kysely<Tables>) => {
    const row = await connection.insertInto('fences').values(invalidation).returning('seq').executeTakeFirstOrThrow()
    return row.seq
  }
  // a database with a single writer needs only the one statement
  if (!dialect.rowLocks) return insert(db)
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    try {
      for (const statement of dialect.exclusiveBegin) await run(statement)
      const seq = await insert(connection)
      await run('commit')
      return seq
    } catch (error) {
      // the rollback itself fails if the transaction is already over; the first error is the one to report
      await run('rollback').catch(() => undefined)
      throw error
    }
  })
}

/** Returns the invalidations with a number above `seq`, lowest first, at most `maxRows`. */
export async function invalidationsAfter(db: Kysely<Tables>, seq: number, maxRows: number): Promise<InvalidationRow[]> {
  return db
    .selectFrom('fences')
    .select(['seq', 'kind', 'target'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(maxRows)
    .execute()
}

/** Returns the lowest and highest numbers in the table; 0 if there has never been an invalidation. */
export async function invalidationRange(
  db: Kysely<Tables>,
): Promise<{ readonly first: number; readonly last: number }> {
  const row = await db
    .selectFrom('fences')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .executeTakeFirst()
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) }
}

/** Deletes the invalidations published before `before`, except the newest, which carries the current number. */
export async function pruneInvalidations(db: Kysely<Tables>, before: number): Promise<void> {
  await db
    .deleteFrom('fences')
    .where('at', '<', before)
    .where('seq', '<', (eb) => eb.selectFrom('fences as newer').select((max) => max.fn.max('newer.seq').as('seq')))
    .execute()
}
