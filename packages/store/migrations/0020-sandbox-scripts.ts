// Scripts of sandboxes (sandbox-scripts.ts), with what each rule has done.
import type { Migration } from '../migrate.ts'

const sandboxScripts: Migration = {
  name: '0020-sandbox-scripts',
  async up(db) {
    await db.schema
      .createTable('sandbox_scripts')
      .addColumn('sandbox_id', 'text', (column) => column.primaryKey())
      .addColumn('scripts', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sandbox_script_rules')
      .addColumn('sandbox_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('matched', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_script_rules_key', ['sandbox_id', 'position'])
      .execute()
  },
}

export default sandboxScripts
