// Which transactions a search finds: those that have each of its words in their texts, in their amount or day as written, in the title of
// their category or in a name of their account (FACTS 7). Words are looked up in the index first; what remains for each is a few values
// that transactions are found by.
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Tables } from '../../../tables.ts'
import { type Db, isPostgres, type World } from '../../ledger.ts'
import { amountText, foldText } from '../../search-text.ts'
import { rangeOf } from './suffixes.ts'

/** What a search looks through beside the transactions themselves. */
export interface Surroundings {
  readonly sides: readonly {
    readonly row: { readonly id: number; readonly name: string }
    readonly account: { readonly title: string }
  }[]
  readonly tree: { readonly rows: readonly { readonly id: number; readonly title: string }[] }
}
type Row = ExpressionBuilder<Tables, 'personal_finance_transactions'>
export type Condition = (row: Row) => Expression<SqlBool>
/** Days from one text to another. */
export interface Span {
  readonly first: string
  readonly last: string
}
/** That a field of a transaction has one of certain values, said in the way that suits what is asked. */
export interface Part {
  /** For a question of its own, which the index that begins with the field answers. */
  readonly sought: Condition
  /** For looking at very many transactions that are found otherwise. */
  readonly held: Condition
  /** For looking at some transactions: each costs a look-up, and nothing is made ready. */
  readonly seen: Condition
  /** Where it is days that follow each other. */
  readonly span?: Span
  /** Of texts: their keys, or a question for them, as what stands after `in`. */
  readonly keys?: RawBuilder<unknown>
  /** How many values are named. */
  readonly size: number
  /** How much is found, roughly. */
  readonly weight: number
}
/**
 * One word: a transaction is found when any of the parts holds, each of which is on another field. They are in such an order that the index
 * of the field of each has the fields of those before it.
 */
export interface Hit {
  readonly word: string
  readonly parts: readonly Part[]
  readonly size: number
  /** The word that finds least is best asked for first. */
  readonly weight: number
  /** Whether it is found in texts alone. */
  readonly inTexts: boolean
}

/** So many values of one field are named in a statement, for all words together: SQLite binds at most 32,766. */
const namedAtMost = 400

/** What each of the folded words finds, but for those that find every transaction. Inside `readWorld`. */
export async function hitsOf(db: Db, world: World, words: readonly string[], around: Surroundings): Promise<Hit[]> {
  const hits: Hit[] = []
  const few = Math.floor(namedAtMost / words.length)
  for (const word of words) {
    const asking = { db, world, few, word }
    if (!(await isOfEveryMonth(asking))) hits.push(await hitOf(asking, around))
  }
  return hits.sort((a, b) => a.weight - b.weight)
}

interface Asking {
  readonly db: Db
  readonly world: World
  /** So many values are named. */
  readonly few: number
  readonly word: string
}

async function hitOf(asking: Asking, { sides, tree }: Surroundings): Promise<Hit> {
  const { word } = asking
  const within = (text: string) => foldText(text).includes(word)
  const beside = [
    ...(await daysWith(asking)),
    ...among(
      'category_id',
      tree.rows.filter((row) => within(row.title)).map((row) => row.id),
    ),
    ...among(
      'transaction_account_id',
      sides.filter(({ row, account }) => within(row.name) || within(account.title)).map(({ row }) => row.id),
    ),
    ...(await amountsWith(asking)),
  ]
  const parts = [...beside, ...(await textsWith(asking))]
  const sum = (of: 'size' | 'weight') => parts.reduce((all, part) => all + part[of], 0)
  return { word, parts, size: sum('size'), weight: sum('weight'), inTexts: beside.length === 0 }
}

type Field = 'wording' | 'amount' | 'date' | 'category_id' | 'transaction_account_id'
/** Categories, accounts and years hold more transactions than an amount does. */
export const large = 1000
export const everything = 1_000_000_000

function among(
  field: Field,
  values: readonly (string | number)[],
  weight = field === 'amount' ? values.length : large * values.length,
): Part[] {
  if (values.length === 0) return []
  const condition: Condition = (row) => row(sql.ref<string | number>(field), 'in', values)
  return [{ sought: condition, held: condition, seen: condition, size: values.length, weight }]
}

/** The transactions whose field has one of the values of a query: few are named, more looked up by the database itself. */
async function amongFound<V extends string | number>(
  field: Field,
  { db, few, query }: { db: Db; few: number; query: SelectQueryBuilder<Tables, never, { value: V }> },
  isMeant: (value: V) => boolean = () => true,
): Promise<Part[]> {
  const values = (await query.limit(few + 1).execute()).map(({ value }) => value)
  return values.length <= few ? among(field, values.filter(isMeant)) : [lookedUp(field, { db, query })]
}

function lookedUp<V>(
  field: Field,
  { db, query, seen }: { db: Db; query: SelectQueryBuilder<Tables, never, { value: V }>; seen?: Condition },
): Part {
  // PostgreSQL joins with a query after `in`, and before it has statistics it does so by going through everything for each. An array is
  // worked out once, and so is what stands in a case: the one is sought in an index, the other looked up for what is there.
  const list = isPostgres(db) ? sql`= any(array(${query}))` : sql`in (${query})`
  const held: Condition = () => sql<SqlBool>`case when ${sql.ref(field)} in (${query}) then 1 else 0 end = 1`
  const sought: Condition = () => sql<SqlBool>`${sql.ref(field)} ${list}`
  return { sought, held, seen: seen ?? held, size: 4, weight: everything }
}

/** Those whose wordings hold the word. */
async function textsWith({ db, world: { owner }, few, word }: Asking): Promise<Part[]> {
  const { first, after, whole } = rangeOf(word)
  const all = db
    .selectFrom('personal_finance_word_endings as ending')
    .innerJoin('personal_finance_wording_words as link', (join) =>
      join.onRef('link.owner', '=', 'ending.owner').onRef('link.word', '=', 'ending.word'),
    )
    .where('ending.owner', '=', owner)
    .where('ending.ending', '>=', first)
    .where('ending.ending', '<', after)
  const wording = sql`personal_finance_wordings as wording where wording.owner = ${owner} and wording.key`
  const holding = holds(db, sql.ref('wording.text'), word)
  const links = whole ? all : all.where(sql<SqlBool>`exists (select 1 from ${wording} = link.wording and ${holding})`)
  const query = links.select('link.wording as value')
  // a text with several such words comes several times
  const some = await query.limit(few + 1).execute()
  if (some.length > few) {
    const seen: Condition = () =>
      sql<SqlBool>`exists (select 1 from ${wording} = personal_finance_transactions.wording and ${holding})`
    return [{ ...lookedUp('wording', { db, query, seen }), keys: sql`(${query})` }]
  }
  const keys = [...new Set(some.map(({ value }) => value))]
  const weight = await usesOf(db, owner, keys)
  return among('wording', keys, weight).map((part) => ({ ...part, keys: sql`(${sql.join(keys)})` }))
}

/** How many transactions have one of the texts. */
async function usesOf(db: Db, owner: string, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const texts = db.selectFrom('personal_finance_wordings').where('owner', '=', owner).where('key', 'in', keys)
  const { uses } = await texts.select(sql<number>`coalesce(sum(uses), 0)`.as('uses')).executeTakeFirstOrThrow()
  return uses
}

/** That a text of the database holds the word. */
export function holds(db: Db, text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.raw(isPostgres(db) ? 'strpos' : 'instr')}(${text}, ${word.toWellFormed()}) > 0`
}

/** Those whose amount, as it is written, holds the word. */
async function amountsWith({ db, world: { owner }, few, word }: Asking): Promise<Part[]> {
  if (!/^[-.\d]+$/.test(word)) return []
  const { first, after, whole } = rangeOf(word)
  const query = db
    .selectFrom('personal_finance_amount_endings')
    .where('owner', '=', owner)
    .where('ending', '>=', first)
    .where('ending', '<', after)
    .select('amount as value')
    .distinct()
  // of an amount no more than a few digits are left out of its endings
  return amongFound('amount', { db, few, query }, (amount) => whole || amountText(amount).includes(word))
}

/** Those whose day, as it is written, holds the word. */
async function daysWith({ db, world: { owner }, few, word }: Asking): Promise<Part[]> {
  if (!/^[-\d]{1,10}$/.test(word)) return []
  // four digits in a row are a year, and what follows them goes on with the same days
  if (/^\d{4}/.test(word)) {
    const span = { first: word, last: `${word}~` }
    const condition: Condition = (row) => row.and([row('date', '>=', span.first), row('date', '<=', span.last)])
    return [{ sought: condition, held: condition, seen: condition, span, size: 2, weight: large }]
  }
  const query = db
    .selectFrom('personal_finance_day_totals')
    .where('owner', '=', owner)
    .where('transactions', '>', 0)
    .where('date', 'like', `%${word}%`)
    .select('date as value')
    .distinct()
  const written: Condition = (row) => row('date', 'like', `%${word}%`)
  return (await amongFound('date', { db, few, query })).map((part) =>
    part.weight === everything ? { ...part, held: written, seen: written } : part,
  )
}

/** Whether the word is in every month as it is written, as the digits of a century are. */
async function isOfEveryMonth({ db, world: { owner }, word }: Asking): Promise<boolean> {
  if (!/^[-\d]{1,7}$/.test(word)) return false
  const other = db.selectFrom('personal_finance_month_totals').select('date').where('owner', '=', owner)
  const row = await other
    .where('transactions', '>', 0)
    .where('date', 'not like', `%${word}%`)
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}
