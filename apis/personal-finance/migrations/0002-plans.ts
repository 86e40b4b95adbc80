// The plans: scenarios, series of budget events with their exceptions, and the last forecast. Rows are deleted with
// their parents: scenarios with their account, series with their scenario and their category.
import type { CreateTableBuilder } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']
type Table = CreateTableBuilder<string, string>

const prefix = 'personal_finance_'
const stamps = { created_at: 'bigint', updated_at: 'bigint' } as const

export default {
  async up(db: Db): Promise<void> {
    await createScenarios(db)
    await createSeries(db)
    await createForecasts(db)
  },
}

async function createScenarios(db: Db): Promise<void> {
  const table = columns(db.schema.createTable(`${prefix}scenarios`), {
    always: {
      owner: 'text',
      id: 'bigint',
      account_id: 'bigint',
      title: 'text',
      type: 'text',
      starting_balance: 'bigint',
      starting_date: 'text',
      shows_safe_balance: 'smallint',
      ...stamps,
    },
    sometimes: {
      transaction_account_id: 'bigint',
      description: 'text',
      interest_rate: 'text',
      interest_rate_repeat_id: 'smallint',
      minimum_value: 'bigint',
      maximum_value: 'bigint',
      achieve_date: 'text',
    },
  }).addPrimaryKeyConstraint(`${prefix}scenarios_key`, ['owner', 'id'])
  const ofAccount = within(table, 'scenarios', { column: 'account_id', table: 'accounts' })
  await within(ofAccount, 'scenarios', { column: 'transaction_account_id', table: 'transaction_accounts' }).execute()
  await index(db, 'scenarios', 'account_id')
  await index(db, 'scenarios', 'transaction_account_id')
}

async function createSeries(db: Db): Promise<void> {
  const table = columns(db.schema.createTable(`${prefix}series`), {
    always: {
      owner: 'text',
      id: 'bigint',
      scenario_id: 'bigint',
      category_id: 'bigint',
      start_date: 'text',
      month_day: 'smallint',
      repeat_type: 'text',
      repeat_interval: 'bigint',
      amount: 'bigint',
      ...stamps,
    },
    sometimes: { end_date: 'text', note: 'text' },
  }).addPrimaryKeyConstraint(`${prefix}series_key`, ['owner', 'id'])
  const ofScenario = within(table, 'series', { column: 'scenario_id', table: 'scenarios' })
  await within(ofScenario, 'series', { column: 'category_id', table: 'categories' }).execute()
  await index(db, 'series', 'scenario_id')
  await index(db, 'series', 'category_id')
  const exceptions = columns(db.schema.createTable(`${prefix}series_exceptions`), {
    always: { owner: 'text', series_id: 'bigint', date: 'text', removed: 'smallint', has_note: 'smallint' },
    sometimes: { amount: 'bigint', note: 'text' },
  }).addPrimaryKeyConstraint(`${prefix}series_exceptions_key`, ['owner', 'series_id', 'date'])
  await within(exceptions, 'series_exceptions', { column: 'series_id', table: 'series' }).execute()
}

async function createForecasts(db: Db): Promise<void> {
  await columns(db.schema.createTable(`${prefix}forecasts`), {
    always: { owner: 'text', revision: 'bigint', start_date: 'text', end_date: 'text', updated_at: 'bigint' },
    sometimes: {},
  })
    .addPrimaryKeyConstraint(`${prefix}forecasts_key`, ['owner'])
    .execute()
  const balances = columns(db.schema.createTable(`${prefix}forecast_balances`), {
    always: { owner: 'text', scenario_id: 'bigint', current: 'text', closing: 'text', safe: 'text' },
    sometimes: {},
  }).addPrimaryKeyConstraint(`${prefix}forecast_balances_key`, ['owner', 'scenario_id'])
  await within(balances, 'forecast_balances', { column: 'scenario_id', table: 'scenarios' }).execute()
}

type ColumnType = 'text' | 'bigint' | 'smallint'

/** Adds columns: required ones and nullable ones. */
function columns(
  table: Table,
  { always, sometimes }: { always: Record<string, ColumnType>; sometimes: Record<string, ColumnType> },
): Table {
  let builder = table
  for (const [name, type] of Object.entries(always))
    builder = builder.addColumn(name, type, (column) => column.notNull())
  for (const [name, type] of Object.entries(sometimes)) builder = builder.addColumn(name, type)
  return builder
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

async function index(db: Db, table: string, column: string): Promise<void> {
  await db.schema
    .createIndex(`${prefix + table}_of_${column}`)
    .on(prefix + table)
    .columns(['owner', column])
    .execute()
}
