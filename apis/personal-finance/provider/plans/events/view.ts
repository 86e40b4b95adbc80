// Budget events in responses: each with its category and its scenario.
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { type DayNumber, formatDay, unixSeconds } from '../../days.ts'
import { notFound } from '../../errors.ts'
import type { RateSource, Rates } from '../../exchange/rates.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import { type CategoryTree, type CategoryView, readTree } from '../../ledger/categories/tree.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { amountOf } from '../../money.ts'
import { balancesByAccount, type Outlook, outlooksOf } from '../scenarios/outlook.ts'
import { readScenarios, type Scenario } from '../scenarios/store.ts'
import { scenarioView } from '../scenarios/view.ts'
import { isInfinite } from '../series/series.ts'
import { eventResource, type PlannedEvent } from './store.ts'

type EventView = OutputOf<(typeof endpoints)['getEvent']>

/** Events with the data of a response, read in one snapshot. */
interface EventViewData {
  readonly ledger: Ledger
  readonly events: readonly PlannedEvent[]
  readonly tree: CategoryTree
  readonly scenarios: ReadonlyMap<number, Scenario>
  readonly outlooks: ReadonlyMap<number, Outlook>
}

/** Reads the related data of the events. It must run inside `withSnapshot` or `withLock`. */
export async function loadEventViewData(
  db: Db,
  ledger: Ledger,
  events: readonly PlannedEvent[],
): Promise<EventViewData> {
  const all = await readScenarios(db, ledger, await accountsOf(db, ledger))
  const used = new Set(events.map(({ series }) => series.scenarioId))
  const scenarios = new Map(all.filter(({ row }) => used.has(row.id)).map((own) => [own.row.id, own]))
  const outlooks = await outlooksOf(db, ledger, [...scenarios.values()], await balancesByAccount(db, ledger))
  return { ledger, events, tree: await readTree(db, ledger), scenarios, outlooks }
}

/** Returns the view of a single event. Throws 404 if its category or scenario is gone. */
export async function onlyEventView(rates: RateSource, viewData: EventViewData): Promise<EventView> {
  const [view] = await eventViews(rates, viewData)
  if (!view) throw notFound(eventResource)
  return view
}

/** Returns the views. Fetches rates, so it must not be called inside a database transaction. */
export async function eventViews(rates: RateSource, viewData: EventViewData): Promise<EventView[]> {
  const { ledger, events } = viewData
  const currencies = [...viewData.scenarios.values()].map(({ account }) => account.currency)
  const known = await rates({ base: ledger.user.base_currency, currencies })
  const scenarioViews = new Map(
    [...viewData.scenarios].flatMap(([id, scenario]) => {
      const outlook = viewData.outlooks.get(id)
      return outlook ? [[id, scenarioView(scenario, outlook, { today: ledger.today, rates: known })] as const] : []
    }),
  )
  return events.flatMap((event) => {
    const { categoryId, scenarioId } = event.series
    const [category, scenario] = [viewData.tree.view(categoryId), scenarioViews.get(scenarioId)]
    const currency = viewData.scenarios.get(scenarioId)?.account.currency
    if (!category || !scenario || currency === undefined) return []
    return [eventView(event, { category, scenario, currency, rates: known })]
  })
}

/** Returns the id of the event of a series on a day (SOURCES 5.2). */
function eventId(seriesId: number, day: DayNumber): string {
  return `${seriesId}-${unixSeconds(day)}`
}

function eventView(
  { series, occurrence }: PlannedEvent,
  {
    category,
    scenario,
    currency,
    rates,
  }: { category: CategoryView; scenario: EventView['scenario']; currency: string; rates: Rates },
): EventView {
  const { rule } = series
  return {
    id: eventId(series.id, occurrence.day),
    category,
    scenario,
    amount: amountOf(occurrence.amount),
    amount_in_base_currency: rates.convert(occurrence.amount, currency),
    currency_code: currency,
    date: formatDay(occurrence.day),
    colour: category.colour,
    note: occurrence.note,
    repeat_type: rule.type,
    repeat_interval: rule.interval,
    series_id: series.id,
    series_start_id: eventId(series.id, rule.start),
    infinite_series: isInfinite(series),
  }
}
