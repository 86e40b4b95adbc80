// Adds to rows the number of their import, so that an import can be written in many transactions and become visible as
// a whole.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('cat_facts_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .execute()
    await db.insertInto('cat_facts_imports').values({ import: 0 }).execute()
    await db.schema
      .alterTable('cat_facts_state')
      .addColumn('imports', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update cat_facts_state set imports = revision`.execute(db)
    await db.schema.alterTable('cat_facts_records').renameTo('cat_facts_before_imports').execute()
    await db.schema
      .createTable('cat_facts_records')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('cat_facts_records_by_import', ['kind', 'place', 'import'])
      .execute()
    await sql`insert into cat_facts_records (kind, place, data, import) select kind, place, data, 0 from cat_facts_before_imports`.execute(
      db,
    )
    await db.schema.dropTable('cat_facts_before_imports').execute()
  },
}
