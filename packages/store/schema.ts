// The columns of every core table, as Kysely sees them. The tables are created by migrations/; the file named at each
// table explains its rows. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.
import type { ColumnType, Generated } from 'kysely'
import type { AnswerTables } from './answer-tables.ts'
import type { ChunkRow } from './call-log/mod.ts'
import type { EventTables } from './event-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'
import type { TimeColumns } from './usage-times.ts'

/** A boolean. SQLite has none, and PostgreSQL uses the same columns. */
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
  provider: 'live' | 'embedded' | null
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
  made_by: string | null
  sandbox: string | null
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

/** prices.ts */
export interface PricesTable {
  listing: string
  endpoint: string
  usd: string
  per: string | null
  at_most: string | null
  embedded: number
  updated_at: number
}

/** spending-days.ts */
export interface SpendingDaysTable extends Record<'account_id' | 'key_id' | 'day' | 'listing' | 'endpoint', string> {
  calls: number
  /** Read as a string: a JavaScript number cannot hold it. */
  cost: ColumnType<string | number, bigint, bigint>
}

/** audit.ts */
export interface AuditTable {
  id: Generated<number>
  at: number
  actor: string
  action: string
  target: string
  detail: string
  /** Null for entries older than this column, and for changes without a call. */
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

/** The surface that a caller uses; `console` is claimed by the console for its calls. */
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

/** The log of the gateway's record of calls (call-log); a call is stored at its start time. */
export interface CallChunksTable extends ChunkRow {
  /** Number of calls with a status of 400 and above. */
  failed: number
}

/** call-record.ts; ids that callers chose for their calls. The gateway's own ids contain their time. */
export interface CallIdsTable {
  id: string
  at: number
  account_id: string
}

/** call-errors.ts; errors of one account, or of all under `*`. `code` is empty for responses of a provider. */
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

/** usage-days.ts; `writes` of an hour, and the number of them that its day includes; 0 for none. */
export interface UsageHoursTable {
  bucket: number
  writes: number
  summed: Generated<number>
}

/** usage-days.ts; one row: the process that sums days, and its current position. `after` is JSON. */
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

/** waiting-calls.ts; calls of agents that a person can approve, for minutes. `arguments` is JSON. */
export interface WaitingCallsTable {
  id: string
  account_id: string
  key_id: string
  operation: string
  arguments: string
  client: string | null
  provider: 'embedded' | 'live' | null
  state: 'waits' | 'approved' | 'declined'
  created_at: number
  expires_at: number
}

/** repeated-calls.ts; `result` is JSON, null until the call has ended. */
export interface RepeatedCallsTable {
  key_id: string
  idempotency_key: string
  account_id: string
  digest: string
  claimed_at: number
  expires_at: number
  result: string | null
  size: number
}

/** processes.ts; one row per running gateway process. `fence` is the last invalidation that it handled. */
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

/** added-apis.ts; `options` is JSON, `document` and `description` are compressed. */
export interface AddedApisTable {
  slug: string
  title: string
  options: string
  document: Uint8Array
  description: Uint8Array
  revision: number
  created_at: number
  updated_at: number
  /** Set while the API is being removed: nobody serves it any more, and its slug is not free yet. */
  removed_at: number | null
}

/** Resources of embedded providers that were made from descriptions; `body` is JSON, null once removed. */
export interface AddedResourcesTable {
  account: string
  slug: string
  collection: string
  id: string
  place: number
  body: string | null
}

/** drift.ts; compared answers of an endpoint. */
export interface DriftEndpointsTable {
  listing: string
  endpoint: string
  compared: number
  cut: number
  first_at: number
  last_at: number
}

/** drift.ts; differences of answers from their declaration, without their values. */
export interface DriftFindingsTable {
  listing: string
  endpoint: string
  kind: string
  pointer: string
  seen: string
  declared: string
  severity: string
  count: number
  first_at: number
  last_at: number
}

/** migrate.ts; `name` is `<prefix>/<name of the migration>`. */
export interface MigrationsTable {
  name: string
  applied_at: number
  /** The oldest version of the program that can serve the tables; null if only those that know the migration can. */
  runs_with: string | null
  /** The version of the program that applied it; null before versions were noted. */
  made_by: string | null
}

/** Every core table by name. */
export interface Tables extends AnswerTables, EventTables, SandboxTables {
  plans: PlansTable
  accounts: AccountsTable
  gateway_keys: GatewayKeysTable
  peppers: PeppersTable
  data_keys: DataKeysTable
  provider_keys: ProviderKeysTable
  listing_settings: ListingSettingsTable
  listing_envelopes: ListingEnvelopesTable
  prices: PricesTable
  spending_days: SpendingDaysTable
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
  repeated_calls: RepeatedCallsTable
  processes: ProcessesTable
  fences: InvalidationsTable
  job_runs: JobRunsTable
  added_apis: AddedApisTable
  added_resources: AddedResourcesTable
  drift_endpoints: DriftEndpointsTable
  drift_findings: DriftFindingsTable
  migrations: MigrationsTable
}
