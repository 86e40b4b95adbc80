// Budget events as they stand in answers: each with its category and its scenario.
import type { Kit, OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { type DayNumber, dayText, unixSeconds } from '../../days.ts'
import { type Rates, ratesFor } from '../../exchange/rates.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import { type CategoryTree, type CategoryView, readTree } from '../../ledger/categories/tree.ts'
import type { Db, World } from '../../ledger.ts'
import { amountOf } from '../../money.ts'
import { balancesByAccount, type Outlook, outlooksOf } from '../scenarios/outlook.ts'
import { readScenarios, type Scenario } from '../scenarios/store.ts'
import { scenarioView } from '../scenarios/view.ts'
import { isInfinite, type Occurrence } from '../series/series.ts'
import type { StoredSeries } from '../series/store.ts'

export type EventView = OutputOf<(typeof endpoints)['getEvent']>

/** One occurrence of a series. */
export interface PlannedEvent {
  readonly series: StoredSeries
  readonly occurrence: Occurrence
}
/** Events with everything that an answer says of them, read at one moment. */
export interface EventParts {
  readonly world: World
  readonly events: readonly PlannedEvent[]
  readonly tree: CategoryTree
  readonly scenarios: ReadonlyMap<number, Scenario>
  readonly outlooks: ReadonlyMap<number, Outlook>
}

/** Id of the event of a series on a day (FACTS 6). */
export function eventId(seriesId: number, day: DayNumber): string {
  return `${seriesId}-${unixSeconds(day)}`
}

/** Reads what belongs to the events. Inside `readWorld` or `changeWorld`. */
export async function readEventParts(db: Db, world: World, events: readonly PlannedEvent[]): Promise<EventParts> {
  const all = await readScenarios(db, world, await accountsOf(db, world))
  const wanted = new Set(events.map(({ series }) => series.scenarioId))
  const scenarios = new Map(all.filter(({ row }) => wanted.has(row.id)).map((own) => [own.row.id, own]))
  const outlooks = await outlooksOf(db, world, [...scenarios.values()], await balancesByAccount(db, world))
  return { world, events, tree: await readTree(db, world), scenarios, outlooks }
}

/** The answer. Outside of any transaction, as it asks for rates. */
export async function eventViews(kit: Kit<Tables>, parts: EventParts): Promise<EventView[]> {
  const { world, events } = parts
  const currencies = [...parts.scenarios.values()].map(({ account }) => account.currency)
  const rates = await ratesFor(kit, { base: world.user.base_currency, currencies })
  const scenarioViews = new Map(
    [...parts.scenarios].flatMap(([id, scenario]) => {
      const outlook = parts.outlooks.get(id)
      return outlook ? [[id, scenarioView(scenario, outlook, { today: world.today, rates })] as const] : []
    }),
  )
  return events.flatMap((event) => {
    const { series } = event
    const [category, scenario] = [parts.tree.view(series.categoryId), scenarioViews.get(series.scenarioId)]
    const currency = parts.scenarios.get(series.scenarioId)?.account.currency
    if (!category || !scenario || currency === undefined) return []
    return [eventView(event, { category, scenario, currency, rates })]
  })
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
    date: dayText(occurrence.day),
    colour: category.colour,
    note: occurrence.note,
    repeat_type: rule.type,
    repeat_interval: rule.interval,
    series_id: series.id,
    series_start_id: eventId(series.id, rule.start),
    infinite_series: isInfinite(series),
  }
}
