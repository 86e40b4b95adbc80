// The outlook of scenarios: balance of today, at the end of the forecast, and the safe one. What was worked out last is kept and
// used again while nothing of the world has changed since, on the same day (FACTS 8: the forecast cache).
import { Decimal } from 'decimal.js'
import { type DayNumber, dayInMonth, dayText, monthOf, type Span, storedDay } from '../../days.ts'
import { accountsOf, readSides } from '../../ledger/accounts/transaction-accounts.ts'
import type { Db, World } from '../../ledger.ts'
import { decimalOf } from '../../money.ts'
import { digitsOf } from '../../reference/currencies.ts'
import { occurrencesOf } from '../series/series.ts'
import { readSeries, type StoredSeries } from '../series/store.ts'
import { forecast, type Interest } from './forecast.ts'
import { isPrimary, readScenarios, type Scenario } from './store.ts'

/** Exact amounts in the currency of the scenario. */
export interface Outlook {
  /** At the end of today. */
  readonly current: Decimal
  readonly closing: Decimal
  readonly closingDate: string
  /** What can be spent today without going below it before the next income. */
  readonly safe: Decimal
}
/** What is kept of the last forecast, and whether it is still right. */
export interface ForecastState {
  readonly startDate: string
  readonly endDate: string
  /** Milliseconds; undefined when none was worked out yet. */
  readonly updatedAt: number | undefined
  readonly fresh: boolean
}

const months = 12

/** Outlooks by id of the scenario; `balances` are those of today by account, in units. */
export async function outlooksOf(
  db: Db,
  world: World,
  scenarios: readonly Scenario[],
  balances: ReadonlyMap<number, number>,
): Promise<Map<number, Outlook>> {
  const { fresh } = await readForecast(db, world)
  const kept = fresh ? await keptOutlooks(db, world) : new Map<number, Outlook>()
  const missing = scenarios.filter(({ row }) => !kept.has(row.id))
  if (missing.length === 0) return kept
  const series = await readSeries(db, world.owner)
  const byScenario = Map.groupBy(series, ({ scenarioId }) => scenarioId)
  for (const scenario of missing) {
    const events = byScenario.get(scenario.row.id) ?? []
    kept.set(scenario.row.id, outlookOf(scenario, { world, events, balance: balances.get(scenario.account.id) ?? 0 }))
  }
  return kept
}

/** Works the forecast out anew and keeps it. Inside `changeWorld`, after everything else. */
export async function recalculate(db: Db, world: World): Promise<void> {
  const { owner, user } = world
  await db.deleteFrom('personal_finance_forecasts').where('owner', '=', owner).execute()
  await db.deleteFrom('personal_finance_forecast_balances').where('owner', '=', owner).execute()
  const scenarios = await readScenarios(db, world, await accountsOf(db, world))
  const outlooks = await outlooksOf(db, world, scenarios, await balancesByAccount(db, world))
  const span = spanOf(world)
  const [start_date, end_date] = [dayText(span.start), dayText(span.end)]
  await db
    .insertInto('personal_finance_forecasts')
    .values({ owner, revision: user.revision, start_date, end_date, updated_at: world.now })
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

/** The state of the kept forecast; where there is none, the one that would be worked out now. */
export async function readForecast(db: Db, world: World): Promise<ForecastState> {
  const row = await db
    .selectFrom('personal_finance_forecasts')
    .selectAll()
    .where('owner', '=', world.owner)
    .executeTakeFirst()
  const span = spanOf(world)
  if (!row) return { startDate: dayText(span.start), endDate: dayText(span.end), updatedAt: undefined, fresh: false }
  const fresh = row.revision === world.user.revision && row.start_date === world.today
  return { startDate: row.start_date, endDate: row.end_date, updatedAt: row.updated_at, fresh }
}

/** Balances of today by account, in units: the sum of its transaction accounts. */
export async function balancesByAccount(db: Db, world: World): Promise<Map<number, number>> {
  const balances = new Map<number, number>()
  for (const { account, balance } of await readSides(db, world))
    balances.set(account.id, (balances.get(account.id) ?? 0) + balance)
  return balances
}

async function keptOutlooks(db: Db, { owner, today }: World): Promise<Map<number, Outlook>> {
  const rows = await db
    .selectFrom('personal_finance_forecast_balances')
    .selectAll()
    .where('owner', '=', owner)
    .execute()
  const closingDate = dayText(endOf(storedDay(today)))
  return new Map(
    rows.map(({ scenario_id, current, closing, safe }) => [
      scenario_id,
      { current: new Decimal(current), closing: new Decimal(closing), closingDate, safe: new Decimal(safe) },
    ]),
  )
}

/** From today to the same day of the next year. */
function spanOf({ today }: World): Span {
  const start = storedDay(today)
  return { start, end: endOf(start) }
}

function endOf(start: DayNumber): DayNumber {
  const { month, dayOfMonth } = monthOf(start)
  return dayInMonth(month + months, dayOfMonth)
}

interface OutlookTerms {
  readonly world: World
  readonly events: readonly StoredSeries[]
  /** Of the account today, in units. */
  readonly balance: number
}

function outlookOf(scenario: Scenario, { world, events, balance }: OutlookTerms): Outlook {
  const span = spanOf(world)
  const digits = digitsOf(scenario.account.currency)
  const interest = interestOf(scenario)
  // The primary scenario knows today's balance; any other one is planned from its start on.
  const start = storedDay(scenario.startingDate)
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
  return { current, closing, closingDate: dayText(span.end), safe }
}

function planned(events: readonly StoredSeries[], span: Span) {
  return { span, events: events.flatMap((series) => [...occurrencesOf(series, span)]) }
}

function interestOf({ row, startingDate }: Scenario): Interest | undefined {
  if (row.type === 'no-interest' || row.interest_rate === null) return undefined
  return {
    rate: new Decimal(row.interest_rate),
    repeatId: row.interest_rate_repeat_id ?? 0,
    from: storedDay(startingDate),
  }
}
