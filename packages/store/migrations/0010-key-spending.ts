// The daily spending limit of a key: US dollars as a decimal string, because amounts are exact.
import type { Migration } from '../migrate.ts'

const keySpending: Migration = {
  name: '0010-key-spending',
  async up(db) {
    await db.schema.alterTable('gateway_keys').addColumn('usd_per_day', 'text').execute()
  },
}

export default keySpending
