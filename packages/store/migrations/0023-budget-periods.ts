// What is spent of a budget in one period is read without that of all others. It is in the order of who spends, and not
// of amounts: an index that every settlement changes would cost each of them a second write.
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const budgetPeriods: Migration = {
  name: '0023-budget-periods',
  runsWith: '0.2.0',
  async up(db) {
    await sql`create index model_routing_spent_by_period on model_routing_spent (budget, start_ms, who)`.execute(db)
  },
}

export default budgetPeriods
