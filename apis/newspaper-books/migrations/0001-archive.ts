// Lists, books, publications and reviews, and the revision of the whole.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await createKeyed(db, 'lists', ['name', 'definition'])
    await createKeyed(db, 'books', ['key', 'book'])
    await createKeyed(db, 'reviews', ['key', 'review'])
    await db.schema
      .createTable('newspaper_books_publications')
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('published_date', 'text', (column) => column.notNull())
      .addColumn('bestsellers_date', 'text', (column) => column.notNull())
      .addColumn('last_modified', 'text', (column) => column.notNull())
      .addColumn('ranks', 'text', (column) => column.notNull())
      .addColumn('corrections', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('newspaper_books_publications_key', ['list', 'published_date'])
      .execute()
    await db.schema
      .createTable('newspaper_books_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('newspaper_books_state').values({ id: 1, revision: 0 }).execute()
  },
}

async function createKeyed(db: Db, name: string, [key, value]: readonly [string, string]): Promise<void> {
  await db.schema
    .createTable(`newspaper_books_${name}`)
    .addColumn(key, 'text', (column) => column.primaryKey())
    .addColumn(value, 'text', (column) => column.notNull())
    .execute()
}
