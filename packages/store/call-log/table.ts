// The rows of a log in its table. Both databases use two indexes: (account_id, last_at, seq) and (last_at, seq).
import { setImmediate } from 'node:timers/promises'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type ChunkRow, longestChunkMs } from './chunk.ts'

/** A database or transaction with the table of a log. */
export type LogDb = QueryExecutorProvider

/** The position of a chunk in the order of chunks, which is by the time of the last call. */
export type ChunkPosition = Pick<ChunkRow, 'last_at' | 'seq'>

/** A chunk without its calls. */
export type ChunkHead = ChunkPosition & Pick<ChunkRow, 'calls'> & { readonly isHit: boolean }

/** The conditions for a hit: all of these names, and columns that meet the condition. */
interface ChunkFilter {
  readonly accountId?: string | undefined
  readonly names: readonly string[]
  readonly condition?: RawBuilder<boolean> | undefined
}
/** The chunks to examine: those with calls from `from` up to and including `until`, newest first. */
interface HeadsQuery extends ChunkFilter {
  readonly from: number
  readonly until: number
  /** Restricts the query to chunks older than this one. */
  readonly before: ChunkPosition | undefined
  readonly limit: number
}

/** Rows of up to 40 KB each. A SQLite statement blocks the thread, so others get their turn after each. */
const rowsPerStatement = 20
const prunedAtOnce = 50

/** Adds chunks to a log. Their positions must be distinct. */
export async function addChunks(db: LogDb, table: string, rows: readonly ChunkRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement)
    const columns = Object.keys(some.at(0) ?? {}).map((column) => sql.ref(column))
    const values = some.map((row) => sql`(${sql.join(Object.values(row))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(db)
    await setImmediate()
  }
}

/** Reads the heads of at most `limit` chunks. */
export async function readHeads(db: LogDb, table: string, query: HeadsQuery): Promise<ChunkHead[]> {
  const { from, until, before, limit } = query
  const conditions = [
    sql`last_at >= ${from} and last_at <= ${until + longestChunkMs} and first_at <= ${until}`,
    ...ofAccount(query),
    ...(before ? [sql`(last_at, seq) < (${before.last_at}, ${before.seq})`] : []),
  ]
  const { rows } = await sql<ChunkPosition & { calls: number; hit: number }>`
    select last_at, seq, calls, case when ${hitOf(query)} then 1 else 0 end as hit
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by last_at desc, seq desc limit ${limit}`.execute(db)
  return rows.map(({ hit, ...head }) => ({ ...head, isHit: hit === 1 }))
}

/** The columns needed to read the calls of a chunk. */
export type ChunkData = Pick<ChunkRow, 'account_id' | 'seq' | 'data'>

/** Reads the calls of all hits from `newest` down to `oldest`, both included. */
export async function readHits(
  db: LogDb,
  table: string,
  query: ChunkFilter & { readonly newest: ChunkPosition; readonly oldest: ChunkPosition },
): Promise<ChunkData[]> {
  const { newest, oldest } = query
  const conditions = [
    // implied by the next two, but lets both databases use the index
    sql`last_at <= ${newest.last_at} and last_at >= ${oldest.last_at}`,
    sql`(last_at, seq) <= (${newest.last_at}, ${newest.seq})`,
    sql`(last_at, seq) >= (${oldest.last_at}, ${oldest.seq})`,
    hitOf(query),
    ...ofAccount(query),
  ]
  const { rows } = await sql<ChunkData>`select account_id, seq, data from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows
}

function ofAccount({ accountId }: ChunkFilter) {
  return accountId === undefined ? [] : [sql`account_id = ${accountId}`]
}

function hitOf({ names, condition }: ChunkFilter) {
  const tests = [...names.map(has), ...(condition ? [condition] : [])]
  return tests.length === 0 ? sql`1 = 1` : sql.join(tests, sql` and `)
}

/** Matches a name in a JSON list of strings; the name is compared in its canonical JSON form. */
function has(name: string) {
  const pattern = `%${JSON.stringify(name).replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  return sql`names like ${pattern} escape '\\'`
}

/** Deletes the chunks whose last calls precede `before`, in pieces. */
export async function pruneChunks(db: LogDb, table: string, before: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<ChunkPosition>`select last_at, seq from ${sql.table(table)} where last_at < ${before}
      order by last_at, seq limit ${prunedAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await sql`delete from ${sql.table(table)} where last_at <= ${last.last_at}
      and (last_at, seq) <= (${last.last_at}, ${last.seq})`.execute(db)
    await setImmediate()
  }
}
