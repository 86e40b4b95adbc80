// Records whether addresses are stored with their pairs of words. The sample is stored again with pairs; imported
// addresses are found without pairs until they are imported again.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const replaced = 2

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .alterTable('address_lookup_state')
      .addColumn('pairs', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const state = await db.selectFrom('address_lookup_state').select('sample').executeTakeFirst()
    if (Number(state?.sample) === replaced) return
    const trigrams = (await isPostgres(db)) ? [] : ['trigrams']
    for (const table of ['addresses', 'words', 'vocabulary', ...trigrams])
      await sql`delete from ${sql.table(`address_lookup_${table}`)}`.execute(db)
    await db.updateTable('address_lookup_state').set({ sample: 0, pairs: 1 }).execute()
  },
}
