// Which transactions a search matches: those with each of its words in their text, in their amount or day as written,
// in the title of their category or in a name of their account (SOURCES 6.3). Words are looked up in the index first,
// which leaves a few field values by which transactions are found.
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Tables } from '../../../tables.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { foldForSearch, searchableAmount } from '../../search-text.ts'
import { suffixRange } from './suffixes.ts'

/** Names that a search covers besides the transactions themselves. */
export interface SearchContext {
  readonly transactionAccounts: readonly {
    readonly row: { readonly id: number; readonly name: string }
    readonly account: { readonly title: string }
  }[]
  readonly tree: { readonly rows: readonly { readonly id: number; readonly title: string }[] }
}
type Row = ExpressionBuilder<Tables, 'personal_finance_transactions'>
export type Condition = (row: Row) => Expression<SqlBool>
/** Days between two strings, which sort as days do. */
export interface DayRange {
  readonly first: string
  readonly last: string
}
/** That a field has one of certain values, in the form that is fastest for the query it is used in. */
export interface FieldMatch {
  /** For a separate query, which the index on the field answers. */
  readonly indexed: Condition
  /** For testing very many rows: the values are prepared once. */
  readonly scanned: Condition
  /** For testing a few rows: each costs a look-up, and nothing is prepared. */
  readonly probed: Condition
  /** For a field that is a range of days. */
  readonly days?: DayRange
  /** For texts: their keys or a subquery for them, as the right side of `in`. */
  readonly keys?: RawBuilder<unknown>
  /** Values that the condition binds. */
  readonly size: number
  /** Matching transactions, roughly. */
  readonly estimate: number
}
/**
 * A word of a search. It matches a transaction by any of its fields, which differ from each other and come in such an
 * order that the index on each includes the fields before it.
 */
export interface SearchTerm {
  readonly word: string
  readonly fields: readonly FieldMatch[]
  readonly size: number
  /** Matching transactions, roughly. The rarest term is best queried first. */
  readonly estimate: number
  /** Whether it matches texts only. */
  readonly isTextOnly: boolean
}

/** Values of one field in a statement, for all words together: SQLite binds at most 32,766. */
const maxValues = 400

/** The terms of a search, the rarest first, without those that match every transaction. Inside `withSnapshot`. */
export async function searchTermsOf(
  db: Db,
  ledger: Ledger,
  words: readonly string[],
  context: SearchContext,
): Promise<SearchTerm[]> {
  const terms: SearchTerm[] = []
  const limit = Math.floor(maxValues / words.length)
  for (const word of words) {
    const lookUp = { db, ledger, limit, word }
    if (!(await isInEveryMonth(lookUp))) terms.push(await searchTermOf(lookUp, context))
  }
  return terms.sort((a, b) => a.estimate - b.estimate)
}

interface LookUp {
  readonly db: Db
  readonly ledger: Ledger
  /** Values are listed one by one up to this number. */
  readonly limit: number
  readonly word: string
}

async function searchTermOf(lookUp: LookUp, { transactionAccounts, tree }: SearchContext): Promise<SearchTerm> {
  const { word } = lookUp
  const matches = (name: string) => foldForSearch(name).includes(word)
  const categories = tree.rows.filter(({ title }) => matches(title))
  const accounts = transactionAccounts.filter(({ row, account }) => matches(row.name) || matches(account.title))
  const others = [
    ...(await daysWith(lookUp)),
    ...fieldIn(
      'category_id',
      categories.map(({ id }) => id),
    ),
    ...fieldIn(
      'transaction_account_id',
      accounts.map(({ row }) => row.id),
    ),
    ...(await amountsWith(lookUp)),
  ]
  const fields = [...others, ...(await textsWith(lookUp))]
  const sum = (of: 'size' | 'estimate') => fields.reduce((total, field) => total + field[of], 0)
  return { word, fields, size: sum('size'), estimate: sum('estimate'), isTextOnly: others.length === 0 }
}

type Field = 'wording' | 'amount' | 'date' | 'category_id' | 'transaction_account_id'
/** The estimate of a category, an account or a year, which match more transactions than an amount does. */
export const frequent = 1000
/** The estimate when nothing was counted. */
export const unknownCount = 1_000_000_000

function fieldIn(
  field: Field,
  values: readonly (string | number)[],
  estimate = field === 'amount' ? values.length : frequent * values.length,
): FieldMatch[] {
  if (values.length === 0) return []
  const condition: Condition = (row) => row(sql.ref<string | number>(field), 'in', values)
  return [{ indexed: condition, scanned: condition, probed: condition, size: values.length, estimate }]
}

/** The field has one of the values of a query: a few are listed, more are left to a subquery. */
async function fieldInQuery<V extends string | number>(
  field: Field,
  { ledger, limit }: LookUp,
  query: SelectQueryBuilder<Tables, never, { value: V }>,
  isMatch: (value: V) => boolean = () => true,
): Promise<FieldMatch[]> {
  const values = (await query.limit(limit + 1).execute()).map(({ value }) => value)
  return values.length <= limit ? fieldIn(field, values.filter(isMatch)) : [fieldInSubquery(field, ledger, query)]
}

function fieldInSubquery<V>(
  field: Field,
  { dialect }: Ledger,
  query: SelectQueryBuilder<Tables, never, { value: V }>,
): FieldMatch {
  // PostgreSQL turns `in (query)` into a join, which before it has statistics reads everything for each row. It
  // evaluates an array, and a subquery inside a case, only once. The array is looked up in an index, the case for each
  // row.
  const list = dialect === 'postgres' ? sql`= any(array(${query}))` : sql`in (${query})`
  const scanned: Condition = () => sql<SqlBool>`case when ${sql.ref(field)} in (${query}) then 1 else 0 end = 1`
  const indexed: Condition = () => sql<SqlBool>`${sql.ref(field)} ${list}`
  return { indexed, scanned, probed: scanned, size: 4, estimate: unknownCount }
}

/** Texts that contain the word. */
async function textsWith({ db, ledger, limit, word }: LookUp): Promise<FieldMatch[]> {
  const { owner, dialect } = ledger
  const { first, after, whole } = suffixRange(word)
  const all = db
    .selectFrom('personal_finance_word_endings as suffix')
    .innerJoin('personal_finance_wording_words as link', (join) =>
      join.onRef('link.owner', '=', 'suffix.owner').onRef('link.word', '=', 'suffix.word'),
    )
    .where('suffix.owner', '=', owner)
    .where('suffix.ending', '>=', first)
    .where('suffix.ending', '<', after)
  const text = sql`personal_finance_wordings as wording where wording.owner = ${owner} and wording.key`
  const isMatch = contains(dialect, sql.ref('wording.text'), word)
  const links = whole ? all : all.where(sql<SqlBool>`exists (select 1 from ${text} = link.wording and ${isMatch})`)
  const query = links.select('link.wording as value')
  // a text with several matching words comes several times
  const some = await query.limit(limit + 1).execute()
  if (some.length > limit) {
    const probed: Condition = () =>
      sql<SqlBool>`exists (select 1 from ${text} = personal_finance_transactions.wording and ${isMatch})`
    return [{ ...fieldInSubquery('wording', ledger, query), probed, keys: sql`(${query})` }]
  }
  const keys = [...new Set(some.map(({ value }) => value))]
  const estimate = await usesOf(db, owner, keys)
  return fieldIn('wording', keys, estimate).map((field) => ({ ...field, keys: sql`(${sql.join(keys)})` }))
}

/** How many transactions have one of the texts. */
async function usesOf(db: Db, owner: string, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const texts = db.selectFrom('personal_finance_wordings').where('owner', '=', owner).where('key', 'in', keys)
  const { uses } = await texts.select(sql<number>`coalesce(sum(uses), 0)`.as('uses')).executeTakeFirstOrThrow()
  return uses
}

/** That a column contains the word. */
export function contains(dialect: Ledger['dialect'], column: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.raw(dialect === 'postgres' ? 'strpos' : 'instr')}(${column}, ${word.toWellFormed()}) > 0`
}

/** Amounts that contain the word as they are written. */
async function amountsWith(lookUp: LookUp): Promise<FieldMatch[]> {
  const { db, ledger, word } = lookUp
  if (!/^[-.\d]+$/.test(word)) return []
  const { first, after, whole } = suffixRange(word)
  const query = db
    .selectFrom('personal_finance_amount_endings')
    .where('owner', '=', ledger.owner)
    .where('ending', '>=', first)
    .where('ending', '<', after)
    .select('amount as value')
    .distinct()
  // the suffixes of an amount lose a few digits at most
  return fieldInQuery('amount', lookUp, query, (amount) => whole || searchableAmount(amount).includes(word))
}

/** Days that contain the word as they are written. */
async function daysWith(lookUp: LookUp): Promise<FieldMatch[]> {
  const { db, ledger, word } = lookUp
  if (!/^[-\d]{1,10}$/.test(word)) return []
  // only a year has four digits in a row, and what follows it narrows the same range of days
  if (/^\d{4}/.test(word)) {
    const days = { first: word, last: `${word}~` }
    const condition: Condition = (row) => row.and([row('date', '>=', days.first), row('date', '<=', days.last)])
    return [{ indexed: condition, scanned: condition, probed: condition, days, size: 2, estimate: frequent }]
  }
  const query = db
    .selectFrom('personal_finance_day_totals')
    .where('owner', '=', ledger.owner)
    .where('transactions', '>', 0)
    .where('date', 'like', `%${word}%`)
    .select('date as value')
    .distinct()
  const like: Condition = (row) => row('date', 'like', `%${word}%`)
  return (await fieldInQuery('date', lookUp, query)).map((field) =>
    field.estimate === unknownCount ? { ...field, scanned: like, probed: like } : field,
  )
}

/** Whether every month contains the word as it is written, such as the digits of a century. */
async function isInEveryMonth({ db, ledger, word }: LookUp): Promise<boolean> {
  if (!/^[-\d]{1,7}$/.test(word)) return false
  const months = db.selectFrom('personal_finance_month_totals').select('date').where('owner', '=', ledger.owner)
  const others = months.where('transactions', '>', 0).where('date', 'not like', `%${word}%`)
  return (await others.limit(1).executeTakeFirst()) === undefined
}
