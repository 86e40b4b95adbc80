// Puts many rows into a table in one statement. PostgreSQL takes a thousand bound values ten times slower than one JSON text of them;
// SQLite is the other way round.
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './names.ts'
import type { PriceTables } from './tables.ts'

type Table = 'item_market_names' | 'item_market_current'
type Row<T extends Table> = Partial<PriceTables[T]> & Readonly<Record<string, string | number | null>>

const rowsPerStatement = 250
const rowsPerText = 5000

/** How many rows one call should be given, so that it holds nobody up. */
export function rowsAtOnce(db: Db): number {
  return isPostgres(db) ? rowsPerText : rowsPerStatement
}

/** Inserts rows that have the same members each; with `keep` those whose key is there already are left as they are. */
export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  { rows, keep = false }: { rows: readonly Row<T>[]; keep?: boolean },
): Promise<void> {
  const [first] = rows
  if (!first) return
  const conflict = keep ? sql`on conflict do nothing` : sql``
  const columns = Object.keys(first)
  const names = sql.join(columns.map((name) => sql.id(name)))
  if (isPostgres(db)) {
    const text = JSON.stringify(rows)
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${text}::json) ${conflict}`.execute(db)
    return
  }
  const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((name) => row[name] ?? null))})`))
  await sql`insert into ${sql.table(table)} (${names}) values ${values} ${conflict}`.execute(db)
}

function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
