// Scheduled work of embedded providers, and of the gateway itself.
import type { JobSchedule, Log } from '#define'
import { createJobRunsRepository, type Store } from '#store'
import type { Providers } from './providers.ts'

/** Work of the gateway itself. */
interface CoreJob {
  readonly everyMs: number
  run(): Promise<void>
}
interface JobsDeps {
  readonly providers: Providers
  /** Jobs of the gateway by name. */
  readonly core: Readonly<Record<string, CoreJob>>
  readonly store: Store
  readonly log: Log
  /** Milliseconds since the epoch; the machine's time, even if providers see a different one. */
  readonly clock: () => number
  /** True if jobs that make outbound calls run. */
  readonly mayCallOut: boolean
}

/** The interval at which a job is checked. */
const pollMs = 60_000
/** The delay of the first check, until startup is over: a due job opens its provider, which takes CPU. */
const firstPollMs = 3000
/** Delay before a failed job is retried. */
const retryMs = 300_000

/** The name under which the runs of the gateway's own jobs are kept; no API can have it. */
const coreApi = 'core'

/**
 * Starts the jobs and returns a function that stops them. Of several processes on one database, exactly one
 * takes each run; a failed run is logged and retried after some minutes.
 */
export function startJobs(deps: JobsDeps): () => void {
  const ofProviders = [...deps.providers.hosts].flatMap(([slug, host]) =>
    Object.entries(host.provider.jobs)
      .filter(([, schedule]) => schedule.offline || deps.mayCallOut)
      .map(([name, schedule]): Job => ({ slug, name, schedule, run: () => host.runJob(name) })),
  )
  const own = Object.entries(deps.core).map(
    ([name, { everyMs, run }]): Job => ({ slug: coreApi, name, schedule: { everyMs }, run }),
  )
  const timers = [...ofProviders, ...own].flatMap((planned) => {
    const job: ScheduledJob = { ...planned, running: false, isPlanned: false }
    const poll = () => void runIfDue(deps, job)
    const first = setTimeout(poll, firstPollMs)
    const timer = setInterval(poll, Math.min(job.schedule.everyMs, pollMs))
    first.unref()
    timer.unref()
    return [first, timer]
  })
  return () => {
    for (const timer of timers) clearTimeout(timer) // clears intervals as well
  }
}

interface Job {
  readonly slug: string
  readonly name: string
  readonly schedule: Pick<JobSchedule, 'everyMs' | 'waitsFirst'>
  run(): Promise<void>
}
interface ScheduledJob extends Job {
  running: boolean
  /** True if the job has a due time, so that later checks need not look for one. */
  isPlanned: boolean
}

async function runIfDue({ store, log, clock }: JobsDeps, job: ScheduledJob): Promise<void> {
  if (job.running) return
  job.running = true
  const runs = createJobRunsRepository(store.db)
  const id = { api: job.slug, job: job.name }
  const { everyMs, waitsFirst } = job.schedule
  try {
    const now = clock()
    if (waitsFirst && !job.isPlanned) {
      const isNew = await runs.plan(id, now + everyMs)
      job.isPlanned = true
      if (isNew) return
    }
    if (!(await runs.take(id, now, now + everyMs))) return
    try {
      await job.run()
    } catch (error) {
      log.warn('scheduled work failed', { ...id, cause: String(error) })
      await runs.setDue(id, clock() + Math.min(everyMs, retryMs))
    }
  } catch (error) {
    log.warn('scheduled work could not be looked up', { ...id, cause: String(error) })
  } finally {
    job.running = false
  }
}
