// What the router is beside its handlers: tables, what is done at start and at the end, and scheduled work.
import type { ProviderFacts } from '#define'
import { migrations } from '../migrations/list.ts'
import type { Tables } from '../tables.ts'
import { storedJobs } from './models/stored/jobs.ts'
import { sweepAnswers } from './router/cache/answer-cache.ts'
import { writeLedger } from './router/metering/meter.ts'
import { readFile } from './router/operator/config-file.ts'

const hourMs = 3_600_000

/** Tables, what is done at start, and scheduled work of the router. */
export const routerFacts: ProviderFacts<Tables> = {
  migrations,
  seed: readFile,
  close: writeLedger,
  jobs: [{ name: 'sweep of kept answers', everyMs: hourMs, offline: true, run: sweepAnswers }, ...storedJobs],
}
