// Creates the imported books, their sentences, and the revision of the whole.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('author_sentences_books')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('place', 'integer', (column) => column.notNull().unique())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('year', 'text', (column) => column.notNull())
      .addColumn('sentences', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('author_sentences_sentences')
      .addColumn('place', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('author_sentences_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('author_sentences_state').values({ id: 1, revision: 0 }).execute()
  },
}
