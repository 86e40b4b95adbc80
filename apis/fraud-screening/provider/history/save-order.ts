// Stores a screened order and counts it: in velocity, in the ranking and as a credit.
import { sql } from 'kysely'
import type { ProviderKit, Random } from '#define'
import { type Traits, writeTraits } from '../order/traits.ts'
import { countOrder, type Db, monthOf, type Status } from './store.ts'
import { type HashedText, keepHashes, openHashes, type SentHash } from './texts.ts'
import { keepUnhashed, sealedRound, type UnhashedText } from './unhashed.ts'

export interface NewOrder {
  readonly account: string
  /** Key of the account's digests. */
  readonly salt: string
  readonly nowMs: number
  readonly score: number
  readonly status: Status
  readonly traits: Traits
  /** Those of the traits that the caller sent as hashes. */
  readonly hashes: readonly SentHash[]
  /** The texts under which it counts until they are hashed. */
  readonly unhashed: readonly UnhashedText[]
  /** The texts that were hashed for it. */
  readonly named: readonly HashedText[]
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
  const { account, salt, nowMs, score, status, traits } = order
  return db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('fraud_screening_orders')
      .values({ account, id, made_at: nowMs, score, status, blacklisted: 0, traits: writeTraits(traits) })
      .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await openHashes(within, order.hashes, { account, seenAt: nowMs })
    await keepHashes(within, order.named, nowMs)
    await keepUnhashed(within, order.unhashed, { account, salt, madeAt: nowMs })
    await countOrder(within, { account, id, score, madeAt: nowMs, traits })
    await sql`update fraud_screening_accounts set ${creditOf(nowMs)} where account = ${account}`.execute(within)
    return true
  })
}

/** The same for PostgreSQL: ten statements would be ten journeys to the server. */
async function inOneStatement(db: Db, order: NewOrder, id: string): Promise<boolean> {
  const { account, salt, nowMs, score, status, traits, hashes, unhashed, named } = order
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
    ), kept as (
      insert into fraud_screening_unhashed (text, account, kind, first_round, made_at)
      select sent.text, ${account}::text, sent.kind, sent.first_round, ${nowMs}::bigint
      from stored, unnest(${unhashed.map(({ digest }) => digest)}::bytea[], ${unhashed.map(({ kind }) => kind)}::text[],
        ${unhashed.map((text) => sealedRound(salt, text))}::bytea[]) as sent(text, kind, first_round)
      on conflict (text) do update set made_at = excluded.made_at
    ), named as (
      insert into fraud_screening_texts (text, hash, account, used_at)
      select sent.text, sent.hash, ${account}::text, ${nowMs}::bigint
      from stored, unnest(${named.map(({ text }) => text)}::bytea[], ${named.map(({ hash }) => hash)}::bytea[])
        as sent(text, hash)
      on conflict (text) do update set used_at = excluded.used_at
    ), explained as (
      delete from fraud_screening_hashes where account = ${account} and exists (select from stored)
        and digest = any(${named.flatMap(({ text, hash }) => [text, hash])}::bytea[])
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
