// The columns of the ledger get the names that they have in every call log (docs/decisions/0096). No row changes.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const names = {
  last_ms: 'last_at',
  id: 'seq',
  first_ms: 'first_at',
  account: 'account_id',
  key_ids: 'names',
}

export default {
  async up(db: Db): Promise<void> {
    for (const [former, name] of Object.entries(names))
      await db.schema.alterTable('model_routing_calls').renameColumn(former, name).execute()
  },
}
