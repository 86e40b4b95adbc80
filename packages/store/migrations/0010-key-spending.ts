// How much the calls of a key may cost in a day: US dollars as a decimal string, because amounts are exact.
import type { Migration } from '../migrate.ts'

const keySpending: Migration = {
  name: '0010-key-spending',
  async up(db) {
    await db.schema.alterTable('gateway_keys').addColumn('usd_per_day', 'text').execute()
  },
}

export default keySpending
