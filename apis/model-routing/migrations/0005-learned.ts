// The examples that fine-tuned models answer from.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_learned')
      .addColumn('tune', 'text', (column) => column.primaryKey())
      .addColumn('examples', 'text', (column) => column.notNull())
      .execute()
  },
}
