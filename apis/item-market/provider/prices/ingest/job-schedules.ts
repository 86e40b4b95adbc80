// When the scheduled work of prices runs. Light to load: it is read at each start, before anything is opened.
import type { JobSchedule } from '#define'
import { dayMs } from '#provider'
import { sources } from '../connectors/sources.ts'
import { minuteMs } from '../feeds/source.ts'

/** How soon a source that the operator has turned on is read. */
const checkMs = 5 * minuteMs

/** Name of the job that reads a source: each has its own, so that a slow one does not hold up the others. */
export const ingestJobName = (key: string): string => `prices of ${key}`
export const primaryRoundName = 'primary marketplace'
export const removeOldDaysName = 'old days'

export const priceJobs: Readonly<Record<string, JobSchedule>> = {
  ...Object.fromEntries(
    sources.map(({ key, everyMs }) => [ingestJobName(key), { everyMs: Math.min(everyMs, checkMs) }]),
  ),
  [primaryRoundName]: { everyMs: minuteMs },
  [removeOldDaysName]: { everyMs: dayMs, offline: true, waitsFirst: true },
}
