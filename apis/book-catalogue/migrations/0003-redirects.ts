// Creates redirects of works and authors that were merged into others.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('book_catalogue_redirects')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('target', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('book_catalogue_redirects_key', ['kind', 'id'])
      .execute()
  },
}
