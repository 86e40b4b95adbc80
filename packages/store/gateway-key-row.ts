// A stored key, as the rest of the program sees it.
import type { Selectable } from 'kysely'
import type { GatewayKeysTable } from './schema.ts'

export type KeySurface = GatewayKeysTable['surface']
/** Access of agents through a key: none, read, or everything that the key opens. */
export type AgentAccess = Selectable<GatewayKeysTable>['agent']

/** A stored key without its hashes. Times are milliseconds since the epoch. */
export interface KeyRow {
  readonly id: string
  readonly accountId: string
  readonly surface: KeySurface
  readonly agent: AgentAccess
  readonly name: string
  /** JSON; null for no restriction. */
  readonly scopes: string | null
  /** JSON; null for no restriction. */
  readonly addresses: string | null
  /** Calls per minute and per UTC day; null for no limit beyond the plan. */
  readonly perMinute: number | null
  readonly perDay: number | null
  /** Spending limit of its calls per UTC day, in US dollars; null for no limit. */
  readonly usdPerDay: string | null
  readonly expiresAt: number | null
  readonly enabled: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
  /** End of validity of the key from before the last rotation. */
  readonly previousUntil: number | null
  /** Id of the key that created or later rotated it; null for the operator. */
  readonly madeBy: string | null
  /** Name of the sandbox that answers all its calls; null for no sandbox. It never changes. */
  readonly sandbox: string | null
}

export function readKey(row: Selectable<GatewayKeysTable>): KeyRow {
  return {
    id: row.id,
    accountId: row.account_id,
    surface: row.surface,
    agent: row.agent,
    name: row.name,
    scopes: row.scopes,
    addresses: row.addresses,
    perMinute: row.per_minute,
    perDay: row.per_day,
    usdPerDay: row.usd_per_day,
    expiresAt: row.expires_at,
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    previousUntil: row.previous_until,
    madeBy: row.made_by,
    sandbox: row.sandbox,
  }
}
