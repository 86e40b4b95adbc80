// Looks for what has to be announced, from what the overviews show, and announces what has not been. One process takes
// each run (embedded/jobs.ts); claims keep events single whichever that is, and however often it looks.
import {
  claimsBeginning,
  countsNearLimit,
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
import { dayName, dayOf } from '../../account/quota/admission.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import { nearBudgets } from '../accounts/near-budgets.ts'
import { type Need, needsForEvents } from '../accounts/needs.ts'
import type { Announce } from './announce.ts'
import { type Finding, findingOfWaitingCall, findingsOfNeed, limitFinding } from './findings.ts'

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

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long a provider must have failed, or answered again. */
const outageMs = 30_000
const outagePrefix = 'listing.down/'
const maxFindings = 10_000
const prunedAtOnce = 1000
/** Pages of budgets that one look reads; the next one goes on where it stopped. */
const pagesAtOnce = 100
/** How long a difference of answers is kept that nobody has seen again. */
const driftDays = 90

/** Creates the function that looks once. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const { store, announce, clock } = deps
  const waitingCalls = createWaitingCallsRepository(store)

  /** Pages of budgets that the last look has left. */
  let unread: ReturnType<typeof nearBudgets> | undefined

  async function findingsOf(needs: readonly Need[], now: number): Promise<Finding[]> {
    const owners = await ownersOf(store, needs)
    return needs.flatMap((need) => findingsOfNeed(need, owners, now))
  }

  async function findings(now: number): Promise<Finding[]> {
    return [
      ...(await findingsOf(await needsForEvents(deps, now), now)),
      ...(await endedDay(deps, now)),
      ...(await waitingCalls.listAll(now, maxFindings)).map((call) => findingOfWaitingCall(call, deps.baseUrl)),
    ]
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

  async function announceBudgets(now: number): Promise<void> {
    const reading = unread ?? nearBudgets(deps, now)
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
    await announceNew(await findings(now), now)
    await announceBudgets(now)
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

/** Returns the limits that were reached on the day before, which nobody may have looked at since. */
async function endedDay({ store }: SweepDeps, now: number): Promise<Finding[]> {
  if (now % dayMs >= hourMs) return []
  const day = dayName(dayOf(now) - 1)
  const resetsAt = dayOf(now) * dayMs
  const found: Finding[] = []
  for (const counted of ['hosted', 'market', 'key'] as const)
    for (const row of await countsNearLimit(store, { of: counted, day, percent: 100, limit: maxFindings }))
      found.push(limitFinding({ ...row, surface: counted === 'key' ? null : counted, resetsAt, percent: 100 }))
  return found
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
