// Overviews for an account and for the operator: the number of recent calls, and matters that need attention.
import { addSums, emptyTotal, type UsageTotal, usageSums } from '#store'
import type { Meter } from '../../record/metering/meter.ts'
import { viewOf } from '../../record/metering/report.ts'
import { type AccountFacts, type Need, type NeedsDeps, needsOfAccount, needsOfAll } from './needs.ts'

interface OverviewDeps extends NeedsDeps {
  readonly meter: Pick<Meter, 'flush'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Creates the overviews. */
export function createOverviews(deps: OverviewDeps) {
  const { store, meter, spending, clock } = deps

  /** Returns recent activity; `account` is undefined for all accounts. */
  async function activityOf(account: string | undefined) {
    await meter.flush()
    const at = clock()
    const thisHour = Math.floor(at / hourMs) * hourMs
    const start = thisHour - 23 * hourMs
    const query = { from: start - dayMs, to: at + 1, stepMs: hourMs, group: [], where: { account } }
    const [last, before] = [emptyTotal(), emptyTotal()]
    const byHour = new Map<number, UsageTotal>()
    for await (const [sum] of usageSums(store.db, query)) {
      if (!sum) continue
      addSums(sum.at < start ? before : last, sum)
      byHour.set(sum.at, sum)
    }
    const today = new Date(at).toISOString().slice(0, 10)
    return {
      at,
      spentToday: (await spending({ by: 'day', from: today, to: today }, account)).total,
      last24h: viewOf(last),
      before24h: viewOf(before),
      hours: Array.from({ length: 24 }, (_none, index) => {
        const hour = start + index * hourMs
        return { at: hour, calls: byHour.get(hour)?.calls ?? 0, failed: byHour.get(hour)?.failed ?? 0 }
      }),
    }
  }

  return {
    async ofAccount(facts: AccountFacts) {
      const activity = await activityOf(facts.account)
      return { ...activity, needs: await needsOfAccount(deps, facts, activity.at) }
    },
    async ofAll(more: readonly Need[]) {
      const activity = await activityOf(undefined)
      return { ...activity, needs: await needsOfAll(deps, more, activity.at) }
    },
  }
}
