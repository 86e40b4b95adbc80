// The tables of events and webhooks. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.

/** events.ts; a name that was taken once, so that what it guards happens once. */
interface ClaimsTable {
  name: string
  at: number
  expires_at: number
}

/** events.ts; ids are in order of time. `account_id` is null for what concerns all accounts, `data` is JSON. */
interface EventsTable {
  id: string
  at: number
  type: string
  account_id: string | null
  data: string
  sentence: string
}

/** outages.ts; circuits of a process that are not closed, or have closed lately (`ended_at`). */
interface OutagesTable {
  process_id: string
  listing: string
  since: number
  ended_at: number | null
}

/** webhooks.ts; `events` is JSON. Its secret is sealed under the data key of the account. */
export interface WebhooksTable {
  id: string
  account_id: string
  url: string
  events: string
  format: 'standard' | 'slack'
  enabled: 0 | 1
  disabled_because: string | null
  secret_version: number
  sealed: Uint8Array
  previous_sealed: Uint8Array | null
  previous_until: number | null
  failing_since: number | null
  created_at: number
  updated_at: number
}

/** deliveries.ts; `attempts` is JSON, `leased_until` is 0 while no process sends it. */
interface DeliveriesTable {
  webhook_id: string
  event_id: string
  state: 'waits' | 'delivered' | 'failed'
  tries: number
  attempts: string
  due_at: number
  leased_until: number
}

export interface EventTables {
  claims: ClaimsTable
  events: EventsTable
  outages: OutagesTable
  webhooks: WebhooksTable
  deliveries: DeliveriesTable
}
