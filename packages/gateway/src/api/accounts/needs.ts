// Matters that need attention: keys that expire, providers that rest, budgets and limits that are nearly used up.
import { type CountedSubject, type CountNearLimit, countsNearLimit, type KeySearch, type Store } from '#store'
import { unitsOf } from '../../account/keys/dollars.ts'
import type { KeyInfo, Keys } from '../../account/keys/keys.ts'
import { dayName, dayOf, type Plan, type QuotaState } from '../../account/quota/admission.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Pools } from '../../upstream/pools.ts'
import type { ListingState } from './listing-settings.ts'
import type { levels, needKinds } from './overview-shapes.ts'
import { isNear, nearPercent } from './shares.ts'
import type { ReportSpending } from './spending.ts'

export interface NeedsDeps {
  readonly store: Store
  readonly keys: Pick<Keys, 'list'>
  readonly pools: Pick<Pools, 'resumesInMs'>
  readonly served: Pick<ServedApis, 'listings'>
  readonly spending: ReportSpending
}
/** See the shape of the same name in overview-shapes.ts. */
export interface Need {
  kind: (typeof needKinds)[number]
  level: (typeof levels)[number]
  listing?: string
  account?: string
  key?: string
  name?: string
  at?: number
  window?: 'minute' | 'day'
  surface?: 'hosted' | 'market'
  budget?: string
  used?: string
  limit?: string
  note?: string
}
export interface AccountFacts {
  readonly account: string
  readonly plan: Plan
  readonly hosted: QuotaState
  readonly market: QuotaState
  readonly listings: readonly ListingState[]
}

const dayMs = 24 * 3_600_000
/** Notice periods of expiring keys: as long as it takes to replace one everywhere. */
const expiryNoticeMs = 14 * dayMs
const urgentMs = 3 * dayMs
const expiredNoticeMs = 7 * dayMs
const maxNeeds = 50
const shownOfAKind = 20
const keysPerPage = 1000

/** Returns the needs of an account, the most urgent first. */
export async function needsOfAccount(deps: NeedsDeps, facts: AccountFacts, now: number): Promise<Need[]> {
  const isLive = ({ listing }: Need) =>
    facts.listings.some(({ slug, provider }) => slug === listing && provider === 'live')
  return mostUrgent([
    ...limitNeeds(facts, now),
    ...circuitNeeds(deps, now).filter(isLive),
    ...keyNeeds(facts.listings),
    ...(await expiryNeeds(deps, { account: facts.account, states: ['works', 'expired'], now, most: keysPerPage })),
    ...(await budgetNeeds(deps, facts.account)),
  ])
}

/** Returns the needs of the operator, `more` included, the most urgent first. */
export async function needsOfAll(deps: NeedsDeps, more: readonly Need[], now: number): Promise<Need[]> {
  return mostUrgent([
    ...more,
    ...circuitNeeds(deps, now),
    ...(await countNeeds(deps, { of: 'hosted', now, most: shownOfAKind })),
    ...(await expiryNeeds(deps, { account: undefined, states: ['works'], now, most: shownOfAKind })),
    ...(await budgetNeeds(deps, undefined)),
  ])
}

interface ExpirySearch {
  readonly account: string | undefined
  readonly states: readonly ('works' | 'expired')[]
  readonly now: number
  readonly most: number
}

async function expiryNeeds(
  deps: Pick<NeedsDeps, 'keys'>,
  { account, states, now, most }: ExpirySearch,
): Promise<Need[]> {
  const search = { accountId: account, sort: 'expires', expires: expiryWindow(now) } as const
  const keys: KeyInfo[] = []
  for (const state of states) keys.push(...(await readKeys(deps, { ...search, state }, most)))
  return keys.flatMap((key) =>
    needOfKey(key, now).map((need) => (account === undefined ? { ...need, account: key.accountId } : need)),
  )
}

/** Returns that a key expires or has expired, without its account. */
export function needOfKey({ id, name, expiresAt: at }: KeyInfo, now: number): Need[] {
  if (at === null) return []
  const isOver = at <= now
  const level = isOver ? 'info' : at < now + urgentMs ? 'error' : 'warning'
  return [{ kind: isOver ? 'key.expired' : 'key.expiring', level, key: id, name, at }]
}

/** Returns the times between which an end of a key is worth a word. */
export function expiryWindow(now: number): { readonly from: number; readonly to: number } {
  return { from: now - expiredNoticeMs, to: now + expiryNoticeMs }
}

async function readKeys({ keys }: Pick<NeedsDeps, 'keys'>, search: KeySearch, most: number): Promise<KeyInfo[]> {
  const all: KeyInfo[] = []
  for (let after: string | undefined; ; ) {
    const page = await keys.list({ ...search, after, limit: Math.min(most - all.length, keysPerPage) })
    all.push(...page.keys)
    if (page.next === undefined || all.length >= most) return all
    after = page.next
  }
}

function circuitNeeds({ served, pools }: NeedsDeps, now: number): Need[] {
  return served.listings.flatMap(({ slug, title }): Need[] => {
    const resumesInMs = pools.resumesInMs(slug)
    if (resumesInMs === undefined) return []
    const at = Math.round(now + resumesInMs)
    return [{ kind: 'listing.down', level: 'error', listing: slug, name: title, at }]
  })
}

async function budgetNeeds({ spending }: Pick<NeedsDeps, 'spending'>, account: string | undefined): Promise<Need[]> {
  const { budgets } = await spending({ by: 'day' }, account)
  return budgets.flatMap(({ id, amount, spent, endsAt, key, account: of }): Need[] => {
    const [used, limit] = [unitsOf(spent), unitsOf(amount)]
    if (used === undefined || limit === undefined || !isNear(used, limit)) return []
    return [
      {
        kind: 'budget.near',
        level: used >= limit ? 'error' : 'warning',
        budget: id,
        used: spent,
        limit: amount,
        ...(endsAt !== null && { at: endsAt }),
        ...(key !== null && { key }),
        ...(account === undefined && of !== null && { account: of }),
      },
    ]
  })
}

async function countNeeds(
  { store }: Pick<NeedsDeps, 'store'>,
  { of, now, most }: { readonly of: CountedSubject; readonly now: number; readonly most: number },
): Promise<Need[]> {
  const search = { of, day: dayName(dayOf(now)), percent: nearPercent, limit: most }
  return (await countsNearLimit(store, search)).map((row) => needOfCount(row, of, dayOf(now)))
}

/** Returns that most calls of a day are used. */
export function needOfCount(
  { account, key, name, reserved, perDay }: CountNearLimit,
  of: CountedSubject,
  day: number,
): Need {
  return {
    kind: 'account.near_limit',
    level: reserved >= perDay ? 'error' : 'warning',
    account,
    name,
    window: 'day',
    ...(key === null ? { surface: of === 'market' ? 'market' : 'hosted' } : { key }),
    used: String(reserved),
    limit: String(perDay),
    at: (day + 1) * dayMs,
  }
}

function mostUrgent(needs: readonly Need[]): Need[] {
  const rank = { error: 0, warning: 1, info: 2 }
  return needs.toSorted((a, b) => rank[a.level] - rank[b.level]).slice(0, maxNeeds)
}

/**
 * Returns the live calls that would be refused for lack of a key: singly if the account has chosen live, otherwise
 * together.
 */
function keyNeeds(listings: readonly ListingState[]): Need[] {
  const missing = listings.filter(
    ({ provider, auth, providerKey }) => provider === 'live' && auth === 'own' && providerKey !== 'stored',
  )
  const apis = new Set(missing.filter(({ chosen }) => !chosen).map(({ api }) => api))
  const one = ({ slug, title, chosen }: ListingState): Need => ({
    kind: 'provider_key.missing',
    level: chosen ? 'warning' : 'info',
    listing: slug,
    name: title,
  })
  if (apis.size <= 1) return missing.map(one)
  const together: Need = { kind: 'provider_keys.missing', level: 'info', used: String(apis.size) }
  return [...missing.filter(({ chosen }) => chosen).map(one), together]
}

function limitNeeds({ plan, hosted, market }: AccountFacts, now: number): Need[] {
  return (['hosted', 'market'] as const).flatMap((surface): Need[] => {
    const state = surface === 'hosted' ? hosted : market
    return [
      { window: 'minute' as const, limit: plan.perMinute, left: state.remainingMinute, resetS: state.minuteResetS },
      { window: 'day' as const, limit: plan.perDay, left: state.remainingDay, resetS: state.dayResetS },
    ].flatMap(({ window, limit, left, resetS }): Need[] => {
      const used = limit - left
      if (used * 100 < limit * nearPercent || limit === 0) return []
      return [
        {
          kind: 'limit.near',
          level: left <= 0 ? 'error' : 'warning',
          window,
          surface,
          used: String(used),
          limit: String(limit),
          at: now + resetS * 1000,
        },
      ]
    })
  })
}
