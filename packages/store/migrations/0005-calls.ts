// The record of calls, errors by hour, and further dimensions of usage: surface, and duration of calls.
import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { DialectTraits } from '../dialects/traits.ts'
import type { Migration, MigrationDb } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
/** Columns of the histogram: t0 to t24. */
const slots = Array.from({ length: 25 }, (_none, at) => `t${at}`)
/** A table whose columns are added in loops. */
type AnyTable = CreateTableBuilder<string, string>
const sums = ['calls', 'bytes_in', 'bytes_out', 'ms_total']

const calls: Migration = {
  name: '0005-calls',
  async up(db, traits) {
    await usage(db)
    for (const slot of slots) await db.schema.alterTable('usage_sums').addColumn(slot, 'integer', zero).execute()
    await db.schema.createIndex('usage_sums_time').on('usage_sums').column('bucket').execute()
    await endpointSums(db)
    await chunks(db, traits)
    await errors(db)
    await search(db, traits)
  },
}

export default calls

/** Adds the surface to the primary key, which neither database can do to an existing table. */
async function usage(db: MigrationDb): Promise<void> {
  const columns = ['bucket', 'account_id', 'key_id', 'listing', 'endpoint', 'provider', 'status']
  let table: AnyTable = db.schema.createTable('usage_new').addColumn('bucket', 'bigint', required)
  for (const name of ['account_id', 'key_id', 'listing', 'endpoint', 'provider'])
    table = table.addColumn(name, 'text', required)
  table = table.addColumn('status', 'integer', required).addColumn('surface', 'text', required)
  for (const name of sums) table = table.addColumn(name, 'bigint', required)
  for (const slot of slots) table = table.addColumn(slot, 'integer', zero)
  await table.addPrimaryKeyConstraint('usage_hours_pk', [...columns, 'surface']).execute()
  const copied = sql.raw([...columns, ...sums].join(', '))
  await sql`insert into usage_new (${copied}, surface) select ${copied}, 'http' from usage`.execute(db)
  await db.schema.dropTable('usage').execute()
  await sql`alter table usage_new rename to usage`.execute(db)
  await db.schema.createIndex('usage_account').on('usage').columns(['account_id', 'bucket']).execute()
}

/** Sums of all accounts together, so that an operator's report does not read every key. */
async function endpointSums(db: MigrationDb): Promise<void> {
  let table: AnyTable = db.schema.createTable('usage_endpoints').addColumn('bucket', 'bigint', required)
  for (const name of ['listing', 'endpoint', 'provider', 'surface']) table = table.addColumn(name, 'text', required)
  table = table.addColumn('status', 'integer', required)
  for (const name of sums) table = table.addColumn(name, 'bigint', required)
  for (const slot of slots) table = table.addColumn(slot, 'integer', zero)
  await table
    .addPrimaryKeyConstraint('usage_endpoints_pk', ['bucket', 'listing', 'endpoint', 'provider', 'status', 'surface'])
    .execute()
  await sql`insert into usage_endpoints (bucket, listing, endpoint, provider, status, surface, ${sql.raw(sums.join(', '))})
    select bucket, listing, endpoint, provider, status, surface,
      ${sql.raw(sums.map((name) => `sum(${name})`).join(', '))}
    from usage group by bucket, listing, endpoint, provider, status, surface`.execute(db)
}

async function chunks(db: MigrationDb, traits: DialectTraits): Promise<void> {
  let table = db.schema
    .createTable('call_chunks')
    .addColumn('last_at', 'bigint', required)
    .addColumn('first_at', 'bigint', required)
    .addColumn('seq', 'bigint', required)
    .addColumn('account_id', 'text', required)
    .addColumn('calls', 'integer', required)
    .addColumn('failed', 'integer', required)
    .addColumn('names', 'text', required)
    .addColumn('data', 'text', required)
  if (traits.partitions) table = table.modifyEnd(sql`partition by range (last_at)`)
  await table.execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('call_chunks').columns(columns).execute()
  await index('call_chunks_account', ['account_id', 'last_at', 'seq'])
  await index('call_chunks_time', ['last_at', 'seq'])
  await db.schema
    .createTable('call_ids')
    .addColumn('id', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('account_id', 'text', required)
    .execute()
  await db.schema.createIndex('call_ids_id').on('call_ids').columns(['id', 'at']).execute()
  await db.schema.createIndex('call_ids_time').on('call_ids').column('at').execute()
}

async function errors(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('call_errors')
    .addColumn('account_id', 'text', required)
    .addColumn('bucket', 'bigint', required)
    .addColumn('listing', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('code', 'text', required)
    .addColumn('calls', 'bigint', required)
    .addColumn('first_at', 'bigint', required)
    .addColumn('last_at', 'bigint', required)
    .addColumn('example_id', 'text', required)
    .addPrimaryKeyConstraint('call_errors_pk', [
      'account_id',
      'bucket',
      'listing',
      'endpoint',
      'provider',
      'status',
      'code',
    ])
    .execute()
  await db.schema.createIndex('call_errors_time').on('call_errors').column('bucket').execute()
}

/** Indexes for searching and sorting lists. */
async function search(db: MigrationDb, { binaryCollation }: DialectTraits): Promise<void> {
  const lowered = sql.raw(`lower(name)${binaryCollation}`)
  await sql`create index gateway_keys_name on gateway_keys ((${lowered}), id)`.execute(db)
  await sql`create index accounts_name on accounts ((${lowered}), id)`.execute(db)
  await sql`create index gateway_keys_expiry on gateway_keys (expires_at, id) where expires_at is not null`.execute(db)
  await sql`create index gateway_keys_use on gateway_keys ((coalesce(last_used_at, 0)), id)`.execute(db)
  await sql`create index gateway_keys_revoked on gateway_keys (id) where revoked_at is not null`.execute(db)
  await sql`create index gateway_keys_disabled on gateway_keys (id) where revoked_at is null and enabled = 0`.execute(
    db,
  )
  await sql`create index gateway_keys_market on gateway_keys (id) where surface = 'market'`.execute(db)
  await db.schema.createIndex('day_counters_day').on('day_counters').column('day').execute()
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor', 'id']).execute()
  await db.schema.createIndex('audit_action').on('audit').columns(['action', 'id']).execute()
  await db.schema.createIndex('audit_target').on('audit').columns(['target', 'id']).execute()
}
