// Adds up what was compared and writes it every few seconds; tells the operator of a breaking difference once a day.
import type { Timers } from '#provider'
import {
  addDrift,
  type DriftEndpointRow,
  type DriftFindingRow,
  maxDriftFindings,
  type Store,
  takeClaim,
  takenClaims,
} from '#store'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Log } from '../../process/log.ts'
import type { Comparison, Finding } from '../../record/drift/finding.ts'
import type { NoteComparison } from '../../record/drift/sampler.ts'
import type { Announce } from '../events/announce.ts'

interface DriftLogDeps {
  readonly store: Store
  readonly served: Pick<ServedApis, 'listings'>
  readonly announce: Announce
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly timers: Timers
  readonly log: Pick<Log, 'warn'>
}
interface DriftLog {
  readonly note: NoteComparison
  /** Writes the notes so far. */
  flush(): Promise<void>
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

const everyMs = 5000
/** Endpoints that are added up at once; more are not compared within the time of a write. */
const mostEndpoints = 1000
const dayMs = 24 * 3_600_000

export function startDriftLog({ store, served, announce, clock, timers, log }: DriftLogDeps): DriftLog {
  let pending = createDriftSums()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    const sums = pending.all()
    pending = createDriftSums()
    for (const drift of sums) {
      await store.db.transaction().execute((db) => addDrift(db, drift))
      const worst = drift.findings.filter(({ severity }) => severity === 'breaking')
      if (worst[0]) await tell(drift, { finding: worst[0], findings: worst.length })
    }
  }

  async function tell(
    { listing, endpoint }: DriftEndpointRow,
    { finding, findings }: { readonly finding: DriftFindingRow; readonly findings: number },
  ): Promise<void> {
    const now = clock()
    const day = Math.floor(now / dayMs)
    const name = `drift.found/${listing}/${endpoint}/${day}`
    if ((await takenClaims(store.db, [name])).size > 0) return
    const title = served.listings.find(({ slug }) => slug === listing)?.title ?? listing
    const { kind, pointer, declared, seen } = finding
    await announce({
      type: 'drift.found',
      account: null,
      data: { listing, title, endpoint, kind, pointer, declared, seen, findings },
      guard: (db) => takeClaim(db, { name, at: now, expiresAt: (day + 2) * dayMs }),
    })
  }

  function flush(): Promise<void> {
    writing = (writing ?? Promise.resolve())
      .then(write)
      .catch((error: unknown) => log.warn('what was compared was not written', { cause: String(error) }))
    return writing
  }

  const timer = timers.every(everyMs, () => void (pending.size > 0 && flush())).unref()
  return {
    note: (endpoint, comparison) => pending.add(endpoint, comparison, clock()),
    flush,
    async stop() {
      timer.cancel()
      await flush()
    },
  }
}

export interface DriftSums {
  readonly size: number
  add(endpoint: { readonly listing: string; readonly endpoint: string }, comparison: Comparison, at: number): void
  all(): DriftEndpointRow[]
}

type Sum = Omit<DriftEndpointRow, 'findings'> & { readonly findings: Map<string, DriftFindingRow> }

/** Adds up comparisons by endpoint. */
export function createDriftSums(): DriftSums {
  const sums = new Map<string, Sum>()
  return {
    get size() {
      return sums.size
    },
    add({ listing, endpoint }, { findings, isCut }, at) {
      const name = `${listing}/${endpoint}`
      const sum = sums.get(name) ?? {
        listing,
        endpoint,
        compared: 0,
        cut: 0,
        firstAt: at,
        lastAt: at,
        findings: new Map(),
      }
      if (!sums.has(name) && sums.size >= mostEndpoints) return
      for (const finding of findings) addFinding(sum.findings, finding, at)
      const { compared, cut, firstAt, lastAt } = sum
      const span = { firstAt: Math.min(firstAt, at), lastAt: Math.max(lastAt, at) }
      sums.set(name, { ...sum, ...span, compared: compared + 1, cut: cut + (isCut ? 1 : 0) })
    },
    all: () => [...sums.values()].map((sum) => ({ ...sum, findings: [...sum.findings.values()] })),
  }
}

function addFinding(findings: Map<string, DriftFindingRow>, finding: Finding, at: number): void {
  const key = JSON.stringify([finding.kind, finding.pointer, finding.seen])
  const known = findings.get(key)
  if (!known && findings.size >= maxDriftFindings) return
  findings.set(key, {
    ...finding,
    count: known ? known.count + 1 : 1,
    firstAt: Math.min(known?.firstAt ?? at, at),
    lastAt: Math.max(known?.lastAt ?? at, at),
  })
}
