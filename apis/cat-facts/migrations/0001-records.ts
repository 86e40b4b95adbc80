// Creates the imported facts and breeds, and the revision of the whole.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('cat_facts_records')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cat_facts_records_key', ['kind', 'place'])
      .execute()
    await db.schema
      .createTable('cat_facts_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('cat_facts_state').values({ id: 1, revision: 0 }).execute()
  },
}
