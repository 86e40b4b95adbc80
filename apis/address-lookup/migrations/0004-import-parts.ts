// Records the stored parts of a file during its import, so that an interrupted import can resume.
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
