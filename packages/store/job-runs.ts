// Rows of job_runs: the due times of scheduled jobs. Taking a run and setting the next one is a single statement.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** A scheduled job of an API. */
export interface JobName {
  readonly api: string
  readonly job: string
}
export interface JobRunsRepository {
  /** True for one process if the job is due at `now`; it is then due at `nextAt`. Milliseconds since the epoch. */
  take(job: JobName, now: number, nextAt: number): Promise<boolean>
  /** Sets the first due time of a new job; false for any other. */
  plan(job: JobName, at: number): Promise<boolean>
  /** Sets the next due time of a job, for the process that has just taken it. */
  setDue(job: JobName, at: number): Promise<void>
}

/** Creates the repository of scheduled jobs. */
export function createJobRunsRepository(db: Kysely<Tables>): JobRunsRepository {
  return {
    take: async ({ api, job }, now, nextAt) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('job_runs')
        .values({ api, job, due_at: nextAt })
        .onConflict((conflict) =>
          conflict
            .columns(['api', 'job'])
            .doUpdateSet({ due_at: nextAt })
            // a due time more than one period ahead was set under another clock
            .where((eb) => eb.or([eb('job_runs.due_at', '<=', now), eb('job_runs.due_at', '>', nextAt)])),
        )
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    plan: async ({ api, job }, at) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('job_runs')
        .values({ api, job, due_at: at })
        .onConflict((conflict) => conflict.columns(['api', 'job']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    setDue: async ({ api, job }, at) => {
      await db.updateTable('job_runs').set({ due_at: at }).where('api', '=', api).where('job', '=', job).execute()
    },
  }
}
