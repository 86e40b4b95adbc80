// The events that an owner may read: those of an account, and of listings whose live provider answers it; the operator
// reads all.
import { type EventRow, listEvents, operatorAccountId, type Store } from '#store'
import type { ListingSettings } from '../accounts/listing-settings.ts'
import { commonEvents } from './event-types.ts'

interface EventLogDeps {
  readonly store: Pick<Store, 'db'>
  readonly listingSettings: Pick<ListingSettings, 'list'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
interface EventQuery {
  readonly type?: string | undefined
  /** The id before the first one. */
  readonly after?: string | undefined
  /** Milliseconds since the epoch. */
  readonly from?: number | undefined
  readonly limit: number
}
/** A page of events; `next` is the id after which the following page begins. */
interface EventPage {
  readonly events: readonly EventRow[]
  readonly next: string | undefined
}
export type EventLog = ReturnType<typeof createEventLog>

/**
 * The age from which events are listed: a younger one may be preceded by one whose transaction has not ended, which a
 * reader who goes on after it would miss.
 */
const settledMs = 2000

/** Creates the reader of events. */
export function createEventLog({ store, listingSettings, clock }: EventLogDeps) {
  return {
    /** Returns events, oldest first. */
    async list(account: string, query: EventQuery): Promise<EventPage> {
      const before = clock() - settledMs
      const search = {
        ...query,
        before,
        ...(account !== operatorAccountId && { accountId: account, common: commonEvents }),
      }
      const rows = await listEvents(store.db, search)
      const next = rows.length >= query.limit ? rows.at(-1)?.id : undefined
      if (!rows.some(({ accountId }) => accountId === null) || account === operatorAccountId)
        return { events: rows, next }
      const states = await listingSettings.list(account)
      const live = new Set(states.filter(({ provider }) => provider === 'live').map(({ slug }) => slug))
      return { events: rows.filter((row) => row.accountId !== null || live.has(listingOf(row))), next }
    },
  }
}

/** Returns the listing that an event without an account is about. */
function listingOf({ data }: EventRow): string {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && 'listing' in value ? String(value.listing) : ''
}
