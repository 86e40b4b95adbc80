// Stores a screened order and counts it: in velocity, in the ranking and as a credit.
import { sql } from 'kysely'
import type { ProviderKit, Random } from '#define'
import { type Traits, writeTraits } from '../order/traits.ts'
import { countOrder, type Db, monthOf, type Status } from './store.ts'
import { openHashes, type SentHash } from './texts.ts'

export interface NewOrder {
  readonly account: string
  readonly nowMs: number
  readonly score: number
  readonly status: Status
  readonly traits: Traits
  /** Those of the traits that the caller sent as hashes. */
  readonly hashes: readonly SentHash[]
}
export interface SaveDeps {
  readonly db: Db
  readonly dialect: ProviderKit['dialect']
  readonly random: Random
}

const idLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const idTries = 8

/** Stores an order under a new id, which it returns. */
export async function saveOrder(order: NewOrder, { db, dialect, random }: SaveDeps): Promise<string> {
  const save = dialect === 'postgres' ? inOneStatement : inTransaction
  for (let tried = 0; tried < idTries; tried++) {
    const id = makeId(order.nowMs, random)
    if (await save(db, order, id)) return id
  }
  throw new Error(`no free order id after ${idTries} draws`)
}

/** The older form of the provider, which fits the columns of shop plugins (SOURCES 2.5). */
function makeId(nowMs: number, random: Random): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
  const letters = Array.from({ length: 6 }, () => idLetters.charAt(random.int(0, idLetters.length - 1)))
  return `${day}-${letters.join('')}`
}

/** False when the id is taken; then nothing is stored. */
function inTransaction(db: Db, order: NewOrder, id: string): Promise<boolean> {
  const { account, nowMs, score, status, traits } = order
  return db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('fraud_screening_orders')
      .values({ account, id, made_at: nowMs, score, status, blacklisted: 0, traits: writeTraits(traits) })
      .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await openHashes(within, order.hashes, { account, seenAt: nowMs })
    await countOrder(within, { account, id, score, madeAt: nowMs, traits })
    await sql`update fraud_screening_accounts set ${creditOf(nowMs)} where account = ${account}`.execute(within)
    return true
  })
}

/** The same for PostgreSQL: six statements would be six journeys to the server. */
async function inOneStatement(db: Db, order: NewOrder, id: string): Promise<boolean> {
  const { account, nowMs, score, status, traits, hashes } = order
  const { rows } = await sql`with stored as (
      insert into fraud_screening_orders (account, id, made_at, score, status, blacklisted, traits)
      values (${account}, ${id}, ${nowMs}, ${score}, ${status}, 0, ${writeTraits(traits)})
      on conflict (account, id) do nothing returning id
    ), seen as (
      insert into fraud_screening_traits (digest, made_at, order_id, card)
      select digest, ${nowMs}::bigint, stored.id, ${traits.get('card') ?? null}::bytea
      from stored, unnest(${[...traits.values()]}::bytea[]) as digest
    ), opened as (
      insert into fraud_screening_hashes (account, kind, digest, seen_at)
      select ${account}::text, sent.kind, sent.digest, ${nowMs}::bigint
      from stored, unnest(${hashes.map(({ kind }) => kind)}::text[], ${hashes.map(({ digest }) => digest)}::bytea[])
        as sent(kind, digest)
      where not exists (select from fraud_screening_texts where hash = sent.digest)
      on conflict (account, kind, digest) do update
        set seen_at = greatest(fraud_screening_hashes.seen_at, excluded.seen_at)
    ), ranked as (
      insert into fraud_screening_scores (account, score, orders)
      select ${account}::text, ${score}::integer, 1 from stored
      on conflict (account, score) do update set orders = fraud_screening_scores.orders + 1
    ), used as (
      update fraud_screening_accounts set ${creditOf(nowMs)} where account = ${account} and exists (select from stored)
    )
    select id from stored`.execute(db)
  return rows.length === 1
}

function creditOf(nowMs: number) {
  const month = monthOf(nowMs)
  return sql`used = case when month = ${month} then used + 1 else 1 end, month = ${month}`
}
