// Makes the embedded providers ready at start: their tables, their sample data, their scheduled work.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Log } from '#define'
import { createJobRunsRepository, migrationList, type Store } from '#store'
import type { Kits } from '../embedded/kit.ts'
import type { LoadedApi } from './load.ts'

/** Runs the migrations and seeds of every API folder. */
export async function prepareProviders(loaded: readonly LoadedApi[], store: Store, kits: Kits): Promise<void> {
  for (const { api, provider } of loaded) {
    if (!provider) continue
    const migrations = migrationList(provider.migrations ?? {})
    if (migrations.length > 0) await store.migrate(api.slug, migrations)
    await provider.seed?.(kits(api.slug))
  }
}

/** How long a provider may take to write what it has. */
const closeMs = 5000

/** Lets the providers write what still waits; one that fails or takes too long is told in the log. */
export async function closeProviders(loaded: readonly LoadedApi[], kits: Kits, log: Log): Promise<void> {
  const late = new AbortController()
  const closing = loaded.map(async ({ api, provider }) => {
    if (!provider?.close) return
    try {
      const closed = provider.close(kits(api.slug))
      const isLate = sleep(closeMs, true, { ref: false, signal: late.signal })
      if (await Promise.race([closed, isLate])) throw new Error(`not within ${closeMs} ms`)
    } catch (error) {
      log.error('a provider could not write what it had', { api: api.slug, cause: String(error) })
    }
  })
  await Promise.all(closing)
  late.abort()
}

export interface JobsParts {
  readonly loaded: readonly LoadedApi[]
  readonly store: Store
  readonly kits: Kits
  readonly log: Log
  /** Milliseconds since the epoch; the time of this machine, also where providers are given another. */
  readonly clock: () => number
  /** Whether work that calls out is done too. */
  readonly mayCallOut: boolean
}

/** How often it is looked whether a work is due, and how soon one that failed is tried again. */
const lookMs = 60_000
const againMs = 300_000

/**
 * Starts the scheduled work of the providers; returns what stops it. Of several processes on one database one does each run; a
 * failure is logged and tried again after some minutes.
 */
export function startJobs(parts: JobsParts): () => void {
  const timers = parts.loaded.flatMap(({ api, provider }) =>
    (provider?.jobs ?? [])
      .filter((job) => job.offline || parts.mayCallOut)
      .map((job) => {
        const state = { running: false }
        const look = () => void runIfDue(parts, { slug: api.slug, job, state })
        const timer = setInterval(look, Math.min(job.everyMs, lookMs))
        timer.unref()
        look()
        return timer
      }),
  )
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

interface Scheduled {
  readonly slug: string
  readonly job: Job<unknown>
  readonly state: { running: boolean }
}

async function runIfDue(parts: JobsParts, { slug, job, state }: Scheduled): Promise<void> {
  const { kits, log, clock } = parts
  if (state.running) return
  state.running = true
  const runs = createJobRunsRepository(parts.store.db)
  const name = { api: slug, job: job.name }
  try {
    const now = clock()
    if (!(await runs.take(name, now, now + job.everyMs))) return
    try {
      await job.run(kits(slug))
    } catch (error) {
      log.warn('scheduled work failed', { ...name, cause: String(error) })
      await runs.setDue(name, clock() + Math.min(job.everyMs, againMs))
    }
  } catch (error) {
    log.warn('scheduled work could not be looked up', { ...name, cause: String(error) })
  } finally {
    state.running = false
  }
}
