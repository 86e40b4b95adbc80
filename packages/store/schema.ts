// The columns of every core table, as Kysely sees them. The tables are created by migrations/; the file named beside
// each one says what its rows mean. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.
import type { Generated } from 'kysely'

/** SQLite has no booleans, and PostgreSQL uses the same columns. */
export type Flag = 0 | 1

/** accounts.ts */
export interface PlansTable {
  id: string
  per_minute: number
  per_day: number
  created_at: number
}

/** accounts.ts */
export interface AccountsTable {
  id: string
  name: string
  plan_id: string
  is_demo: Flag
  enabled: Flag
  created_at: number
}

/** gateway-keys.ts; `surface` is the kind of key. The key itself is never stored. */
export interface GatewayKeysTable {
  id: string
  account_id: string
  surface: 'hosted' | 'market'
  agent: Generated<'off' | 'read' | 'write'>
  name: string
  hash: string | null
  pepper_version: number
  previous_hash: string | null
  previous_pepper_version: number | null
  previous_until: number | null
  scopes: string | null
  addresses: string | null
  expires_at: number | null
  enabled: Flag
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** peppers.ts */
export interface PeppersTable {
  version: number
  sealed: Uint8Array
  master_version: number
  created_at: number
}

/** vault.ts */
export interface DataKeysTable {
  account_id: string
  wrapped: Uint8Array
  master_version: number
  created_at: number
}

/** vault.ts */
export interface ProviderKeysTable {
  account_id: string
  slug: string
  version: number
  sealed: Uint8Array
  hint: string
  created_at: number
  updated_at: number
  verified_at: number | null
}

/** listing-settings.ts */
export interface ListingSettingsTable {
  account_id: string
  listing: string
  provider: 'embedded' | 'live'
  updated_at: number
}

/** audit.ts */
export interface AuditTable {
  id: Generated<number>
  at: number
  actor: string
  action: string
  target: string
  detail: string
}

/** day-counters.ts; `day` is YYYY-MM-DD in UTC. */
export interface DayCountersTable {
  subject: string
  day: string
  reserved: number
}

/** usage.ts; `bucket` is the start of the hour. */
export interface UsageTable {
  bucket: number
  account_id: string
  key_id: string
  listing: string
  endpoint: string
  provider: string
  status: number
  calls: number
  bytes_in: number
  bytes_out: number
  ms_total: number
}

/** usage.ts; sums of `usage` for one account, or for all under `*`. `failed`: status 400 and above. */
export interface UsageSumsTable {
  account_id: string
  bucket: number
  listing: string
  provider: string
  calls: number
  failed: number
  bytes_in: number
  bytes_out: number
  ms_total: number
}

/** usage.ts; the latest batches in `usage`, so that none is counted twice. */
export interface UsageBatchesTable {
  id: string
  flushed_at: number
}

/** confirmations.ts */
export interface UsedConfirmationsTable {
  id: string
  expires_at: number
}

/** processes.ts; one row per running gateway process. `fence` is the last invalidation it has handled. */
export interface ProcessesTable {
  id: string
  started_at: number
  seen_at: number
  fence: number
}

/** invalidations.ts */
export interface InvalidationsTable {
  seq: Generated<number>
  kind: string
  target: string
  at: number
}

/** job-runs.ts */
export interface JobRunsTable {
  api: string
  job: string
  due_at: number
}

/** migrate.ts; `name` is `<prefix>/<name of the migration>`. */
export interface MigrationsTable {
  name: string
  applied_at: number
}

/** Every core table by name. */
export interface Tables {
  plans: PlansTable
  accounts: AccountsTable
  gateway_keys: GatewayKeysTable
  peppers: PeppersTable
  data_keys: DataKeysTable
  provider_keys: ProviderKeysTable
  listing_settings: ListingSettingsTable
  audit: AuditTable
  day_counters: DayCountersTable
  usage: UsageTable
  usage_sums: UsageSumsTable
  usage_batches: UsageBatchesTable
  used_confirmations: UsedConfirmationsTable
  processes: ProcessesTable
  fences: InvalidationsTable
  job_runs: JobRunsTable
  migrations: MigrationsTable
}
