// Schedules of jobs. This file is light, because it is read at each start before anything is opened.
import type { JobSchedule } from '#define'
import { priceJobs } from './prices/ingest/job-schedules.ts'

export const trackInventoriesName = 'inventories'
/** More often than once a day, so that one failed run does not lose the day. */
const trackEveryMs = 2 * 3_600_000

export const jobSchedules: Readonly<Record<string, JobSchedule>> = {
  ...priceJobs,
  [trackInventoriesName]: { everyMs: trackEveryMs, offline: true, waitsFirst: true },
}
