// Keeps the search index (tables.ts) up to date with every change of transactions. All functions run inside `withLock`,
// or while the ledger is created.
import { type RawBuilder, sql } from 'kysely'
import { inChunks, insertMany } from '#provider'
import type { Db } from '../../ledger.ts'
import { searchableAmount } from '../../search-text.ts'
import { searchTextKey, suffixesOf, wordPieces } from './suffixes.ts'

/** Rows that a sweep removes at once. */
const sweepSize = 500

/** Indexes transactions by their folded texts and amounts. Texts are counted, so pass one for each transaction. */
export async function addToSearch(
  db: Db,
  owner: string,
  { texts, amounts }: { readonly texts: Iterable<string>; readonly amounts: Iterable<number> },
): Promise<void> {
  const added = await addTexts(db, owner, countsOf(texts))
  if (added.length > 0) await addWords(db, owner, added)
  await addAmounts(db, owner, new Set(amounts))
}

interface IndexedText {
  readonly owner: string
  readonly key: string
  readonly text: string
}

/** Counts the texts, and returns those that were not in the index. */
async function addTexts(db: Db, owner: string, texts: ReadonlyMap<string, number>): Promise<IndexedText[]> {
  const byKey = new Map([...texts].map(([text, uses]) => [searchTextKey(text), { owner, text, uses }]))
  const added: IndexedText[] = []
  for (const rows of inChunks([...byKey].map(([key, row]) => ({ ...row, key })))) {
    const counted = await db
      .insertInto('personal_finance_wordings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['owner', 'key']).doUpdateSet({
          uses: sql<number>`personal_finance_wordings.uses + excluded.uses`,
        }),
      )
      .returning(['key', 'text', 'uses'])
      .execute()
    // a text is removed with its last use, so one that was there counts more than was added
    for (const { key, text, uses } of counted) if (byKey.get(key)?.uses === uses) added.push({ owner, key, text })
  }
  return added
}

function countsOf(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

async function addWords(db: Db, owner: string, texts: readonly IndexedText[]): Promise<void> {
  const links = texts.flatMap(({ key, text }) => wordPieces(text).map((word) => ({ owner, word, wording: key })))
  const words = new Set(links.map(({ word }) => word))
  for (const some of inChunks([...words])) for (const word of await indexedWords(db, owner, some)) words.delete(word)
  await insertMany(db, 'personal_finance_wording_words', links)
  const suffixes = [...words].flatMap((word) => suffixesOf(word).map((ending) => ({ owner, ending, word })))
  await insertMany(db, 'personal_finance_word_endings', suffixes)
}

/** Those of the words that a text has: one look-up for each, because frequent words have a row for every text. */
async function indexedWords(db: Db, owner: string, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with given (word) as (values ${sql.join(words.map((word) => sql`(${word})`))})
    select word from given where exists (
      select 1 from personal_finance_wording_words links where links.owner = ${owner} and links.word = given.word
    )`.execute(db)
  return rows.map(({ word }) => word)
}

/** The longest suffix of an amount is inserted first, and shows whether the amount is new. */
async function addAmounts(db: Db, owner: string, amounts: ReadonlySet<number>): Promise<void> {
  const insert = (rows: readonly { owner: string; ending: string; amount: number }[]) =>
    db
      .insertInto('personal_finance_amount_endings')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
  const longest = [...amounts].map((amount) => ({
    owner,
    ending: suffixesOf(searchableAmount(amount))[0] ?? '',
    amount,
  }))
  const added: number[] = []
  for (const rows of inChunks(longest))
    added.push(...(await insert(rows).returning('amount').execute()).map(({ amount }) => amount))
  const others = added.flatMap((amount) =>
    suffixesOf(searchableAmount(amount))
      .slice(1)
      .map((ending) => ({ owner, ending, amount })),
  )
  for (const rows of inChunks(others)) await insert(rows).execute()
}

/** What transactions are indexed by; a text comes once for each transaction that has it. */
export interface IndexEntries {
  readonly textKeys: Iterable<string>
  readonly amounts: Iterable<number>
}

/** Subtracts removed transactions, and drops what no transaction uses any more. */
export async function removeFromSearch(db: Db, owner: string, { textKeys, amounts }: IndexEntries): Promise<void> {
  for (const [uses, counts] of Map.groupBy(countsOf(textKeys), ([, uses]) => uses))
    for (const keys of inChunks(counts.map(([key]) => key))) {
      await db
        .updateTable('personal_finance_wordings')
        .set((row) => ({ uses: row('uses', '-', uses) }))
        .where('owner', '=', owner)
        .where('key', 'in', keys)
        .execute()
      await removeUnusedTexts(db, owner, keys)
    }
  for (const some of inChunks(new Set(amounts))) await removeUnusedAmounts(db, owner, some)
}

/** Recounts all texts and drops what no transaction uses, after many transactions were removed at once. */
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
  const unusedTexts = db
    .selectFrom('personal_finance_wordings')
    .select('key')
    .where('owner', '=', owner)
    .where('uses', '=', 0)
    .limit(sweepSize)
  const unusedAmounts = db
    .selectFrom('personal_finance_amount_endings as suffix')
    .select('suffix.amount')
    .distinct()
    .where('suffix.owner', '=', owner)
    .where(isUnused(owner, 'suffix.amount'))
    .limit(sweepSize)
  for (let rows = await unusedTexts.execute(); rows.length > 0; rows = await unusedTexts.execute()) {
    const keys = rows.map(({ key }) => key)
    await removeUnusedTexts(db, owner, keys)
  }
  for (let rows = await unusedAmounts.execute(); rows.length > 0; rows = await unusedAmounts.execute()) {
    const amounts = rows.map(({ amount }) => amount)
    await removeUnusedAmounts(db, owner, amounts)
  }
}

async function removeUnusedTexts(db: Db, owner: string, keys: readonly string[]): Promise<void> {
  const removed = await db
    .deleteFrom('personal_finance_wordings')
    .where('owner', '=', owner)
    .where('key', 'in', keys)
    .where('uses', '=', 0)
    .returning(['key', 'text'])
    .execute()
  if (removed.length > 0) await removeWords(db, owner, removed)
}

async function removeWords(
  db: Db,
  owner: string,
  texts: readonly { readonly key: string; readonly text: string }[],
): Promise<void> {
  const keys = texts.map(({ key }) => key)
  for (const words of inChunks(new Set(texts.flatMap(({ text }) => wordPieces(text))))) {
    const links = db.deleteFrom('personal_finance_wording_words').where('owner', '=', owner)
    await links.where('word', 'in', words).where('wording', 'in', keys).execute()
    const remaining = new Set(await indexedWords(db, owner, words))
    const unused = words.filter((word) => !remaining.has(word))
    for (const some of inChunks(new Set(unused.flatMap(suffixesOf)))) {
      const suffixes = db.deleteFrom('personal_finance_word_endings').where('owner', '=', owner)
      await suffixes.where('ending', 'in', some).where('word', 'in', unused).execute()
    }
  }
}

async function removeUnusedAmounts(db: Db, owner: string, amounts: readonly number[]): Promise<void> {
  for (const suffixes of inChunks(new Set(amounts.flatMap((amount) => suffixesOf(searchableAmount(amount))))))
    await db
      .deleteFrom('personal_finance_amount_endings')
      .where('owner', '=', owner)
      .where('ending', 'in', suffixes)
      .where('amount', 'in', amounts)
      .where(isUnused(owner, 'personal_finance_amount_endings.amount'))
      .execute()
}

/** That no transaction has the amount in this column. */
function isUnused(owner: string, column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from personal_finance_transactions as one
    where one.owner = ${owner} and one.amount = ${sql.ref(column)})`
}
