// Announces events: claim, event and deliveries in one transaction, so that each happens once, whichever process sees
// it first and whenever one ends.
import type { Kysely } from 'kysely'
import {
  addDeliveries,
  createWebhooksRepository,
  insertEvent,
  operatorAccountId,
  type Store,
  type Tables,
  type WebhookRow,
} from '#store'
import type { RandomBytes } from '../../account/keys/base62.ts'
import type { ListingSettings } from '../accounts/listing-settings.ts'
import { asksFor, commonEvents, type EventData, type EventName, sentenceOf } from './event-types.ts'

interface AnnounceDeps {
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly listingSettings: Pick<ListingSettings, 'list'>
}

/** An event, and what keeps it single. */
export interface Occurrence<N extends EventName = EventName> {
  readonly type: N
  /** The account concerned; null for all accounts or the operator. */
  readonly account: string | null
  readonly data: EventData<N>
  /** Writes the subject of the event in the same transaction; the event happens only if it returns true. */
  readonly guard: (db: Kysely<Tables>) => Promise<boolean>
  /** The webhooks that get it, in place of those that ask for it. */
  readonly only?: readonly string[]
}
export type Announce = <N extends EventName>(occurrence: Occurrence<N>) => Promise<string | undefined>

const webhooksPerPage = 1000

/** Creates the function that announces an event; it returns its id, or undefined if it was announced before. */
export function createAnnounce({ store, clock, randomBytes, listingSettings }: AnnounceDeps): Announce {
  const webhooks = createWebhooksRepository(store)

  /** Returns the webhooks of an account and of the operator that ask for a type of event. */
  async function webhooksOf(type: EventName, account: string | null): Promise<string[]> {
    const accountIds = account === null ? [operatorAccountId] : [account, operatorAccountId]
    return wanting(type, await webhooks.enabled({ accountIds, limit: webhooksPerPage })).map(({ id }) => id)
  }

  /** Returns the webhooks of the operator, and of the accounts whose calls to a listing go to its live provider. */
  async function webhooksOfAll(type: EventName, listing: string): Promise<string[]> {
    const found: string[] = []
    const isTold = new Map([[operatorAccountId, true]])
    for (let after = ''; ; ) {
      const page = await webhooks.enabled({ after, limit: webhooksPerPage })
      for (const { id, accountId } of wanting(type, page)) {
        const known = isTold.get(accountId) ?? (await isLive(accountId, listing))
        isTold.set(accountId, known)
        if (known) found.push(id)
      }
      const last = page.at(-1)
      if (!last || page.length < webhooksPerPage) return found
      after = last.id
    }
  }

  async function isLive(accountId: string, listing: string): Promise<boolean> {
    const states = await listingSettings.list(accountId)
    return states.some(({ slug, provider }) => slug === listing && provider === 'live')
  }

  return async ({ type, account, data, guard, only }) => {
    const webhookIds =
      only ??
      (await (commonEvents.includes(type) && 'listing' in data
        ? webhooksOfAll(type, data.listing)
        : webhooksOf(type, account)))
    return store.db.transaction().execute(async (db) => {
      if (!(await guard(db))) return undefined
      const at = clock()
      const id = eventId(at, randomBytes)
      await insertEvent(db, {
        id,
        at,
        type,
        accountId: account,
        data: JSON.stringify(data),
        sentence: sentenceOf(type, data),
      })
      await addDeliveries(db, { eventId: id, webhookIds, at })
      return id
    })
  }
}

function wanting(type: EventName, webhooks: readonly WebhookRow[]): WebhookRow[] {
  return webhooks.filter(({ events }) => asksFor(events, type))
}

const randomIdBytes = 8
/** Characters of a time in base 36, until the year 5188. */
const timeLength = 9

/** Returns an id that sorts by time in every language of a database: digits and lower-case letters alone. */
function eventId(at: number, randomBytes: RandomBytes): string {
  const random = Buffer.from(randomBytes(randomIdBytes)).toString('hex')
  return `evt_${at.toString(36).padStart(timeLength, '0')}${random}`
}
