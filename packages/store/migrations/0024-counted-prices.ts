// Prices by a number of the call: where it is, and the most that one call costs (prices.ts).
import type { Migration } from '../migrate.ts'

const countedPrices: Migration = {
  name: '0024-counted-prices',
  // a version that does not know prices charges nothing
  runsWith: '0.2.0',
  async up(db) {
    await db.schema.alterTable('prices').addColumn('per', 'text').execute()
    await db.schema.alterTable('prices').addColumn('at_most', 'text').execute()
  },
}

export default countedPrices
