// APIs that the operator has added from descriptions (added-apis.ts), and the resources that callers make of their
// embedded providers.
import type { Migration } from '../migrate.ts'

const addedApis: Migration = {
  name: '0015-added-apis',
  // a version that does not know the table serves the built-in APIs as before
  runsWith: '0.2.0',
  async up(db, traits) {
    await db.schema
      .createTable('added_apis')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('options', 'text', (column) => column.notNull())
      .addColumn('document', traits.bytesType, (column) => column.notNull())
      .addColumn('description', traits.bytesType, (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint')
      .execute()
    await db.schema
      .createTable('added_resources')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('collection', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('place', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text')
      .addPrimaryKeyConstraint('added_resources_key', ['account', 'slug', 'collection', 'id'])
      .execute()
  },
}

export default addedApis
