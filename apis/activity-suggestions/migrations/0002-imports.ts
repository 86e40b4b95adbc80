// Adds to rows the number of their import, so that an import can be written in many transactions and become visible as
// a whole.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('activity_suggestions_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .execute()
    await db.insertInto('activity_suggestions_imports').values({ import: 0 }).execute()
    await db.schema
      .alterTable('activity_suggestions_state')
      .addColumn('imports', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update activity_suggestions_state set imports = revision`.execute(db)
    await db.schema.alterTable('activity_suggestions_records').renameTo('activity_suggestions_before_imports').execute()
    await db.schema
      .createTable('activity_suggestions_records')
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('activity_suggestions_records_by_import', ['place', 'import'])
      .execute()
    await sql`insert into activity_suggestions_records (place, data, import) select place, data, 0 from activity_suggestions_before_imports`.execute(
      db,
    )
    await db.schema.dropTable('activity_suggestions_before_imports').execute()
  },
}
