// Creates the names of administrative areas, and a flag for imported places.
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('address_lookup_areas')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('address_lookup_state')
      .addColumn('places', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
