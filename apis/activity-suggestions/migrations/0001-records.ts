// Creates the imported activities, and the revision of the whole.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('activity_suggestions_records')
      .addColumn('place', 'integer', (column) => column.primaryKey())
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('activity_suggestions_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('activity_suggestions_state').values({ id: 1, revision: 0 }).execute()
  },
}
