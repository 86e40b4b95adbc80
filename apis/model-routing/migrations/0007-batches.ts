// Batches with their calls, and files that arrive in parts.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await createBatches(db)
    await createUploads(db)
  },
}

async function createBatches(db: Db): Promise<void> {
  await db.schema
    .createTable('model_routing_batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('wire', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_ms', 'bigint')
    .addColumn('cancelling_ms', 'bigint')
    .addColumn('finalizing_ms', 'bigint')
    .addColumn('ended_ms', 'bigint')
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('succeeded', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('result_bytes', 'bigint', (column) => column.notNull())
    .addColumn('problems', 'text')
    .addColumn('output_file', 'text')
    .addColumn('error_file', 'text')
    .addColumn('runner', 'text')
    .addColumn('lease_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('model_routing_batches_of_account')
    .on('model_routing_batches')
    .columns(['account', 'wire', 'created_ms'])
    .execute()
  await db.schema
    .createIndex('model_routing_batches_unended')
    .on('model_routing_batches')
    .columns(['lease_ms'])
    .where(sql<boolean>`ended_ms is null`)
    .execute()
  await db.schema
    .createTable('model_routing_batch_lines')
    .addColumn('batch', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('custom_id', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('request', 'text')
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('model_routing_batch_lines_key', ['batch', 'place'])
    .execute()
  await db.schema
    .createIndex('model_routing_batch_lines_waiting')
    .on('model_routing_batch_lines')
    .columns(['batch', 'attempts', 'place'])
    .where(sql<boolean>`outcome is null`)
    .execute()
}

async function createUploads(db: Db): Promise<void> {
  await db.schema
    .createTable('model_routing_uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('file', 'text')
    .execute()
  await db.schema
    .createIndex('model_routing_uploads_of_account')
    .on('model_routing_uploads')
    .columns(['account', 'created_ms'])
    .execute()
  await db.schema
    .createTable('model_routing_upload_parts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('upload', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('model_routing_upload_parts_of')
    .on('model_routing_upload_parts')
    .columns(['upload'])
    .execute()
}
