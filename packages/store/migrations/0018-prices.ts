// Prices of calls (prices.ts) and what calls have cost by day (spending-days.ts). The tables of budgets are those of
// model routing, which exist here from now on also where it is not served.
import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const prices: Migration = {
  name: '0018-prices',
  // a version that does not know prices charges nothing
  runsWith: '0.2.0',
  async up(db) {
    await db.schema
      .createTable('prices')
      .addColumn('listing', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('usd', 'text', required)
      .addColumn('embedded', 'integer', required)
      .addColumn('updated_at', 'bigint', required)
      .addPrimaryKeyConstraint('prices_key', ['listing', 'endpoint'])
      .execute()
    await db.schema
      .createTable('spending_days')
      .addColumn('account_id', 'text', required)
      .addColumn('key_id', 'text', required)
      .addColumn('day', 'text', required)
      .addColumn('listing', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('calls', 'bigint', required)
      .addColumn('cost', 'bigint', required)
      .addPrimaryKeyConstraint('spending_days_key', ['account_id', 'key_id', 'day', 'listing', 'endpoint'])
      .execute()
    await db.schema.createIndex('spending_days_by_day').on('spending_days').columns(['day']).execute()
    for (const statement of budgetTables) await sql.raw(statement).execute(db)
  },
}

const budgetTables = [
  `create table if not exists model_routing_budgets (id text primary key, account text not null, key_id text not null,
    model text not null, per text not null, period text not null, amount bigint not null, created_ms bigint not null)`,
  `create table if not exists model_routing_spent (budget text not null, who text not null, start_ms bigint not null,
    held bigint not null, spent bigint not null, constraint model_routing_spent_key primary key (budget, who, start_ms))`,
  `create table if not exists model_routing_holds (id text not null, budget text not null, who text not null,
    start_ms bigint not null, amount bigint not null, at_ms bigint not null,
    constraint model_routing_holds_key primary key (id, budget))`,
  'create index if not exists model_routing_holds_by_age on model_routing_holds (at_ms)',
]

export default prices
