// Imported records with the number of their import, the imports, and the revision of the data.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('college_football_records')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('season', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('college_football_records_key', ['kind', 'season', 'id', 'import'])
      .execute()
    await db.schema
      .createTable('college_football_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('published', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('college_football_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('imports', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('college_football_state').values({ id: 1, revision: 0, imports: 0 }).execute()
  },
}
