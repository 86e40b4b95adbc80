// The key that created each key, so that keys created with a leaked one can be found. For existing keys it is taken
// from the audit record.
import type { Migration, MigrationDb } from '../migrate.ts'

const keyMakers: Migration = {
  name: '0013-key-makers',
  async up(db) {
    await db.schema.alterTable('gateway_keys').addColumn('made_by', 'text').execute()
    await db.schema.createIndex('gateway_keys_made_by').on('gateway_keys').column('made_by').execute()
    await takeOver(db)
  },
}

export default keyMakers

const rowsAtOnce = 1000

async function takeOver(db: MigrationDb): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'target', 'detail'])
      .where('action', 'in', ['key.create', 'key.rotate'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { target, detail } of rows)
      await db
        .updateTable('gateway_keys')
        .set({ made_by: makerIn(String(detail)) })
        .where('id', '=', target)
        .execute()
    if (rows.length < rowsAtOnce) return
    after = Number(rows.at(-1)?.id)
  }
}

/** Actions of accounts are recorded with the key in use; those of the operator without one. */
function makerIn(detail: string): string | null {
  const { by }: { by?: unknown } = JSON.parse(detail)
  return typeof by === 'string' ? by : null
}
