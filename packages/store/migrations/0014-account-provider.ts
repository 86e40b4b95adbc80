// The default provider of an account. Existing accounts have none: APIs without keys are answered by their embedded
// providers, the others live.
import type { Migration } from '../migrate.ts'

const accountProvider: Migration = {
  name: '0014-account-provider',
  async up(db) {
    await db.schema.alterTable('accounts').addColumn('provider', 'text').execute()
  },
}

export default accountProvider
