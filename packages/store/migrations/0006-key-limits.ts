// Call limits of a key, beside its account's plan; and the surface through which a change was made.
import type { Migration } from '../migrate.ts'

const keyLimits: Migration = {
  name: '0006-key-limits',
  async up(db) {
    for (const column of ['per_minute', 'per_day'])
      await db.schema.alterTable('gateway_keys').addColumn(column, 'bigint').execute()
    await db.schema.alterTable('audit').addColumn('surface', 'text').execute()
  },
}

export default keyLimits
