// An index of keys by age, the newest first.
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const keysByAge: Migration = {
  name: '0016-keys-by-age',
  runsWith: '0.2.0',
  async up(db) {
    await sql`create index gateway_keys_age on gateway_keys ((-created_at), id)`.execute(db)
  },
}

export default keysByAge
