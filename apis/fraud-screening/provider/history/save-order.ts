// Stores a screened order and counts it in velocity, in the ranking and as a credit.
import { sql } from 'kysely'
import type { ProviderKit, Random } from '#define'
import { OrderError } from '../errors.ts'
import { type Traits, writeTraits } from '../order/traits.ts'
import { countOrder, type Db, monthOf, type Status } from './store.ts'

interface NewOrder {
  readonly account: string
  readonly nowMs: number
  readonly score: number
  readonly status: Status
  readonly traits: Traits
}
interface SaveDeps {
  readonly db: Db
  readonly dialect: ProviderKit['dialect']
  readonly random: Random
  /** Screenings per month and account. */
  readonly creditsPerMonth: number
}

const idLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const idTries = 8

/**
 * Stores an order and returns its new id. Throws 10007 if the account has no credit left, counted over all processes.
 */
export async function saveOrder(order: NewOrder, deps: SaveDeps): Promise<string> {
  const { dialect, random } = deps
  const save = dialect === 'postgres' ? inOneStatement : inTransaction
  for (let tried = 0; tried < idTries; tried++) {
    const id = makeId(order.nowMs, random)
    if (await save(order, id, deps)) return id
  }
  throw new Error(`no free order id after ${idTries} draws`)
}

/** Returns an id in the provider's older form, which fits the columns of shop plugins (SOURCES 2.5). */
function makeId(nowMs: number, random: Random): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
  const letters = Array.from({ length: 6 }, () => idLetters.charAt(random.int(0, idLetters.length - 1)))
  return `${day}-${letters.join('')}`
}

/** Stores the order in a transaction; returns false, without storing it, if the id is taken. */
function inTransaction(order: NewOrder, id: string, { db, creditsPerMonth }: SaveDeps): Promise<boolean> {
  const { account, nowMs, score, status, traits } = order
  return db.transaction().execute(async (within) => {
    const { rows: free } = await sql`select account from fraud_screening_accounts
      where account = ${account} and ${usedIn(nowMs)} < ${creditsPerMonth}`.execute(within)
    if (free.length === 0) throw noCredit()
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('fraud_screening_orders')
      .values({ account, id, made_at: nowMs, score, status, blacklisted: 0, traits: writeTraits(traits) })
      .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await countOrder(within, { account, id, score, madeAt: nowMs, traits })
    await sql`update fraud_screening_accounts set ${creditOf(nowMs)} where account = ${account}`.execute(within)
    return true
  })
}

/** Does the same in one statement for PostgreSQL, where each statement is a round trip to the server. */
async function inOneStatement(order: NewOrder, id: string, { db, creditsPerMonth }: SaveDeps): Promise<boolean> {
  const { account, nowMs, score, status, traits } = order
  const { rows } = await sql<{ free: boolean; stored: boolean }>`with free as (
      select account from fraud_screening_accounts
      where account = ${account} and ${usedIn(nowMs)} < ${creditsPerMonth}::bigint for update
    ), stored as (
      insert into fraud_screening_orders (account, id, made_at, score, status, blacklisted, traits)
      select account, ${id}::text, ${nowMs}::bigint, ${score}::integer, ${status}::text, 0, ${writeTraits(traits)}
      from free on conflict (account, id) do nothing returning id
    ), seen as (
      insert into fraud_screening_traits (digest, made_at, order_id, card)
      select digest, ${nowMs}::bigint, stored.id, ${traits.get('card') ?? null}::bytea
      from stored, unnest(${[...traits.values()]}::bytea[]) as digest
    ), ranked as (
      insert into fraud_screening_scores (account, score, orders)
      select ${account}::text, ${score}::integer, 1 from stored
      on conflict (account, score) do update set orders = fraud_screening_scores.orders + 1
    ), used as (
      update fraud_screening_accounts set ${creditOf(nowMs)} where account = ${account} and exists (select from stored)
    )
    select exists (select from free) as free, exists (select from stored) as stored`.execute(db)
  if (!rows[0]?.free) throw noCredit()
  return rows[0].stored
}

const noCredit = () => new OrderError('10007')
const usedIn = (nowMs: number) => sql`case when month = ${monthOf(nowMs)} then used else 0 end`

function creditOf(nowMs: number) {
  const month = monthOf(nowMs)
  return sql`used = case when month = ${month} then used + 1 else 1 end, month = ${month}`
}
