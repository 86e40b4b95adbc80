// Rows of webhooks: addresses to which events are sent. Their secrets are sealed; nothing here can open them.
import type { Selectable } from 'kysely'
import { type AccountStore, whileAlone } from './account-lock.ts'
import type { WebhooksTable } from './event-tables.ts'

export interface WebhookRow {
  readonly id: string
  /** The owner; the operator's account for webhooks that get the events of all accounts. */
  readonly accountId: string
  readonly url: string
  /** Patterns of types, or all. */
  readonly events: readonly string[] | '*'
  readonly format: 'standard' | 'slack'
  readonly enabled: boolean
  /** The reason why the gateway has switched it off; null if it has not. */
  readonly disabledBecause: string | null
  readonly secretVersion: number
  readonly sealed: Uint8Array
  /** The secret of the version before, for as long as `previousUntil` says. */
  readonly previousSealed: Uint8Array | null
  readonly previousUntil: number | null
  /** The time of the first failure since the last success. */
  readonly failingSince: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

type WebhookChanges = { readonly [K in 'url' | 'events' | 'format' | 'enabled']?: WebhookRow[K] | undefined }

export interface NewSecret {
  readonly version: number
  readonly sealed: Uint8Array
  /** The end of the previous secret. */
  readonly previousUntil: number
  readonly at: number
}

export interface SeenWebhook extends Pick<WebhookRow, 'id' | 'updatedAt'> {
  /** The first failure, where its age is the reason. */
  readonly failingSince?: number | undefined
}

export interface WebhooksRepository {
  /** Adds a webhook; false if its account has `most` already. */
  add(row: WebhookRow, most: number): Promise<boolean>
  get(id: string): Promise<WebhookRow | undefined>
  /** Lists the webhooks of an account in order of id; an account has few. */
  list(accountId: string): Promise<WebhookRow[]>
  /** Lists enabled webhooks, of all accounts unless some are named: at most `limit` after the id `after`. */
  enabled(search: {
    readonly accountIds?: readonly string[]
    readonly after?: string
    readonly limit: number
  }): Promise<WebhookRow[]>
  /** Changes a webhook. Enabling forgets failures. */
  update(id: string, changes: WebhookChanges, at: number): Promise<WebhookRow | undefined>
  /** Switches a webhook off; false if it has been off, changed or without failures since it was read. */
  switchOff(seen: SeenWebhook, because: string, at: number): Promise<boolean>
  /** Stores a secret if its version is the next one; otherwise false. */
  rotate(id: string, secret: NewSecret): Promise<boolean>
  /** Notes a failure, or that there is none any more. */
  noteFailing(id: string, since: number | null): Promise<void>
  remove(id: string): Promise<boolean>
}

/** Creates the repository of webhooks. */
export function createWebhooksRepository(store: AccountStore): WebhooksRepository {
  const { db } = store
  return {
    add: (row, most) =>
      whileAlone(store, row.accountId, async (trx) => {
        const kept = await trx
          .selectFrom('webhooks')
          .select('id')
          .where('account_id', '=', row.accountId)
          .limit(most)
          .execute()
        if (kept.length >= most) return false
        await trx.insertInto('webhooks').values(columnsOf(row)).execute()
        return true
      }),
    async get(id) {
      const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readWebhook(row)
    },
    async list(accountId) {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .limit(1000)
        .execute()
      return rows.map(readWebhook)
    },
    async enabled({ accountIds, after = '', limit }) {
      let query = db.selectFrom('webhooks').selectAll().where('enabled', '=', 1).where('id', '>', after)
      if (accountIds) query = query.where('account_id', 'in', accountIds)
      return (await query.orderBy('id').limit(limit).execute()).map(readWebhook)
    },
    async update(id, { url, events, format, enabled }, at) {
      const row = await db
        .updateTable('webhooks')
        .set({
          updated_at: at,
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(format !== undefined && { format }),
          ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
          ...(enabled && { disabled_because: null, failing_since: null }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && readWebhook(row)
    },
    async switchOff({ id, updatedAt, failingSince }, because, at) {
      let update = db
        .updateTable('webhooks')
        .set({ enabled: 0, disabled_because: because, updated_at: at })
        .where('id', '=', id)
        .where('enabled', '=', 1)
        .where('updated_at', '=', updatedAt)
      if (failingSince !== undefined) update = update.where('failing_since', '=', failingSince)
      return (await update.executeTakeFirst()).numUpdatedRows > 0n
    },
    async rotate(id, { version, sealed, previousUntil, at }) {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set(({ ref }) => ({
          secret_version: version,
          sealed,
          previous_sealed: ref('sealed'),
          previous_until: previousUntil,
          updated_at: at,
        }))
        .where('id', '=', id)
        .where('secret_version', '=', version - 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async noteFailing(id, since) {
      const update = db.updateTable('webhooks').set({ failing_since: since }).where('id', '=', id)
      await (since === null ? update : update.where('failing_since', 'is', null)).execute()
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function columnsOf(row: WebhookRow): Selectable<WebhooksTable> {
  return {
    id: row.id,
    account_id: row.accountId,
    url: row.url,
    events: JSON.stringify(row.events),
    format: row.format,
    enabled: row.enabled ? 1 : 0,
    disabled_because: row.disabledBecause,
    secret_version: row.secretVersion,
    sealed: row.sealed,
    previous_sealed: row.previousSealed,
    previous_until: row.previousUntil,
    failing_since: row.failingSince,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function readWebhook(row: Selectable<WebhooksTable>): WebhookRow {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: readPatterns(row.events),
    format: row.format,
    enabled: row.enabled === 1,
    disabledBecause: row.disabled_because,
    secretVersion: row.secret_version,
    sealed: row.sealed,
    previousSealed: row.previous_sealed,
    previousUntil: row.previous_until,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function readPatterns(json: string): readonly string[] | '*' {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.map(String) : '*'
}
