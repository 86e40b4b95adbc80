// Keeps the index of the search (tables.ts) with every change of transactions. All functions run inside `changeWorld`, or the making of
// the world.
import { type RawBuilder, sql } from 'kysely'
import { amountText } from '../transactions/words.ts'
import type { Db } from '../world.ts'
import { endingsOf, keyOf, piecesOf } from './endings.ts'

/** Rows of one statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 1000

/** What transactions are found by. */
export interface Found {
  /** Keys of wordings. */
  readonly wordings: Iterable<string>
  readonly amounts: Iterable<number>
}

/** Makes what transactions with these folded texts and amounts are found by. What is known already costs a look-up. */
export async function enterSearch(
  db: Db,
  owner: string,
  { texts, amounts }: { readonly texts: Iterable<string>; readonly amounts: Iterable<number> },
): Promise<void> {
  const fresh = await addWordings(db, owner, new Set(texts))
  if (fresh.length > 0) await addWords(db, owner, fresh)
  await addAmounts(db, owner, new Set(amounts))
}

interface Wording {
  readonly owner: string
  readonly key: string
  readonly text: string
}

/** Those that were not there yet. */
async function addWordings(db: Db, owner: string, texts: ReadonlySet<string>): Promise<Wording[]> {
  const byKey = new Map([...texts].map((text) => [keyOf(text), { owner, key: keyOf(text), text }]))
  const fresh: Wording[] = []
  for (const some of inPieces([...byKey.values()])) {
    const insert = db.insertInto('personal_finance_wordings').values(some)
    const made = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute()
    fresh.push(...made.flatMap(({ key }) => byKey.get(key) ?? []))
  }
  return fresh
}

async function addWords(db: Db, owner: string, wordings: readonly Wording[]): Promise<void> {
  const links = wordings.flatMap(({ key, text }) => piecesOf(text).map((word) => ({ owner, word, wording: key })))
  const fresh = new Set(links.map(({ word }) => word))
  for (const some of inPieces([...fresh])) {
    const known = db.selectFrom('personal_finance_wording_words').select('word').distinct().where('owner', '=', owner)
    for (const { word } of await known.where('word', 'in', some).execute()) fresh.delete(word)
  }
  for (const some of inPieces(links)) await db.insertInto('personal_finance_wording_words').values(some).execute()
  const endings = [...fresh].flatMap((word) => endingsOf(word).map((ending) => ({ owner, ending, word })))
  for (const some of inPieces(endings)) await db.insertInto('personal_finance_word_endings').values(some).execute()
}

/** The longest ending tells whether an amount is known. */
async function addAmounts(db: Db, owner: string, amounts: ReadonlySet<number>): Promise<void> {
  const insert = (rows: readonly { owner: string; ending: string; amount: number }[]) =>
    db
      .insertInto('personal_finance_amount_endings')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
  const whole = [...amounts].map((amount) => ({ owner, ending: endingsOf(amountText(amount))[0] ?? '', amount }))
  const fresh: number[] = []
  for (const some of inPieces(whole))
    fresh.push(...(await insert(some).returning('amount').execute()).map((row) => row.amount))
  for (const some of inPieces(fresh.flatMap((amount) => endingsOfAmount(owner, amount).slice(1))))
    await insert(some).execute()
}

function endingsOfAmount(owner: string, amount: number) {
  return endingsOf(amountText(amount)).map((ending) => ({ owner, ending, amount }))
}

/** Takes out of it what no transaction has any more. */
export async function leaveSearch(db: Db, owner: string, { wordings, amounts }: Found): Promise<void> {
  for (const some of inPieces([...new Set(wordings)])) await removeWordings(db, owner, some)
  for (const some of inPieces([...new Set(amounts)])) await removeAmounts(db, owner, some)
}

/** Takes out what no transaction has any more, after many of them went at once. */
export async function sweepSearch(db: Db, owner: string): Promise<void> {
  const orphans = db
    .selectFrom('personal_finance_wordings as wording')
    .select('wording.key')
    .where('wording.owner', '=', owner)
    .where(unused(owner, 'wording', 'wording.key'))
    .limit(rowsPerStatement)
  const amounts = db
    .selectFrom('personal_finance_amount_endings as ending')
    .select('ending.amount')
    .distinct()
    .where('ending.owner', '=', owner)
    .where(unused(owner, 'amount', 'ending.amount'))
    .limit(rowsPerStatement)
  for (let gone = await orphans.execute(); gone.length > 0; gone = await orphans.execute())
    await removeWordings(
      db,
      owner,
      gone.map(({ key }) => key),
    )
  for (let gone = await amounts.execute(); gone.length > 0; gone = await amounts.execute())
    await removeAmounts(
      db,
      owner,
      gone.map(({ amount }) => amount),
    )
}

async function removeWordings(db: Db, owner: string, keys: readonly string[]): Promise<void> {
  const gone = await db
    .deleteFrom('personal_finance_wordings')
    .where('owner', '=', owner)
    .where('key', 'in', keys)
    .where(unused(owner, 'wording', 'personal_finance_wordings.key'))
    .returning(['key', 'text'])
    .execute()
  if (gone.length > 0) await removeWords(db, owner, gone)
}

async function removeWords(
  db: Db,
  owner: string,
  wordings: readonly { readonly key: string; readonly text: string }[],
): Promise<void> {
  const words = [...new Set(wordings.flatMap(({ text }) => piecesOf(text)))]
  const keys = wordings.map(({ key }) => key)
  for (const some of inPieces(words)) {
    const links = db.deleteFrom('personal_finance_wording_words').where('owner', '=', owner)
    await links.where('word', 'in', some).where('wording', 'in', keys).execute()
    const left = db.selectFrom('personal_finance_wording_words').select('word').distinct().where('owner', '=', owner)
    const kept = new Set((await left.where('word', 'in', some).execute()).map(({ word }) => word))
    const unused = some.filter((word) => !kept.has(word))
    for (const few of inPieces([...new Set(unused.flatMap(endingsOf))])) {
      const endings = db.deleteFrom('personal_finance_word_endings').where('owner', '=', owner)
      await endings.where('ending', 'in', few).where('word', 'in', unused).execute()
    }
  }
}

async function removeAmounts(db: Db, owner: string, amounts: readonly number[]): Promise<void> {
  const endings = [...new Set(amounts.flatMap((amount) => endingsOf(amountText(amount))))]
  for (const some of inPieces(endings))
    await db
      .deleteFrom('personal_finance_amount_endings')
      .where('owner', '=', owner)
      .where('ending', 'in', some)
      .where('amount', 'in', amounts)
      .where(unused(owner, 'amount', 'personal_finance_amount_endings.amount'))
      .execute()
}

/** No transaction has this wording or amount. */
function unused(owner: string, column: 'wording' | 'amount', of: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from personal_finance_transactions as one
    where one.owner = ${owner} and one.${sql.ref(column)} = ${sql.ref(of)})`
}

function* inPieces<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += rowsPerStatement) yield list.slice(at, at + rowsPerStatement)
}
