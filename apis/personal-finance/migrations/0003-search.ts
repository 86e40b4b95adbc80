// The search index: the text of transactions, each stored once, with its words and the suffixes of words and amounts.
// Indexes the existing transactions, and drops their folded text.
import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'
import { digestOf, searchableAmount, suffixesOf, wordsOf } from './0003-search-suffixes.ts'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']
type Table = CreateTableBuilder<string, string>

const prefix = 'personal_finance_'
const transactions = `${prefix}transactions`
const rowsAtOnce = 1000
/** Rows have three or four values, and SQLite binds at most 32,766. */
const rowsPerStatement = 1000

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    await createIndex(db, postgres)
    // Ranges of suffixes are ranges of bytes.
    const text = postgres ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable(transactions)
      .addColumn('wording', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await fill(db)
    await db.schema.alterTable(transactions).dropColumn('words').execute()
    // Covering indexes: the transactions with a text or an amount are found, newest first, and counted without reading
    // the table.
    const covered = ['category_id', 'transaction_account_id']
    await index(db, 'wording', ['owner', 'wording', 'date', 'id', 'amount', ...covered])
    await index(db, 'amount', ['owner', 'amount', 'date', 'id', 'wording', ...covered])
  },
}

async function createIndex(db: Db, postgres: boolean): Promise<void> {
  const text = postgres ? sql`text collate "C"` : sql`text`
  const table = (name: string, columns: Record<string, RawBuilder<unknown>>, key: readonly string[]): Table => {
    let builder: Table = db.schema.createTable(prefix + name).addColumn('owner', 'text', (one) => one.notNull())
    for (const [column, type] of Object.entries(columns))
      builder = builder.addColumn(column, type, (one) => one.notNull())
    return builder.addPrimaryKeyConstraint(`${prefix + name}_key`, ['owner', ...key])
  }
  await table('wordings', { key: text, text: sql`text` }, ['key']).execute()
  // without a rowid SQLite stores the rows in the primary key, not in a separate table
  for (const keyed of [
    table('wording_words', { word: text, wording: text }, ['word', 'wording']),
    table('word_endings', { ending: text, word: text }, ['ending', 'word']),
    table('amount_endings', { ending: text, amount: sql`bigint` }, ['ending', 'amount']),
  ])
    await (postgres ? keyed : keyed.modifyEnd(sql`without rowid`)).execute()
}

async function index(db: Db, name: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(`${transactions}_${name}`).on(transactions).columns(columns).execute()
}

interface Row {
  readonly owner: string
  readonly id: number
  readonly words: string
  readonly amount: number
}

async function fill(typed: Db): Promise<void> {
  const db = typed.withTables<Record<string, Row>>() // the columns are those of 0001
  for (let last: Row | undefined; ; ) {
    const query = db.selectFrom(transactions).select(['owner', 'id', 'words', 'amount'])
    const after = last
    const rest = after
      ? query.where((row) =>
          row.or([row('owner', '>', after.owner), row.and([row('owner', '=', after.owner), row('id', '>', after.id)])]),
        )
      : query
    const rows = await rest.orderBy('owner').orderBy('id').limit(rowsAtOnce).execute()
    for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) await enter(typed, owner, own)
    last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
  }
}

async function enter(db: Db, owner: string, rows: readonly Row[]): Promise<void> {
  // amount and day are the last two lines
  const byText = Map.groupBy(rows, ({ words }) => words.split('\n').slice(0, -2).join('\n'))
  const texts = [...byText.keys()].map((text) => ({ owner, key: digestOf(text), text }))
  const links = texts.flatMap(({ key, text }) => wordsOf(text).map((word) => ({ owner, word, wording: key })))
  const words = [...new Set(links.map(({ word }) => word))]
  const amounts = [...new Set(rows.map(({ amount }) => amount))]
  await insert(db, 'wordings', texts)
  await insert(db, 'wording_words', links)
  const endings = words.flatMap((word) => suffixesOf(word).map((ending) => ({ owner, ending, word })))
  await insert(db, 'word_endings', endings)
  const ofAmounts = amounts.flatMap((amount) =>
    suffixesOf(searchableAmount(amount)).map((ending) => ({ owner, ending, amount })),
  )
  await insert(db, 'amount_endings', ofAmounts)
  for (const [text, own] of byText)
    await db
      .updateTable(transactions)
      .set({ wording: digestOf(text) })
      .where('owner', '=', owner)
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
}

async function insert(db: Db, name: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await db
      .insertInto(prefix + name)
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
