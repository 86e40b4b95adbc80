// The first version of every core table. Once released it never changes: later changes are later migrations.
import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { DialectTraits } from '../dialects/traits.ts'
import type { Migration, MigrationDb } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const account = (column: ColumnDefinitionBuilder) => column.notNull().references('accounts.id')

const core: Migration = {
  name: '0001-core',
  async up(db, traits) {
    await accounts(db)
    await gatewayKeys(db)
    await vault(db, traits)
    await settingsAndAudit(db, traits)
    await usage(db)
    await fences(db, traits)
  },
}

export default core

async function accounts(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('per_minute', 'bigint', required)
    .addColumn('per_day', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', required)
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
    .addColumn('is_demo', 'integer', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
}

async function gatewayKeys(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('gateway_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', account)
    .addColumn('surface', 'text', (column) => column.notNull().check(sql`surface in ('hosted', 'market')`))
    .addColumn('name', 'text', required)
    .addColumn('hash', 'text', (column) => column.unique())
    .addColumn('pepper_version', 'bigint', required)
    .addColumn('previous_hash', 'text', (column) => column.unique())
    .addColumn('previous_pepper_version', 'bigint')
    .addColumn('previous_until', 'bigint')
    .addColumn('scopes', 'text')
    .addColumn('addresses', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('enabled', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    // A revoked key has no hash to be found by, whatever else is written to its row.
    .addCheckConstraint(
      'gateway_keys_revoked_is_final',
      sql`revoked_at is null or (hash is null and previous_hash is null)`,
    )
    .execute()
  await db.schema.createIndex('gateway_keys_account').on('gateway_keys').column('account_id').execute()
}

async function vault(db: MigrationDb, traits: DialectTraits): Promise<void> {
  await db.schema
    .createTable('peppers')
    .addColumn('version', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('sealed', traits.bytesType, required)
    .addColumn('master_version', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('data_keys')
    .addColumn('account_id', 'text', (column) => column.primaryKey().notNull().references('accounts.id'))
    .addColumn('wrapped', traits.bytesType, required)
    .addColumn('master_version', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('data_keys_master').on('data_keys').columns(['master_version', 'account_id']).execute()
  await db.schema
    .createTable('provider_keys')
    .addColumn('account_id', 'text', account)
    .addColumn('slug', 'text', required)
    .addColumn('version', 'bigint', required)
    .addColumn('sealed', traits.bytesType, required)
    .addColumn('hint', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('verified_at', 'bigint')
    .addPrimaryKeyConstraint('provider_keys_pk', ['account_id', 'slug'])
    .execute()
}

async function settingsAndAudit(db: MigrationDb, traits: DialectTraits): Promise<void> {
  await db.schema
    .createTable('listing_settings')
    .addColumn('account_id', 'text', account)
    .addColumn('listing', 'text', required)
    .addColumn('provider', 'text', (column) => column.notNull().check(sql`provider in ('embedded', 'live')`))
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('listing_settings_pk', ['account_id', 'listing'])
    .execute()
  await db.schema
    .createTable('audit')
    .addColumn('id', traits.identityType, (column) => traits.identity(column))
    .addColumn('at', 'bigint', required)
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('detail', 'text', required)
    .execute()
}

async function usage(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('day_counters')
    .addColumn('subject', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('reserved', 'bigint', required)
    .addPrimaryKeyConstraint('day_counters_pk', ['subject', 'day'])
    .execute()
  await db.schema
    .createTable('usage')
    .addColumn('bucket', 'bigint', required)
    .addColumn('account_id', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('listing', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('calls', 'bigint', required)
    .addColumn('bytes_in', 'bigint', required)
    .addColumn('bytes_out', 'bigint', required)
    .addColumn('ms_total', 'bigint', required)
    .addPrimaryKeyConstraint('usage_pk', [
      'bucket',
      'account_id',
      'key_id',
      'listing',
      'endpoint',
      'provider',
      'status',
    ])
    .execute()
  await db.schema.createIndex('usage_account').on('usage').columns(['account_id', 'bucket']).execute()
  await db.schema
    .createTable('usage_batches')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('flushed_at', 'bigint', required)
    .execute()
}

async function fences(db: MigrationDb, traits: DialectTraits): Promise<void> {
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('started_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('fence', 'bigint', required)
    .execute()
  await db.schema
    .createTable('fences')
    .addColumn('seq', traits.identityType, (column) => traits.identity(column))
    .addColumn('kind', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute()
}
