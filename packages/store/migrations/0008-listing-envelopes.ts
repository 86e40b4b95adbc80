// The choice of an account whether the results of a listing go under `data`.
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const listingEnvelopes: Migration = {
  name: '0008-listing-envelopes',
  async up(db) {
    await db.schema
      .createTable('listing_envelopes')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('listing', 'text', (column) => column.notNull())
      .addColumn('envelope', 'text', (column) => column.notNull().check(sql`envelope in ('data', 'raw')`))
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('listing_envelopes_pk', ['account_id', 'listing'])
      .execute()
  },
}

export default listingEnvelopes
