// The scheduled work: each source is read when due, a few at a time, and expired days are removed. Failures are
// recorded for the status.
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import { dayOf } from '../../iso-time.ts'
import { skinport } from '../connectors/skinport.ts'
import { sources } from '../connectors/sources.ts'
import type { Source } from '../feeds/source.ts'
import type { LatestPricesStore } from '../store/latest-prices.ts'
import { removeDaysBefore } from '../store/reading-store.ts'
import type { Ingest } from './ingest.ts'
import { ingestJobName, primaryRoundName, removeOldDaysName } from './job-schedules.ts'
import { isDue, type SourceState, sourceStates } from './source-state.ts'

/** Limit of feeds in memory at once: at a start all sources are due. */
const maxConcurrent = 3
/** History covers 365 days; the margin ensures that no response misses its oldest day. */
const keptDays = 400

interface ScheduleDeps {
  readonly kit: ProviderKit<Tables>
  readonly latestPrices: LatestPricesStore
  readonly ingest: Ingest
  readonly primaryRound: () => Promise<void>
}

/** Creates the jobs of `job-schedules.ts` by name. */
export function createPriceJobs(deps: ScheduleDeps): Record<string, () => Promise<void>> {
  const { kit, primaryRound } = deps
  const limited = createConcurrencyLimit(maxConcurrent)
  return {
    ...Object.fromEntries(
      sources.map((source) => [ingestJobName(source.key), () => limited(() => ingestWhenDue(deps, source))]),
    ),
    [primaryRoundName]: primaryRound,
    [removeOldDaysName]: async () => void (await removeDaysBefore(kit.db, dayOf(kit.now()) - keptDays)),
  }
}

async function ingestWhenDue({ kit, latestPrices, ingest }: ScheduleDeps, source: Source): Promise<void> {
  const states = sourceStates(await latestPrices.refresh())
  const state = states.find(({ source: { id } }) => id === source.id)
  if (!state || !isDue(state, kit.now()) || mustWait(states, source)) return
  try {
    const { items } = await ingest(source)
    kit.log.info('prices were read', { source: source.key, items })
  } catch (error) {
    kit.log.warn('prices could not be read', { source: source.key, cause: String(error) })
  }
}

/**
 * Reports whether a source must wait. The first source read determines plausibility. Skinport's unit is documented
 * (SOURCES 5.5), so at a first start the other sources follow its first attempt, at the next check.
 */
function mustWait(states: readonly SourceState[], source: Source): boolean {
  const first = states.find(({ source: { id } }) => id === skinport.id)
  if (source.id === skinport.id || source.game !== skinport.game || !first?.enabled) return false
  return first.attemptedMs === null
}

/** Runs at most `limit` pieces of work at a time, in the order in which they were passed. */
function createConcurrencyLimit(limit: number): (work: () => Promise<void>) => Promise<void> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
