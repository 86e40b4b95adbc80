// Due times of scheduled jobs, so that only one of several processes runs each.
import type { Migration } from '../migrate.ts'

const jobRuns: Migration = {
  name: '0002-job-runs',
  async up(db) {
    await db.schema
      .createTable('job_runs')
      .addColumn('api', 'text', (column) => column.notNull())
      .addColumn('job', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_runs_pk', ['api', 'job'])
      .execute()
  },
}

export default jobRuns
