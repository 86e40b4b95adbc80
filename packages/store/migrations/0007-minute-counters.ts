// The minute beside the day: reservations of both are recorded in the same row, by the same statement.
import type { Migration } from '../migrate.ts'

const minuteCounters: Migration = {
  name: '0007-minute-counters',
  async up(db) {
    for (const column of ['minute', 'minute_reserved'])
      await db.schema
        .alterTable('day_counters')
        .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
        .execute()
  },
}

export default minuteCounters
