// Adds to rows the number of their import, so that an import can be written in many transactions and become visible as
// a whole.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('characters_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .execute()
    await db.insertInto('characters_imports').values({ import: 0 }).execute()
    await db.schema
      .alterTable('characters_state')
      .addColumn('imports', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update characters_state set imports = revision`.execute(db)
    await db.schema.alterTable('characters_records').renameTo('characters_before_imports').execute()
    await db.schema
      .createTable('characters_records')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('characters_records_by_import', ['kind', 'id', 'import'])
      .execute()
    await sql`insert into characters_records (kind, id, data, import) select kind, id, data, 0 from characters_before_imports`.execute(
      db,
    )
    await db.schema.dropTable('characters_before_imports').execute()
  },
}
