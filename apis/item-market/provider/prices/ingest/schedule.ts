// The scheduled work: each source is read when it is due, a few at a time, and days beyond what history tells are removed.
import type { Job } from '#define'
import type { Tables } from '../../../tables.ts'
import { dayOf } from '../../iso-time.ts'
import { skinport } from '../connectors/skinport.ts'
import { sources } from '../connectors/sources.ts'
import { minuteMs, type Source } from '../feeds/source.ts'
import { refreshBoard } from '../store/latest-prices.ts'
import { removeDaysBefore } from '../store/reading-store.ts'
import { ingest } from './ingest.ts'
import { isDue, type SourceState, sourceStates } from './source-state.ts'

const dayMs = 24 * 60 * minuteMs
/** How soon a source that the operator has turned on is read. */
const lookMs = 5 * minuteMs
/** At a start all are due; so many feeds are held in memory at once. */
const atOnce = 3
/** History tells 365 days; some are kept beyond, so that no answer misses its oldest day. */
const keptDays = 400

/** One work for each source, so that a slow one holds no other up. A failure is noted where the status finds it. */
export const ingestJobs: readonly Job<Tables>[] = sources.map((source) => ({
  name: `prices of ${source.key}`,
  everyMs: Math.min(source.everyMs, lookMs),
  run: (kit) => queued(() => ingestWhenDue(kit, source)),
}))

export const removeOldDays: Job<Tables> = {
  name: 'old days',
  everyMs: dayMs,
  offline: true,
  run: async (kit) => {
    await removeDaysBefore(kit.db, dayOf(kit.now()) - keptDays)
  },
}

async function ingestWhenDue(kit: Parameters<Job<Tables>['run']>[0], source: Source): Promise<void> {
  const states = sourceStates(await refreshBoard(kit))
  const state = states.find(({ source: { id } }) => id === source.id)
  if (!state || !isDue(state, kit.now()) || mustWait(states, source)) return
  try {
    const { items } = await ingest(kit, source)
    kit.log.info('prices were read', { source: source.key, items })
  } catch (error) {
    kit.log.warn('prices could not be read', { source: source.key, cause: String(error) })
  }
}

/**
 * What is read first decides what is plausible. Skinport's unit is beyond doubt (SOURCES 5.5), so at a first start the others come after
 * its first attempt, at the next look.
 */
function mustWait(states: readonly SourceState[], source: Source): boolean {
  const first = states.find(({ source: { id } }) => id === skinport.id)
  if (source.id === skinport.id || source.game !== skinport.game || !first?.enabled) return false
  return first.attemptedMs === null
}

let busy = 0
const waiting: (() => void)[] = []

async function queued(work: () => Promise<void>): Promise<void> {
  if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  busy++
  try {
    await work()
  } finally {
    busy--
    waiting.shift()?.()
  }
}
