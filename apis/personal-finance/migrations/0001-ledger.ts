// The ledger: user, institutions, accounts, transactions, categories, attachments. The first part of every key is the
// owner.
import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']
type Table = CreateTableBuilder<string, string>

const prefix = 'personal_finance_'

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    // days must be compared by character on both databases, not by the locale of a server
    const day = postgres ? sql`text collate "C"` : sql`text`
    await createUsers(db)
    await createAccounts(db, day)
    await createCategories(db)
    await createTransactions(db, day)
    await createAttachments(db, postgres ? 'bytea' : 'blob')
  },
}

/** Creates a table with the key owner and id. */
function records(db: Db, name: string): Table {
  return db.schema
    .createTable(prefix + name)
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${prefix + name}_key`, ['owner', 'id'])
}

/** Adds a foreign key that deletes rows with their parent. */
function within(table: Table, name: string, parent: { column: string; table: string }): Table {
  const key = `${prefix + name}_${parent.column}`
  return table.addForeignKeyConstraint(
    key,
    ['owner', parent.column],
    prefix + parent.table,
    ['owner', 'id'],
    (foreign) => foreign.onDelete('cascade'),
  )
}

async function index(db: Db, name: string, columns: readonly string[]): Promise<void> {
  const [table = ''] = name.split('.')
  await db.schema
    .createIndex(prefix + name.replace('.', '_'))
    .on(prefix + table)
    .columns([...columns])
    .execute()
}

async function createUsers(db: Db): Promise<void> {
  const users = db.schema
    .createTable(`${prefix}users`)
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('avatar_url', 'text')
  const texts = ['login', 'email', 'time_zone', 'base_currency']
  const flags = ['beta_user', 'is_reviewing_transactions', 'always_show_base_currency', 'sample']
  const counts = ['id', 'week_start_day', 'last_activity_at', 'revision', 'next_id', 'volume', 'attached_bytes']
  await required(users, { text: texts, smallint: flags, bigint: [...counts, 'created_at', 'updated_at'] }).execute()
}

/** Adds columns that are never null. */
function required(
  table: Table,
  columns: { text?: readonly string[]; smallint?: readonly string[]; bigint?: readonly string[] },
): Table {
  let builder = table
  for (const type of ['text', 'smallint', 'bigint'] as const)
    for (const name of columns[type] ?? []) builder = builder.addColumn(name, type, (column) => column.notNull())
  return builder
}

async function createAccounts(db: Db, day: RawBuilder<unknown>): Promise<void> {
  await required(records(db, 'institutions'), { text: ['title', 'currency'] }).execute()
  await required(records(db, 'accounts'), {
    text: ['title', 'type', 'currency'],
    smallint: ['is_net_worth'],
    bigint: ['position'],
  }).execute()
  const sides = required(records(db, 'transaction_accounts'), {
    text: ['name'],
    smallint: ['start_moves'],
    bigint: ['account_id', 'institution_id', 'starting_balance'],
  })
    .addColumn('number', 'text')
    .addColumn('starting_date', day, (column) => column.notNull())
  const ofAccount = within(sides, 'transaction_accounts', { column: 'account_id', table: 'accounts' })
  await within(ofAccount, 'transaction_accounts', { column: 'institution_id', table: 'institutions' }).execute()
  await index(db, 'transaction_accounts.account', ['owner', 'account_id'])
  await index(db, 'transaction_accounts.institution', ['owner', 'institution_id'])
}

async function createCategories(db: Db): Promise<void> {
  await required(records(db, 'categories'), { text: ['title'], smallint: ['is_transfer', 'is_bill', 'roll_up'] })
    .addColumn('colour', 'text')
    .addColumn('parent_id', 'bigint')
    .addColumn('refund_behaviour', 'text')
    .execute()
  await index(db, 'categories.parent', ['owner', 'parent_id'])
  const rules = required(records(db, 'category_rules'), { text: ['payee_matches'], bigint: ['category_id'] })
  await within(rules, 'category_rules', { column: 'category_id', table: 'categories' }).execute()
  await index(db, 'category_rules.category', ['owner', 'category_id'])
  await required(records(db, 'saved_searches'), { text: ['title'] }).execute()
}

async function createTransactions(db: Db, day: RawBuilder<unknown>): Promise<void> {
  const table = required(records(db, 'transactions'), {
    text: ['payee', 'original_payee', 'status', 'upload_source', 'words'],
    smallint: ['needs_review'],
    bigint: ['transaction_account_id', 'amount'],
  })
    .addColumn('date', day, (column) => column.notNull())
    .addColumn('category_id', 'bigint')
    .addColumn('is_transfer', 'smallint')
    .addColumn('note', 'text')
    .addColumn('memo', 'text')
    .addColumn('cheque_number', 'text')
    .addColumn('import_key', 'text')
  const side = { column: 'transaction_account_id', table: 'transaction_accounts' }
  await within(table, 'transactions', side).execute()
  // Each index serves one kind of list, newest first, with its count and sums, without reading the table.
  const listed = ['date', 'id', 'amount', 'category_id', 'needs_review']
  await index(db, 'transactions.date', ['owner', ...listed, 'transaction_account_id'])
  await index(db, 'transactions.account', ['owner', 'transaction_account_id', ...listed])
  await index(db, 'transactions.category', ['owner', 'category_id', 'date', 'id', 'amount', 'transaction_account_id'])
  await index(db, 'transactions.review', ['owner', 'needs_review', 'date', 'id'])
  await index(db, 'transactions.updated', ['owner', 'updated_at'])
  await index(db, 'transactions.import', ['owner', 'transaction_account_id', 'import_key'])
  for (const name of ['day_totals', 'month_totals']) {
    const totals = required(db.schema.createTable(prefix + name), {
      text: ['owner'],
      bigint: ['transaction_account_id', 'total', 'transactions'],
    })
      .addColumn('date', day, (column) => column.notNull())
      .addPrimaryKeyConstraint(`${prefix + name}_key`, ['owner', 'transaction_account_id', 'date'])
    await within(totals, name, side).execute()
  }
  const labels = required(db.schema.createTable(`${prefix}transaction_labels`), {
    text: ['owner', 'label'],
    bigint: ['transaction_id', 'position'],
  }).addPrimaryKeyConstraint(`${prefix}transaction_labels_key`, ['owner', 'transaction_id', 'position'])
  await within(labels, 'transaction_labels', { column: 'transaction_id', table: 'transactions' }).execute()
  await index(db, 'transaction_labels.label', ['owner', 'label'])
}

async function createAttachments(db: Db, bytesType: 'bytea' | 'blob'): Promise<void> {
  await required(records(db, 'attachments'), { text: ['title', 'file_name', 'kind'], bigint: ['bytes'] }).execute()
  const parent = { column: 'attachment_id', table: 'attachments' }
  const files = required(db.schema.createTable(`${prefix}attachment_files`), {
    text: ['owner', 'variant'],
    bigint: ['attachment_id'],
  })
    .addColumn('content', sql.raw(bytesType), (column) => column.notNull())
    .addPrimaryKeyConstraint(`${prefix}attachment_files_key`, ['owner', 'attachment_id', 'variant'])
  await within(files, 'attachment_files', parent).execute()
  const assignments = required(db.schema.createTable(`${prefix}assignments`), {
    text: ['owner'],
    bigint: ['transaction_id', 'attachment_id'],
  }).addPrimaryKeyConstraint(`${prefix}assignments_key`, ['owner', 'transaction_id', 'attachment_id'])
  const ofTransaction = within(assignments, 'assignments', { column: 'transaction_id', table: 'transactions' })
  await within(ofTransaction, 'assignments', parent).execute()
  await index(db, 'assignments.attachment', ['owner', 'attachment_id'])
}
