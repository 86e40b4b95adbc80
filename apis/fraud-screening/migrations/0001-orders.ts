// Creates screened orders with their counts, the blacklists, and the operator's lists.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    await createOrders(db)
    await createDigests(db, postgres)
    await db.schema
      .createTable('fraud_screening_lists')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('batch', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('fraud_screening_lists_key', ['kind', 'batch', 'key'])
      .execute()
    await db.schema
      .createTable('fraud_screening_imports')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('batch', 'text', (column) => column.notNull())
      .execute()
  },
}

async function createOrders(db: Db): Promise<void> {
  await db.schema
    .createTable('fraud_screening_accounts')
    .addColumn('account', 'text', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('fraud_screening_orders')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('score', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('blacklisted', 'integer', (column) => column.notNull())
    .addColumn('traits', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fraud_screening_orders_key', ['account', 'id'])
    .execute()
  await db.schema
    .createIndex('fraud_screening_orders_age')
    .on('fraud_screening_orders')
    .columns(['account', 'made_at'])
    .execute()
  await db.schema
    .createTable('fraud_screening_scores')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('score', 'integer', (column) => column.notNull())
    .addColumn('orders', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('fraud_screening_scores_key', ['account', 'score'])
    .execute()
}

/**
 * Creates the digests; in SQLite without a row id, so that rows are stored once, in the order in which they are
 * counted.
 */
async function createDigests(db: Db, postgres: boolean): Promise<void> {
  const [bytes, end] = postgres ? ['bytea', ''] : ['blob', ' without rowid']
  await sql
    .raw(`create table fraud_screening_traits (digest ${bytes} not null, made_at bigint not null,
      order_id text not null, card ${bytes}, primary key (digest, made_at, order_id))${end}`)
    .execute(db)
  await sql
    .raw(`create table fraud_screening_blacklist (digest ${bytes} not null, order_id text not null,
      account text not null, made_at bigint not null, primary key (digest, order_id))${end}`)
    .execute(db)
  await db.schema
    .createIndex('fraud_screening_blacklist_age')
    .on('fraud_screening_blacklist')
    .columns(['account', 'made_at'])
    .execute()
}
