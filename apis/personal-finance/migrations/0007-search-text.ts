// Stores the searchable text in the transaction: the text of its words with its amount and day, one per line. Drops the
// tables of the search index, and the two indexes from them to transactions.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const prefix = 'personal_finance_'
const transactions = `${prefix}transactions`

/** 1/10,000 of a currency unit as a decimal with two to four digits. */
const amount = sql`case when amount < 0 then '-' else '' end || cast(abs(amount) / 10000 as text) || '.' ||
  substr(cast(10000 + abs(amount) % 10000 as text), 2,
    case when amount % 100 = 0 then 2 when amount % 10 = 0 then 3 else 4 end)`

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    await db.schema
      .alterTable(transactions)
      .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update ${sql.table(transactions)} set search_text = coalesce((
      select text from ${sql.table(`${prefix}wordings`)} wordings
      where wordings.owner = ${sql.table(transactions)}.owner and wordings.key = ${sql.table(transactions)}.wording), '')
      || ${postgres ? sql`chr(10)` : sql`char(10)`} || ${amount} || ${postgres ? sql`chr(10)` : sql`char(10)`} || date`.execute(
      db,
    )
    for (const name of ['wording', 'amount', 'date']) await db.schema.dropIndex(`${transactions}_${name}`).execute()
    await db.schema.alterTable(transactions).dropColumn('wording').execute()
    for (const name of ['wordings', 'wording_words', 'word_endings', 'amount_endings'])
      await db.schema.dropTable(prefix + name).execute()
    const listed = ['date', 'id', 'amount', 'category_id', 'needs_review', 'transaction_account_id']
    // SQLite reads the texts from the index, in order; an index of PostgreSQL takes no text of more than 2,700 bytes
    await db.schema
      .createIndex(`${transactions}_date`)
      .on(transactions)
      .columns(['owner', ...listed, ...(postgres ? [] : ['search_text'])])
      .execute()
  },
}
