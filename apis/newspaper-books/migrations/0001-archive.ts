// Creates imported records with their import number, the published imports, and the revision of the whole.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('newspaper_books_records')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('newspaper_books_records_key', ['kind', 'key', 'import'])
      .execute()
    await db.schema
      .createTable('newspaper_books_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .execute()
    await db.schema
      .createTable('newspaper_books_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('imports', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('newspaper_books_state').values({ id: 1, revision: 0, imports: 0 }).execute()
  },
}
