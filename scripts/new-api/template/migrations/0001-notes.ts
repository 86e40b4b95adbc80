// The notes of each account, public ones, and the revision of the data.
import type { Kysely } from 'kysely'

/** Untyped on purpose: later versions of the tables must not change this migration. */
type Db = Kysely<Record<string, Record<string, unknown>>>

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('sample_notes_notes')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sample_notes_notes_key', ['account', 'id'])
      .execute()
    await db.schema
      .createTable('sample_notes_public')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sample_notes_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('sample_notes_state').values({ id: 1, revision: 0 }).execute()
  },
}
