// Looks for what has to be announced, from what the overviews show, and announces what has not been. One process takes
// each run (embedded/jobs.ts); claims keep events single whichever that is, and however often it looks.
import {
  claimsBeginning,
  createGatewayKeysRepository,
  createWaitingCallsRepository,
  forgetOutages,
  listOutages,
  type OutageRow,
  pruneClaims,
  pruneDrift,
  pruneEvents,
  releaseClaim,
  type Store,
  takeClaim,
  takenClaims,
} from '#store'
import type { Keys } from '../../account/keys/keys.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Need } from '../accounts/needs.ts'
import { needsForEvents } from '../accounts/needs-for-events.ts'
import type { Announce } from './announce.ts'
import { type Finding, findingOfWaitingCall, findingsOfNeed } from './findings.ts'

interface SweepDeps {
  readonly store: Store
  readonly keys: Pick<Keys, 'list'>
  readonly served: Pick<ServedApis, 'listings'>
  readonly announce: Announce
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly liveProcesses: () => number
  readonly baseUrl: string
  readonly keptDays: number
}

const dayMs = 24 * 3_600_000
/** The time for which a provider must have failed, or answered again. */
const outageMs = 30_000
const outagePrefix = 'listing.down/'
const maxFindings = 10_000
const prunedAtOnce = 1000
/** Pages of what is near that one look reads; the next one goes on where it stopped. */
const pagesAtOnce = 100
/** The retention of a difference of answers that nobody has seen again. */
const driftDays = 90

/** Creates the function that looks once. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const { store, announce, clock } = deps
  const waitingCalls = createWaitingCallsRepository(store)

  /** The needs that the last look has not read. */
  let unread: ReturnType<typeof needsForEvents> | undefined

  async function findingsOf(needs: readonly Need[], now: number): Promise<Finding[]> {
    const owners = await ownersOf(store, needs)
    return needs.flatMap((need) => findingsOfNeed(need, owners, now))
  }

  async function waiting(now: number): Promise<Finding[]> {
    return (await waitingCalls.listAll(now, maxFindings)).map((call) => findingOfWaitingCall(call, deps.baseUrl))
  }

  async function announceNew(found: readonly Finding[], now: number): Promise<void> {
    const taken = await takenClaims(
      store.db,
      found.map(({ claim }) => claim),
    )
    for (const { claim, expiresAt, occurrence } of found)
      if (!taken.has(claim))
        await announce({ ...occurrence, guard: (db) => takeClaim(db, { name: claim, at: now, expiresAt }) })
  }

  async function announceNeeds(now: number): Promise<void> {
    const reading = unread ?? needsForEvents(deps, now)
    unread = undefined
    for (let page = 0; page < pagesAtOnce; page++) {
      const { value } = await reading.next()
      if (!value) return
      await announceNew(await findingsOf(value, now), now)
    }
    unread = reading
  }

  return async () => {
    const now = clock()
    await announceNew(await waiting(now), now)
    await announceNeeds(now)
    await sweepOutages(deps, now)
    await pruneClaims(store.db, now)
    await pruneDrift(store.db, now - driftDays * dayMs)
    await pruneEvents(store.db, now - deps.keptDays * dayMs, prunedAtOnce)
  }
}

/** Returns the accounts of keys that needs name without one. */
async function ownersOf(store: Store, needs: readonly Need[]): Promise<Map<string, string>> {
  const keys = createGatewayKeysRepository(store)
  const owners = new Map<string, string>()
  for (const { key, account } of needs) {
    if (key === undefined || account !== undefined || owners.has(key)) continue
    const row = await keys.get(key)
    if (row) owners.set(key, row.accountId)
  }
  return owners
}

async function sweepOutages({ store, served, announce, liveProcesses }: SweepDeps, now: number): Promise<void> {
  const byListing = Map.groupBy(await listOutages(store.db), ({ listing }) => listing)
  const titles = new Map(served.listings.map(({ slug, title }) => [slug, title]))
  for (const [listing, outages] of byListing) {
    const open = outages.filter(({ endedAt }) => endedAt === null)
    const since = Math.min(...open.map((one) => one.since))
    if (open.length === 0 || now - since < outageMs) continue
    const ofProcesses = Math.max(open.length, liveProcesses())
    await announce({
      type: 'listing.down',
      account: null,
      data: { listing, title: titles.get(listing) ?? listing, since, processes: open.length, ofProcesses },
      guard: (db) => takeClaim(db, { name: outagePrefix + listing, at: now, expiresAt: Number.MAX_SAFE_INTEGER }),
    })
  }
  for (const name of await claimsBeginning(store, outagePrefix, maxFindings)) {
    const listing = name.slice(outagePrefix.length)
    if (!hasEnded(byListing.get(listing) ?? [], now)) continue
    await announce({
      type: 'listing.up',
      account: null,
      data: { listing, title: titles.get(listing) ?? listing },
      async guard(db) {
        await forgetOutages(db, listing)
        return releaseClaim(db, name)
      },
    })
  }
}

function hasEnded(outages: readonly OutageRow[], now: number): boolean {
  return outages.every(({ endedAt }) => endedAt !== null && now - endedAt >= outageMs)
}
