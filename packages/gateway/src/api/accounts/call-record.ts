// Reads the record of calls, for an account its own calls and for the operator all: calls, errors by kind, and the
// health of each listing.
import { fail } from '#define'
import { addSums, type ErrorGroup, groupErrors, percentileOf, type Store, type UsageTotal, usageSums } from '#store'
import type { Listing } from '../../call/listings.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { AnsweredBy, RecordedCall } from '../../record/calls/recorded-call.ts'
import { type CallFilter, searchCalls } from '../../record/calls/search.ts'
import type { Meter } from '../../record/metering/meter.ts'
import type { Pools } from '../../upstream/pools.ts'

interface CallRecordDeps {
  readonly store: Pick<Store, 'db'>
  readonly meter: Pick<Meter, 'flush'>
  readonly pools: Pick<Pools, 'resumesInMs'>
  /** Listings below the proxy mount, and those of the market. */
  readonly served: Pick<ServedApis, 'listings'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
interface CallQuery extends Omit<CallFilter, 'account'> {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
  readonly after?: string | undefined
}
interface ErrorsQuery {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
  readonly code?: string | undefined
}
export type CallRecord = ReturnType<typeof createCallRecord>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxErrorKinds = 200
/** The share of failures from which a provider is reported as failing. */
const failingShare = 0.1

/** Creates the reader. `account` is undefined for the calls of all accounts. */
export function createCallRecord({ store, meter, pools, served, clock }: CallRecordDeps) {
  async function search(query: CallQuery, account: string | undefined) {
    await meter.flush()
    const { from = 0, to = clock() + 1 } = query
    if (from >= to) throw invalidRange()
    return searchCalls(store, { ...query, account, from, to })
  }

  async function errorsOf({ from, to = clock() + 1, ...filter }: ErrorsQuery, account: string | undefined) {
    await meter.flush()
    const start = from ?? Math.max(0, to - dayMs)
    if (start >= to) throw invalidRange()
    const first = Math.floor(start / hourMs) * hourMs
    const groups = await groupErrors(store.db, {
      ...filter,
      accountId: account,
      from: first,
      to,
      limit: maxErrorKinds,
    })
    return { from: first, to, groups }
  }

  return {
    async calls(query: CallQuery, account: string | undefined) {
      const { calls, ...page } = await search(query, account)
      return { calls: calls.map(callView), ...page }
    },
    /** Returns a call. Fails with 'thing.unknown'. */
    async call(id: string, account: string | undefined) {
      const { calls } = await search({ id, limit: 1 }, account)
      const [call] = calls
      if (!call) throw fail('thing.unknown', { thing: 'call', id: id.slice(0, 80) })
      return callView(call)
    },
    async errors(query: ErrorsQuery, account: string | undefined) {
      const { groups, ...range } = await errorsOf(query, account)
      return {
        ...range,
        errors: groups.map(
          ({ first_at: firstAt, last_at: lastAt, example_id: exampleId, code, provider, ...group }) => ({
            ...group,
            provider: answererOf(provider),
            code: code || null,
            firstAt,
            lastAt,
            exampleId,
          }),
        ),
      }
    },
    /** Returns the health of each listing; `providers` names the provider of each. */
    async health(account: string | undefined, providers: ReadonlyMap<string, 'live' | 'embedded'>) {
      const to = clock() + 1
      const from = Math.floor((to - hourMs) / hourMs) * hourMs
      const [sums, { groups }] = [await hourSums(account, { from, to }), await errorsOf({ from, to }, account)]
      return {
        from,
        to,
        listings: served.listings.map((listing) => {
          const last = groups
            .filter((group) => group.listing === listing.slug && group.status >= 500)
            .sort((a, b) => b.last_at - a.last_at)[0]
          const resumesInMs = pools.resumesInMs(listing.slug)
          const provider = providers.get(listing.slug) ?? null
          const answers = sums.get(listing.slug) ?? {}
          return healthOf({ listing, provider, answers, resumesInMs, last, now: to })
        }),
      }
    },
  }

  async function hourSums(account: string | undefined, { from, to }: { from: number; to: number }) {
    const byListing = new Map<string, ByProvider>()
    const group = ['listing', 'provider', 'status'] as const
    const query = { from, to, stepMs: null, group, where: { account } }
    for await (const sums of usageSums(store.db, query))
      for (const { members, ...sum } of sums) {
        const providers = byListing.get(members.listing ?? '') ?? {}
        byListing.set(members.listing ?? '', providers)
        const provider = answererOf(members.provider ?? '')
        const failed = Number(members.status) >= 500 ? sum.calls : 0
        const known = providers[provider]
        if (known) addSums(known, { ...sum, failed })
        else providers[provider] = { ...sum, failed }
      }
    return byListing
  }
}

interface Observed {
  readonly listing: Listing
  readonly provider: 'live' | 'embedded' | null
  readonly answers: ByProvider
  /** The time until a resting provider is called again; undefined if none rests. */
  readonly resumesInMs: number | undefined
  readonly last: ErrorGroup | undefined
  readonly now: number
}

function healthOf({ listing, provider, answers, resumesInMs, last, now }: Observed) {
  return {
    slug: listing.slug,
    title: listing.title,
    provider,
    state: stateOf(answers, resumesInMs),
    circuit: listing.target ? circuitOf(resumesInMs) : null,
    resumesAt: resumesInMs === undefined ? null : Math.round(now + resumesInMs),
    live: viewOf(answers.live),
    embedded: viewOf(answers.embedded),
    replay: viewOf(answers.replay),
    gateway: viewOf(answers.gateway),
    lastError: last ? { at: last.last_at, status: last.status, code: last.code || null, id: last.example_id } : null,
  }
}

type ByProvider = { [P in AnsweredBy]?: UsageTotal }

function circuitOf(resumesInMs: number | undefined): 'closed' | 'open' {
  return resumesInMs === undefined ? 'closed' : 'open'
}

function stateOf(
  { live, embedded, gateway, replay }: ByProvider,
  resumesInMs: number | undefined,
): 'down' | 'failing' | 'idle' | 'ok' {
  if (resumesInMs !== undefined) return 'down'
  const all = [live, embedded, gateway, replay].filter((sums) => sums !== undefined)
  const calls = all.reduce((sum, one) => sum + one.calls, 0)
  const failed = all.reduce((sum, one) => sum + one.failed, 0)
  if (calls === 0) return 'idle'
  return failed >= calls * failingShare ? 'failing' : 'ok'
}

function viewOf(sums: UsageTotal | undefined) {
  if (!sums) return null
  return { calls: sums.calls, failed: sums.failed, p50: percentileOf(sums, 0.5), p95: percentileOf(sums, 0.95) }
}

function callView({ accountId: account, keyId: key, code, upstreamMs, cost, ...call }: RecordedCall) {
  return { ...call, account, key, code: code || null, upstreamMs: upstreamMs ?? null, cost: cost ?? null }
}

function answererOf(provider: string): AnsweredBy {
  return provider === 'live' || provider === 'embedded' || provider === 'replay' ? provider : 'gateway'
}

function invalidRange() {
  const problem = 'The period must begin before it ends.'
  return fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'from', problem }] } })
}
