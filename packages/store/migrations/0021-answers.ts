// Recorded answers (kept-answers.ts), and what accounts choose to do with them (listing-answers.ts).
import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const answers: Migration = {
  name: '0021-answers',
  async up(db, traits) {
    await db.schema
      .createTable('listing_answers')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('listing', 'text', required)
      .addColumn('mode', 'text', (column) =>
        column.notNull().check(sql`mode in ('live', 'record', 'replay', 'fill', 'failover')`),
      )
      .addColumn('max_age_s', 'bigint', required)
      .addColumn('sample', 'integer', required)
      .addColumn('writes', 'integer', required)
      .addColumn('until_at', 'bigint')
      .addColumn('updated_at', 'bigint', required)
      .addPrimaryKeyConstraint('listing_answers_pk', ['account_id', 'listing'])
      .execute()
    await db.schema
      .createTable('kept_answers')
      // without its data key nobody could read them
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('data_keys.account_id').onDelete('cascade'),
      )
      .addColumn('id', 'text', required)
      .addColumn('listing', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('digest', 'text', required)
      .addColumn('varies', 'text', required)
      .addColumn('at', 'bigint', required)
      .addColumn('kept_at', 'bigint', required)
      .addColumn('status', 'integer', required)
      .addColumn('content_type', 'text', required)
      .addColumn('bytes', 'bigint', required)
      .addColumn('given', 'integer', required)
      .addColumn('request', traits.bytesType, required)
      .addColumn('answer', traits.bytesType, required)
      .addPrimaryKeyConstraint('kept_answers_pk', ['account_id', 'id'])
      .execute()
    const indexes = {
      kept_answers_digest: ['account_id', 'digest', 'at', 'id'],
      kept_answers_order: ['account_id', 'at', 'id'],
      kept_answers_age: ['kept_at'],
    }
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(name).on('kept_answers').columns(columns).execute()
  },
}

export default answers
