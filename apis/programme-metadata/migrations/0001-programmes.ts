// Creates imported records, broadcasts, and the progress of imports.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    // ids sort by character on both databases, independent of a server's locale
    const id = (await isPostgres(db)) ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('programme_metadata_records')
      .addColumn('kind', id, (column) => column.notNull())
      .addColumn('id', id, (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('programme_metadata_records_key', ['kind', 'id'])
      .execute()
    await db.schema
      .createTable('programme_metadata_broadcasts')
      .addColumn('pid', id, (column) => column.primaryKey())
      .addColumn('partner', 'text', (column) => column.notNull())
      .addColumn('service', 'text')
      .addColumn('starts', 'bigint', (column) => column.notNull())
      .addColumn('ends', 'bigint', (column) => column.notNull())
      .addColumn('programme', 'text')
      .addColumn('version', 'text')
      .addColumn('flags', 'integer', (column) => column.notNull())
      .addColumn('updated', 'bigint', (column) => column.notNull())
      .addColumn('details', 'text')
      .execute()
    await db.schema
      .createIndex('programme_metadata_broadcasts_start')
      .on('programme_metadata_broadcasts')
      .columns(['starts', 'pid'])
      .execute()
    await db.schema
      .createTable('programme_metadata_imports')
      .addColumn('file', 'text', (column) => column.primaryKey())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('programme_metadata_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('programme_metadata_state').values({ id: 1, revision: 0 }).execute()
  },
}
