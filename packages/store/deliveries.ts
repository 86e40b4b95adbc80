// Rows of deliveries: an event on its way to a webhook. A process that sends one holds a lease, which ends by itself if
// the process dies.
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Store } from './open.ts'
import { boundLimit } from './pages.ts'
import type { Tables } from './schema.ts'

/** One try to deliver an event. */
export interface DeliveryAttempt {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly ms: number
  /** Null without an answer. */
  readonly status: number | null
  /** A sentence, for a try without an answer. */
  readonly error: string | null
  /** The beginning of the answer; only of the operator's webhooks. */
  readonly answer?: string
}
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryStates = ['waits', 'delivered', 'failed'] as const

export interface DeliveryRow {
  readonly webhookId: string
  readonly eventId: string
  readonly type: string
  readonly state: DeliveryState
  /** Tries since it was last asked for; places it in the schedule. */
  readonly tries: number
  /** All tries, oldest first; the latest are kept. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly dueAt: number
}

interface TakeOptions {
  readonly now: number
  readonly leasedUntil: number
  /** Limits of leases: of one webhook, and in all. */
  readonly perWebhook: number
  readonly inAll: number
}

/** A taken delivery with its lease. */
export interface TakenDelivery {
  readonly webhookId: string
  readonly eventId: string
  readonly tries: number
  readonly leasedUntil: number
}

interface Outcome {
  readonly state: DeliveryState
  readonly dueAt: number
  readonly attempt: DeliveryAttempt
}

const keptAttempts = 20

/** Adds deliveries of an event to those of the webhooks that still exist and are enabled. */
export async function addDeliveries(
  db: Kysely<Tables>,
  {
    eventId,
    webhookIds,
    at,
  }: { readonly eventId: string; readonly webhookIds: readonly string[]; readonly at: number },
): Promise<void> {
  for (let start = 0; start < webhookIds.length; start += 500)
    await db
      .insertInto('deliveries')
      .columns(['webhook_id', 'event_id', 'state', 'tries', 'attempts', 'due_at', 'leased_until'])
      .expression(
        db
          .selectFrom('webhooks')
          .select([
            'id',
            sql.lit(eventId).as('event_id'),
            sql.lit('waits').as('state'),
            sql.lit(0).as('tries'),
            sql.lit('[]').as('attempts'),
            sql.lit(at).as('due_at'),
            sql.lit(0).as('leased_until'),
          ])
          .where('id', 'in', webhookIds.slice(start, start + 500))
          .where('enabled', '=', 1),
      )
      .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
      .execute()
}

/** Adds deliveries of events to a webhook unless it has them; returns how many it had not. */
export async function addMissedDeliveries(
  db: Kysely<Tables>,
  {
    webhookId,
    eventIds,
    at,
  }: { readonly webhookId: string; readonly eventIds: readonly string[]; readonly at: number },
): Promise<number> {
  if (eventIds.length === 0) return 0
  const rows = eventIds.map((id) => ({
    webhook_id: webhookId,
    event_id: id,
    state: 'waits' as const,
    tries: 0,
    attempts: '[]',
    due_at: at,
    leased_until: 0,
  }))
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** Reports whether a delivery is due that no process has taken. */
export async function hasDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  const row = await due(db, now).select('event_id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Takes due deliveries: first of the accounts that have the fewest leases, and of each those with the fewest tries, so
 * that an account with many slow receivers delays itself. No other process takes any meanwhile, so that the limits hold
 * for all of them together.
 */
export function takeDeliveries({ db, dialect }: Pick<Store, 'db' | 'dialect'>, options: TakeOptions) {
  const { now, leasedUntil, perWebhook, inAll } = options
  return db.transaction().execute(async (trx): Promise<TakenDelivery[]> => {
    for (const statement of dialect.lockTables(['deliveries'])) await trx.executeQuery(CompiledQuery.raw(statement))
    const leases = await trx
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
      .select(({ fn }) => ['webhook_id as webhookId', 'account_id as accountId', fn.countAll<number>().as('leases')])
      .where('state', '=', 'waits')
      .where('leased_until', '>', now)
      .groupBy(['webhook_id', 'account_id'])
      .execute()
    const leased = new Map<string, number>()
    const ofAccount = new Map<string, number>()
    for (const { webhookId, accountId, leases: count } of leases) {
      leased.set(webhookId, Number(count))
      ofAccount.set(accountId, (ofAccount.get(accountId) ?? 0) + Number(count))
    }
    let free = inAll - [...leased.values()].reduce((sum, count) => sum + count, 0)
    const full = [...leased].filter(([, count]) => count >= perWebhook).map(([id]) => id)
    const found = free > 0 ? await firstOfEach(trx, { now, full, perWebhook, inAll }) : []
    const place = ({ turn, accountId }: (typeof found)[number]) => Number(turn) + (ofAccount.get(accountId) ?? 0)
    const taken: TakenDelivery[] = []
    for (const { webhookId, eventId, tries } of found.toSorted((one, other) => place(one) - place(other))) {
      const count = leased.get(webhookId) ?? 0
      if (free <= 0) break
      if (count >= perWebhook) continue
      await trx
        .updateTable('deliveries')
        .set({ leased_until: leasedUntil })
        .where('webhook_id', '=', webhookId)
        .where('event_id', '=', eventId)
        .execute()
      leased.set(webhookId, count + 1)
      free--
      taken.push({ webhookId, eventId, tries, leasedUntil })
    }
    return taken
  })
}

interface FirstOptions extends Pick<TakeOptions, 'now' | 'perWebhook' | 'inAll'> {
  /** Webhooks of which no more are taken. */
  readonly full: readonly string[]
}

/** Due deliveries, of each webhook and each account the first few; `turn` counts those of the account. */
async function firstOfEach(db: Kysely<Tables>, { now, full, perWebhook, inAll }: FirstOptions) {
  let query = due(db, now)
    .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
    .select([
      'webhook_id as webhookId',
      'event_id as eventId',
      'account_id as accountId',
      'tries',
      sql<number>`row_number() over (partition by webhook_id order by tries, due_at, event_id)`.as('place'),
    ])
  if (full.length > 0) query = query.where('webhook_id', 'not in', full)
  const ranked = db
    .selectFrom(query.as('ranked'))
    .select(['webhookId', 'eventId', 'accountId', 'tries'])
    .select(
      sql<number>`row_number() over (partition by ${sql.ref('accountId')} order by tries, ${sql.ref('eventId')})`.as(
        'turn',
      ),
    )
    .where('place', '<=', perWebhook)
  const first = db.selectFrom(ranked.as('first')).selectAll().where('turn', '<=', inAll)
  return first.orderBy('turn').orderBy('tries').orderBy('eventId').limit(100).execute()
}

function due(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom('deliveries')
    .where('state', '=', 'waits')
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
}

/** Writes the result of a taken delivery; false if its lease has ended and it belongs to another process. */
export async function settleDelivery(
  db: Kysely<Tables>,
  { webhookId, eventId, leasedUntil }: TakenDelivery,
  { state, dueAt, attempt }: Outcome,
): Promise<boolean> {
  const mine = db
    .selectFrom('deliveries')
    .select(['attempts', 'tries'])
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .where('leased_until', '=', leasedUntil)
  const row = await mine.executeTakeFirst()
  if (!row) return false
  const attempts = [...readAttempts(row.attempts), attempt].slice(-keptAttempts)
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state, tries: row.tries + 1, attempts: JSON.stringify(attempts), due_at: dueAt, leased_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .where('leased_until', '=', leasedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a delivery due, whatever came of it before; false if there is none. One that is being sent stays as it is. */
export async function retryDelivery(
  db: Kysely<Tables>,
  { webhookId, eventId, at }: { readonly webhookId: string; readonly eventId: string; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'waits', tries: 0, due_at: at })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the failed deliveries of events since `since` due; returns how many. */
export async function retryFailed(
  db: Kysely<Tables>,
  { webhookId, since, at }: { readonly webhookId: string; readonly since: number; readonly at: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'waits', tries: 0, due_at: at })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .where('event_id', 'in', (events) => events.selectFrom('events').select('id').where('at', '>=', since))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends what waits for a webhook that was switched off. */
export async function failWaiting(db: Kysely<Tables>, webhookId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waits')
    .where('leased_until', '=', 0)
    .execute()
}

/** Lists the deliveries of a webhook, the newest event first, before the event `before`. */
export async function listDeliveries(
  db: Kysely<Tables>,
  search: {
    readonly webhookId: string
    readonly state?: DeliveryState | undefined
    readonly before?: string | undefined
    readonly limit?: number | undefined
  },
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(['webhook_id as webhookId', 'event_id as eventId', 'type', 'state', 'tries', 'attempts', 'due_at as dueAt'])
    .where('webhook_id', '=', search.webhookId)
  if (search.state !== undefined) query = query.where('state', '=', search.state)
  if (search.before !== undefined) query = query.where('event_id', '<', search.before)
  const rows = await query.orderBy('event_id', 'desc').limit(boundLimit(search.limit)).execute()
  return rows.map(({ attempts, ...row }) => ({ ...row, attempts: readAttempts(attempts) }))
}

function readAttempts(json: string): DeliveryAttempt[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value : []
}
