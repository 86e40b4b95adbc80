// Tables whose imports become visible as a whole although they are written in many short transactions. Each import has
// a number, which its rows carry; readers see only rows of published imports, and the newest for each key. Publishing
// is one short transaction. It fails if another import was published since this one began, which then plans and writes
// again. Imports therefore need no lock that a killed process could keep: rows of an unfinished import are never
// visible, and the next import removes them.
import { type Kysely, sql, type Transaction } from 'kysely'
import { fail } from '#define'
import { createPacer } from '../event-loop.ts'
import { inChunks, insertObjects } from '../sql/bulk.ts'
import { revisionIn } from '../sql/snapshot.ts'
import { invalidImport } from './problems.ts'
import { percentOf } from './progress.ts'
import { createWriteSlices, inSlices, type WriteSlices } from './write-slices.ts'

/**
 * The names of the tables. The table of records has the column `import`, which is part of its key. `imports` holds the
 * published numbers in its column `import`. `state` has one row: `id` 1, `revision` (the last published number) and
 * `imports` (the last assigned number).
 */
export interface PublishedTables<Row> {
  readonly records: string
  /** The columns that distinguish records of the same import. */
  readonly key: readonly (keyof Row & string)[]
  readonly imports: string
  readonly state: string
}

/** A newly assigned import number, and the revision that the import builds on. */
interface BegunImport {
  readonly number: number
  readonly revision: number
}

const maxAttempts = 20
const ignore = () => undefined
/** Rows read at once: SQLite reads on the caller's thread. */
const rowsAtOnce = 500

/**
 * Reads each record as of the newest published import; a consistent snapshot, in no particular order. Yields to the
 * event loop between pages. Rejects with `gateway.busy` if imports are published faster than they can be read.
 */
export async function readPublished<DB, Row extends object>(
  db: Kysely<DB>,
  tables: PublishedTables<Row>,
): Promise<Row[]> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await revisionIn(db, tables.state)
    const newest = await readNewest(db, tables)
    // rows of published imports disappear only after another import is published
    if ((await revisionIn(db, tables.state)) === before) return [...newest.values()]
  }
  throw fail('gateway.busy', {}, { retryAfterS: 1, note: 'an import was published each time the records were read' })
}

async function readNewest<DB, Row extends object>(
  db: Kysely<DB>,
  { records, key, imports }: PublishedTables<Row>,
): Promise<Map<string, Row & Numbered>> {
  const columns = [...key, 'import']
  const names = sql.join(columns.map((column) => sql.id('r', column)))
  const newest = new Map<string, Row & Numbered>()
  const pause = createPacer()
  const beyond = (row: Row & Numbered) => sql.join(columns.map((column) => typed(Reflect.get(row, column))))
  for (let last: (Row & Numbered) | undefined; ; ) {
    const { rows } = await sql<Row & Numbered>`
      select r.* from ${sql.table(records)} as r inner join ${sql.table(imports)} as i on i.import = r.import
      ${last ? sql`where (${names}) > (${beyond(last)})` : sql``}
      order by ${names} limit ${sql.lit(rowsAtOnce)}`.execute(db)
    addNewest(newest, rows, key)
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return newest
    await pause()
  }
}

interface PublishOptions<Row, Plan> {
  /** Computes the rows to write from the stored ones; called again if another import was published meanwhile. */
  readonly plan: (stored: Row[]) => Plan
  /** Called with the percentage of rows written. */
  readonly onWritten?: (percent: number) => void
}

/**
 * Writes the planned rows in short transactions, publishes them at once, and removes those they replace. Returns the
 * plan. The rows have all columns but `import`, and distinct keys.
 */
export async function publishRows<DB, Row extends object, Plan extends { readonly rows: readonly Row[] }>(
  db: Kysely<DB>,
  tables: PublishedTables<Row>,
  { plan, onWritten = ignore }: PublishOptions<Row, Plan>,
): Promise<Plan> {
  const slices = createWriteSlices()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const begun = await beginImport(db, tables.state)
    const planned = plan(await readPublished(db, tables))
    onWritten(0)
    let written = 0
    for (const part of inSlices(planned.rows, slices)) {
      const numbered = part.map((row) => ({ ...row, import: begun.number }))
      await slices.run(part.length, () => db.transaction().execute((tx) => insertObjects(tx, tables.records, numbered)))
      written += part.length
      onWritten(percentOf(written, planned.rows.length))
    }
    const isPublished = await publishImport(db, tables.state, begun, (tx) =>
      sql`insert into ${sql.table(tables.imports)} (import) values (${begun.number})`.execute(tx),
    )
    if (!isPublished) continue
    await removeUnused(db, tables, { begun, slices })
    return planned
  }
  throw invalidImport('imports by other processes came in between each time. Repeat it when they have ended')
}

/** Assigns a number to an import. */
export async function beginImport<DB>(db: Kysely<DB>, state: string): Promise<BegunImport> {
  const { rows } = await sql<BegunImport>`update ${sql.table(state)} set imports = imports + 1 where id = 1
    returning imports as number, revision`.execute(db)
  const [begun] = rows
  if (!begun) throw new Error(`${state} has no row`)
  return begun
}

/** Makes an import the newest, together with the writes of `change`; false if another was published since it began. */
export function publishImport<DB>(
  db: Kysely<DB>,
  state: string,
  { number, revision }: BegunImport,
  change: (tx: Transaction<DB>) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`update ${sql.table(state)} set revision = ${number}
      where id = 1 and revision = ${revision} returning id`.execute(tx)
    if (rows.length === 0) return false
    await change(tx)
    return true
  })
}

interface Numbered {
  readonly import: number
}

function newestOf<Row extends Numbered>(rows: readonly Row[], key: readonly string[]): Map<string, Row> {
  return addNewest(new Map(), rows, key)
}

function addNewest<Row extends Numbered>(
  newest: Map<string, Row>,
  rows: readonly Row[],
  key: readonly string[],
): Map<string, Row> {
  for (const row of rows) {
    const id = JSON.stringify(key.map((column) => Reflect.get(row, column)))
    const known = newest.get(id)
    if (known === undefined || known.import < row.import) newest.set(id, row)
  }
  return newest
}

/** Removes superseded rows and rows of imports that can no longer be published, including those of earlier runs. */
async function removeUnused<DB, Row extends object>(
  db: Kysely<DB>,
  { records, key, imports }: PublishedTables<Row>,
  { begun, slices }: { begun: BegunImport; slices: WriteSlices },
): Promise<void> {
  const columns = [...key, 'import']
  const names = sql.join(columns.map((column) => sql.id(column)))
  const { rows } = await sql<Numbered & { published: number | null }>`
    select ${sql.join(columns.map((column) => sql.id('r', column)))}, i.import as published from ${sql.table(records)} as r
    left join ${sql.table(imports)} as i on i.import = r.import where r.import <= ${begun.number}`.execute(db)
  const visible = new Set(
    newestOf(
      rows.filter(({ published }) => published !== null),
      key,
    ).values(),
  )
  const unused = rows.filter((row) => !visible.has(row))
  for (const part of inSlices(unused, slices))
    await slices.run(part.length, () =>
      db.transaction().execute(async (tx) => {
        for (const some of inChunks(part)) {
          const keys = some.map((row) => sql`(${sql.join(columns.map((column) => typed(Reflect.get(row, column))))})`)
          await sql`delete from ${sql.table(records)} where (${names}) in (values ${sql.join(keys)})`.execute(tx)
        }
      }),
    )
  await sql`delete from ${sql.table(imports)} where import < ${begun.number}
    and import not in (select import from ${sql.table(records)})`.execute(db)
}

/** Casts numbers, because PostgreSQL takes values in a list of rows for strings. */
const typed = (value: unknown) => (typeof value === 'number' ? sql`cast(${value} as integer)` : sql`${value}`)
