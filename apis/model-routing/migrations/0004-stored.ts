// Files with their bytes in chunks, fine-tunes, videos, samples that an account has removed, and the keys that seal
// compacted conversations.
import type { ColumnDataType } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const bytes = (await isPostgres(db)) ? 'bytea' : 'blob'
    await createFiles(db, bytes)
    await db.schema
      .createTable('model_routing_fine_tunes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('cancelled_ms', 'bigint')
      .addColumn('removed_ms', 'bigint')
      .execute()
    await db.schema
      .createIndex('model_routing_fine_tunes_by_account')
      .on('model_routing_fine_tunes')
      .columns(['account', 'created_ms'])
      .execute()
    await db.schema
      .createTable('model_routing_videos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('model_routing_videos_by_account')
      .on('model_routing_videos')
      .columns(['account', 'created_ms'])
      .execute()
    await db.schema
      .createTable('model_routing_removed')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_removed_key', ['account', 'model'])
      .execute()
    await db.schema
      .createTable('model_routing_seals')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('secret', bytes, (column) => column.notNull())
      .execute()
  },
}

async function createFiles(db: Db, bytes: ColumnDataType): Promise<void> {
  await db.schema
    .createTable('model_routing_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('is_whole', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('model_routing_files_by_account')
    .on('model_routing_files')
    .columns(['account', 'created_ms'])
    .execute()
  await db.schema
    .createTable('model_routing_file_parts')
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('content', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('model_routing_file_parts_key', ['file', 'place'])
    .execute()
}
