// Keeps the index of the search (tables.ts) with every change of transactions. All functions run inside `changeWorld`, or the making of
// the world.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ledger.ts'
import { amountText } from '../../search-text.ts'
import { endingsOf, keyOf, piecesOf } from './suffixes.ts'

/** Rows of one statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 1000

/** What transactions are found by, each as often as it is there: what comes and goes is counted. */
export interface Found {
  /** Keys of wordings. */
  readonly wordings: Iterable<string>
  readonly amounts: Iterable<number>
}

/** Makes what transactions with these folded texts and amounts, one for each, are found by. */
export async function enterSearch(
  db: Db,
  owner: string,
  { texts, amounts }: { readonly texts: Iterable<string>; readonly amounts: Iterable<number> },
): Promise<void> {
  const fresh = await addWordings(db, owner, timesOf(texts))
  if (fresh.length > 0) await addWords(db, owner, fresh)
  await addAmounts(db, owner, new Set(amounts))
}

interface Wording {
  readonly owner: string
  readonly key: string
  readonly text: string
}

/** Counts what has come; returns those that were not there yet. */
async function addWordings(db: Db, owner: string, texts: ReadonlyMap<string, number>): Promise<Wording[]> {
  const byKey = new Map([...texts].map(([text, uses]) => [keyOf(text), { owner, key: keyOf(text), text, uses }]))
  const fresh: Wording[] = []
  for (const some of inPieces([...byKey.values()])) {
    const counted = await db
      .insertInto('personal_finance_wordings')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['owner', 'key']).doUpdateSet({
          uses: sql<number>`personal_finance_wordings.uses + excluded.uses`,
        }),
      )
      .returning(['key', 'uses'])
      .execute()
    // one that nothing had would have been taken out
    fresh.push(...counted.flatMap(({ key, uses }) => (byKey.get(key)?.uses === uses ? (byKey.get(key) ?? []) : [])))
  }
  return fresh
}

/** How often each is there. */
function timesOf(list: Iterable<string>): Map<string, number> {
  const times = new Map<string, number>()
  for (const one of list) times.set(one, (times.get(one) ?? 0) + 1)
  return times
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

/** Counts what has gone, and takes out of it what no transaction has any more. */
export async function leaveSearch(db: Db, owner: string, { wordings, amounts }: Found): Promise<void> {
  // mostly they are there once, or few times
  for (const [uses, times] of Map.groupBy(timesOf(wordings), ([, uses]) => uses))
    for (const some of inPieces(times.map(([key]) => key))) {
      await db
        .updateTable('personal_finance_wordings')
        .set((row) => ({ uses: row('uses', '-', uses) }))
        .where('owner', '=', owner)
        .where('key', 'in', some)
        .execute()
      await removeWordings(db, owner, some)
    }
  for (const some of inPieces([...new Set(amounts)])) await removeAmounts(db, owner, some)
}

/** Counts anew, and takes out what no transaction has any more, after many of them went at once. */
export async function sweepSearch(db: Db, owner: string): Promise<void> {
  const uses = sql<number>`(
    select count(*) from personal_finance_transactions as one
    where one.owner = ${owner} and one.wording = personal_finance_wordings.key)`
  await db
    .updateTable('personal_finance_wordings')
    .set({ uses })
    .where('owner', '=', owner)
    .where('uses', '<>', uses)
    .execute()
  const orphans = db
    .selectFrom('personal_finance_wordings')
    .select('key')
    .where('owner', '=', owner)
    .where('uses', '=', 0)
    .limit(rowsPerStatement)
  const amounts = db
    .selectFrom('personal_finance_amount_endings as ending')
    .select('ending.amount')
    .distinct()
    .where('ending.owner', '=', owner)
    .where(unused(owner, 'ending.amount'))
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
    .where('uses', '=', 0)
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
      .where(unused(owner, 'personal_finance_amount_endings.amount'))
      .execute()
}

/** No transaction has this amount. */
function unused(owner: string, amount: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from personal_finance_transactions as one
    where one.owner = ${owner} and one.amount = ${sql.ref(amount)})`
}

function* inPieces<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += rowsPerStatement) yield list.slice(at, at + rowsPerStatement)
}
