// Velocity: recent orders with the same traits, counted over the account's stored orders.
import { type RawBuilder, sql } from 'kysely'
import type { TraitKind, Traits } from '../order/traits.ts'
import type { Db } from './store.ts'

interface Seen {
  /** Earlier orders with the trait in the last hour, 50 at most. */
  readonly hour: number
  /** Earlier orders in the last 24 hours, 50 at most. */
  readonly day: number
  /** Distinct cards on the last 50 orders, including the card of the order itself. */
  readonly cards: number
}
export type Velocity = ReadonlyMap<TraitKind, Seen>

export const neverSeen: Seen = { hour: 0, day: 0, cards: 0 }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Limit of counting, so that an address with a million orders takes no longer than one with fifty. */
const mostCounted = 50

interface Row {
  readonly kind: string
  readonly hour: number | string
  readonly day: number | string
  readonly cards: number | string
}

/** Counts the orders of each trait, reading at most 50 index rows for each. */
export async function velocityOf(db: Db, traits: Traits, nowMs: number): Promise<Velocity> {
  if (traits.size === 0) return new Map()
  const card = traits.get('card')
  const { rows } = await velocityQuery(traits, nowMs).execute(db)
  const seen = new Map<string, Seen>()
  for (const { kind, hour, day, cards } of rows)
    seen.set(kind, { hour: Number(hour), day: Number(day), cards: Number(cards) + (card ? 1 : 0) })
  return new Map([...traits.keys()].map((kind) => [kind, seen.get(kind) ?? neverSeen]))
}

export function velocityQuery(traits: Traits, nowMs: number): RawBuilder<Row> {
  const card = traits.get('card')
  const recent = [...traits].map(([kind, digest]) => recentOrders(kind, digest, nowMs))
  const otherCard = card ? sql`case when card <> ${card} then card end` : sql`card`
  return sql<Row>`select kind, count(*) as day, count(distinct ${otherCard}) as cards,
    sum(case when made_at >= ${nowMs - hourMs} then 1 else 0 end) as hour
    from (${sql.join(recent, sql` union all `)}) as recent group by kind`
}

function recentOrders(kind: TraitKind, digest: Buffer, nowMs: number): RawBuilder<unknown> {
  return sql`select * from (select ${sql.lit(kind)} as kind, made_at, card from fraud_screening_traits
    where digest = ${digest} and made_at >= ${nowMs - dayMs} order by made_at desc limit ${sql.lit(mostCounted)}) as one`
}
