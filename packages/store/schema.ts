// The columns of every core table, as Kysely sees them. The tables are created by migrations/; the file named beside
// each one says what its rows mean. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.
import type { Generated } from 'kysely'
import type { TimeColumns } from './usage-times.ts'

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
  per_minute: number | null
  per_day: number | null
  usd_per_day: string | null
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

/** listing-settings.ts */
export interface ListingEnvelopesTable {
  account_id: string
  listing: string
  envelope: 'data' | 'raw'
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
  /** Null before it was recorded, and for what nobody called for. */
  surface: CallSurface | null
}

/** day-counters.ts; `day` is YYYY-MM-DD in UTC, `minute` is counted since the epoch. */
export interface DayCountersTable {
  subject: string
  day: string
  reserved: number
  minute: Generated<number>
  minute_reserved: Generated<number>
}

/** How callers reach the gateway; `console` is what the console says of its calls. */
export type CallSurface = 'http' | 'mcp' | 'console'

/** usage.ts; `bucket` is the start of the hour. */
export interface UsageTable extends TimeColumns {
  bucket: number
  account_id: string
  key_id: string
  listing: string
  endpoint: string
  provider: string
  status: number
  surface: CallSurface
  calls: number
  bytes_in: number
  bytes_out: number
  ms_total: number
}

/** usage.ts; sums of `usage` over all accounts and keys. */
export type UsageEndpointsTable = Omit<UsageTable, 'account_id' | 'key_id'>

/** call-chunks.ts; calls of one account that began within ten seconds. */
export interface CallChunksTable {
  /** When the first and the last of them began. */
  first_at: number
  last_at: number
  /** Tells apart the chunks that end at the same time. */
  seq: number
  account_id: string
  calls: number
  /** How many of them have a status of 400 and above. */
  failed: number
  /** JSON; the keys, listings, endpoints and codes of the calls. */
  names: string
  /** JSON; the gateway's calls/chunk.ts knows the form. */
  data: string
}

/** call-chunks.ts; ids that callers chose for their calls. Those of the gateway tell their time. */
export interface CallIdsTable {
  id: string
  at: number
  account_id: string
}

/** call-errors.ts; of one account, or of all under `*`. `code` is empty where the answer came from a provider. */
export interface CallErrorsTable {
  account_id: string
  bucket: number
  listing: string
  endpoint: string
  provider: string
  status: number
  code: string
  calls: number
  first_at: number
  last_at: number
  example_id: string
}

/** usage.ts; sums of `usage` for one account, or for all under `*`. `failed`: status 400 and above. */
export interface UsageSumsTable extends TimeColumns {
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

/** usage-days.ts; `bucket` is the start of the day. */
export type UsageDaysTable = UsageTable
export type UsageEndpointDaysTable = UsageEndpointsTable

/** usage-days.ts; how often an hour was written, and up to which of its writes it is in its day; 0: not at all. */
export interface UsageHoursTable {
  bucket: number
  writes: number
  summed: Generated<number>
}

/** usage-days.ts; one row: who adds up days, and what is being added or cleared. `after` is JSON. */
export interface UsageDayWorkTable {
  id: number
  holder: string
  held_until: number
  bucket: number | null
  version: number
  after: string | null
  clearing: number | null
  cleared_at: number
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

/** waiting-calls.ts; calls of agents that a person may approve, for minutes. `arguments` is JSON. */
export interface WaitingCallsTable {
  id: string
  account_id: string
  key_id: string
  operation: string
  arguments: string
  client: string | null
  state: 'waits' | 'approved' | 'declined'
  created_at: number
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
  listing_envelopes: ListingEnvelopesTable
  audit: AuditTable
  day_counters: DayCountersTable
  usage: UsageTable
  usage_sums: UsageSumsTable
  usage_endpoints: UsageEndpointsTable
  usage_days: UsageDaysTable
  usage_endpoint_days: UsageEndpointDaysTable
  usage_hours: UsageHoursTable
  usage_day_work: UsageDayWorkTable
  usage_batches: UsageBatchesTable
  call_chunks: CallChunksTable
  call_ids: CallIdsTable
  call_errors: CallErrorsTable
  used_confirmations: UsedConfirmationsTable
  waiting_calls: WaitingCallsTable
  processes: ProcessesTable
  fences: InvalidationsTable
  job_runs: JobRunsTable
  migrations: MigrationsTable
}
