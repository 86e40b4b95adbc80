// Adds the household that a new user reads until the first change: the sample household is stored once for all.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema.alterTable('personal_finance_users').addColumn('shared_household', 'text').execute()
  },
}
