// Which parts of a file are stored while it is imported, so that an import that broke off can go on.
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('address_lookup_import_parts')
      .addColumn('part', 'integer', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .execute()
  },
}
