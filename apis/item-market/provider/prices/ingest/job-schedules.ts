// Schedules of the price jobs. This file is light, because it is read at each start before anything is opened.
import type { JobSchedule } from '#define'
import { dayMs } from '#provider'
import { sources } from '../connectors/sources.ts'
import { minuteMs } from '../feeds/source.ts'

/** Maximum delay until a source that the operator turns on is read. */
const checkMs = 5 * minuteMs

/** Returns the name of the job that reads a source: one job each, so that a slow source does not delay the others. */
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
