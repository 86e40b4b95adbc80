// The outlook of scenarios: today's balance, the balance at the end of the forecast, and the safe balance. The last
// forecast is stored and used until the ledger changes or the day ends (SOURCES 7.4).
import { Decimal } from 'decimal.js'
import { type DayNumber, dayInMonth, formatDay, monthOf, parseStoredDay, type Span } from '../../days.ts'
import { accountsOf, readTransactionAccounts } from '../../ledger/accounts/transaction-accounts.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { decimalOf } from '../../money.ts'
import { digitsOf } from '../../reference/currencies.ts'
import { occurrencesOf } from '../series/series.ts'
import { readSeries, type StoredSeries } from '../series/store.ts'
import { forecast, type Interest } from './forecast.ts'
import { isPrimary, readScenarios, type Scenario } from './store.ts'

/** Exact amounts in the currency of the scenario. */
export interface Outlook {
  /** Balance at the end of today. */
  readonly current: Decimal
  readonly closing: Decimal
  readonly closingDate: string
  /** Amount that can be spent today before the next income. */
  readonly safe: Decimal
}
/** The stored forecast, and whether it is still valid. */
interface ForecastState {
  readonly startDate: string
  readonly endDate: string
  /** Milliseconds since the epoch; undefined without a forecast. */
  readonly updatedAt: number | undefined
  readonly isValid: boolean
}

const months = 12

/** Returns outlooks by scenario id. `balances` are today's by account id, in units. */
export async function outlooksOf(
  db: Db,
  ledger: Ledger,
  scenarios: readonly Scenario[],
  balances: ReadonlyMap<number, number>,
): Promise<Map<number, Outlook>> {
  const { isValid } = await readForecast(db, ledger)
  const stored = isValid ? await storedOutlooks(db, ledger) : new Map<number, Outlook>()
  const missing = scenarios.filter(({ row }) => !stored.has(row.id))
  if (missing.length === 0) return stored
  const series = await readSeries(db, ledger.owner)
  const byScenario = Map.groupBy(series, ({ scenarioId }) => scenarioId)
  for (const scenario of missing) {
    const events = byScenario.get(scenario.row.id) ?? []
    stored.set(
      scenario.row.id,
      outlookOf(scenario, { ledger, events, balance: balances.get(scenario.account.id) ?? 0 }),
    )
  }
  return stored
}

/** Recalculates and stores the forecast. It must run inside `withLock`, after every other change. */
export async function recalculate(db: Db, ledger: Ledger): Promise<void> {
  const { owner, user } = ledger
  await db.deleteFrom('personal_finance_forecasts').where('owner', '=', owner).execute()
  await db.deleteFrom('personal_finance_forecast_balances').where('owner', '=', owner).execute()
  const scenarios = await readScenarios(db, ledger, await accountsOf(db, ledger))
  const outlooks = await outlooksOf(db, ledger, scenarios, await balancesByAccount(db, ledger))
  const span = spanOf(ledger)
  const [start_date, end_date] = [formatDay(span.start), formatDay(span.end)]
  await db
    .insertInto('personal_finance_forecasts')
    .values({ owner, revision: user.revision, start_date, end_date, updated_at: ledger.now })
    .execute()
  const rows = [...outlooks].map(([scenario_id, { current, closing, safe }]) => ({
    owner,
    scenario_id,
    current: current.toString(),
    closing: closing.toString(),
    safe: safe.toString(),
  }))
  for (let start = 0; start < rows.length; start += 100)
    await db
      .insertInto('personal_finance_forecast_balances')
      .values(rows.slice(start, start + 100))
      .execute()
}

/** Returns the state of the stored forecast, or of the one that would be calculated now. */
export async function readForecast(db: Db, ledger: Ledger): Promise<ForecastState> {
  const row = await db
    .selectFrom('personal_finance_forecasts')
    .selectAll()
    .where('owner', '=', ledger.owner)
    .executeTakeFirst()
  const span = spanOf(ledger)
  if (!row)
    return { startDate: formatDay(span.start), endDate: formatDay(span.end), updatedAt: undefined, isValid: false }
  const isValid = row.revision === ledger.user.revision && row.start_date === ledger.today
  return { startDate: row.start_date, endDate: row.end_date, updatedAt: row.updated_at, isValid }
}

/** Returns today's balances by account id, in units: sums over their transaction accounts. */
export async function balancesByAccount(db: Db, ledger: Ledger): Promise<Map<number, number>> {
  const balances = new Map<number, number>()
  for (const { account, balance } of await readTransactionAccounts(db, ledger))
    balances.set(account.id, (balances.get(account.id) ?? 0) + balance)
  return balances
}

async function storedOutlooks(db: Db, { owner, today }: Ledger): Promise<Map<number, Outlook>> {
  const rows = await db
    .selectFrom('personal_finance_forecast_balances')
    .selectAll()
    .where('owner', '=', owner)
    .execute()
  const closingDate = formatDay(endOf(parseStoredDay(today)))
  return new Map(
    rows.map(({ scenario_id, current, closing, safe }) => [
      scenario_id,
      { current: new Decimal(current), closing: new Decimal(closing), closingDate, safe: new Decimal(safe) },
    ]),
  )
}

/** Returns the span from today to the same day of the next year. */
function spanOf({ today }: Ledger): Span {
  const start = parseStoredDay(today)
  return { start, end: endOf(start) }
}

function endOf(start: DayNumber): DayNumber {
  const { month, dayOfMonth } = monthOf(start)
  return dayInMonth(month + months, dayOfMonth)
}

interface OutlookTerms {
  readonly ledger: Ledger
  readonly events: readonly StoredSeries[]
  /** Balance of the account today, in units. */
  readonly balance: number
}

function outlookOf(scenario: Scenario, { ledger, events, balance }: OutlookTerms): Outlook {
  const span = spanOf(ledger)
  const digits = digitsOf(scenario.account.currency)
  const interest = interestOf(scenario)
  // a primary scenario has today's balance; any other is forecast from its start
  const start = parseStoredDay(scenario.startingDate)
  const terms = { interest, digits }
  const current = isPrimary(scenario)
    ? decimalOf(balance)
    : forecast({
        ...terms,
        balance: decimalOf(scenario.startingBalance),
        ...planned(events, { start, end: span.start }),
      }).closing
  const { closing, safe } = forecast({
    ...terms,
    balance: current,
    ...planned(events, { ...span, start: span.start + 1 }),
  })
  return { current, closing, closingDate: formatDay(span.end), safe }
}

function planned(events: readonly StoredSeries[], span: Span) {
  return { span, events: events.flatMap((series) => [...occurrencesOf(series, span)]) }
}

function interestOf({ row, startingDate }: Scenario): Interest | undefined {
  if (row.type === 'no-interest' || row.interest_rate === null) return undefined
  return {
    rate: new Decimal(row.interest_rate),
    repeatId: row.interest_rate_repeat_id ?? 0,
    from: parseStoredDay(startingDate),
  }
}
