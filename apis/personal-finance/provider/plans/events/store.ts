// Finds and stores budget events, which are occurrences of series. Writers run inside `withLock`.
import { type DayNumber, isDay, type Span } from '../../days.ts'
import { badRequest, invalid, notFound } from '../../errors.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { parseId, required } from '../../reading.ts'
import { readScenarios } from '../scenarios/store.ts'
import { type Edited, type Occurrence, occurrenceOn, occurrencesOf } from '../series/series.ts'
import { addSeries, readSeries, removeSeries, replaceSeries, type StoredSeries } from '../series/store.ts'
import { intervalLimit } from './rules.ts'

export const eventResource = 'Event'
export const scenarioResource = 'Scenario'
/** Limit of lists of events, which are not paged. */
const eventLimit = 5000

/** One occurrence of a series. */
export interface PlannedEvent {
  readonly series: StoredSeries
  readonly occurrence: Occurrence
}

/** Returns the event with an id `<series>-<Unix seconds of its day>` (SOURCES 5.2). Throws 404 if it does not exist. */
export async function eventWithId(db: Db, ledger: Ledger, id: unknown): Promise<PlannedEvent> {
  const [, seriesId, seconds] = /^(\d{1,15})-(-?\d{1,12})$/.exec(String(id)) ?? []
  if (seriesId === undefined || seconds === undefined) throw notFound(eventResource)
  const [series] = await readSeries(db, ledger.owner, { ids: [Number(seriesId)] })
  const day = Number(seconds) / 86_400
  const occurrence = series && isDay(day) ? occurrenceOn(series, day) : undefined
  if (!series || !occurrence) throw notFound(eventResource)
  return { series, occurrence }
}

/** Returns the event on a day that is known to have one. */
export function eventOn(series: StoredSeries, day: DayNumber): PlannedEvent {
  const occurrence = occurrenceOn(series, day)
  if (!occurrence) throw new Error(`series ${series.id} has no event where it starts`)
  return { series, occurrence }
}

/** Returns the event of the day, else the next one, else the first: a changed recurrence can skip that day. */
export function nearestEvent(series: StoredSeries, day: DayNumber): PlannedEvent {
  const own = occurrenceOn(series, day)
  if (own) return { series, occurrence: own }
  const farthest = day + 366 * intervalLimit
  for (const occurrence of occurrencesOf(series, { start: day, end: farthest })) return { series, occurrence }
  return eventOn(series, series.rule.start)
}

/** Returns all events within a span by day, then by series. Throws 400 if there are too many. */
export function eventsWithin(series: readonly StoredSeries[], span: Span): PlannedEvent[] {
  const events: PlannedEvent[] = []
  for (const own of series)
    for (const occurrence of occurrencesOf(own, span)) {
      if (events.length === eventLimit)
        throw badRequest(`There are more than ${eventLimit} events between start_date and end_date`)
      events.push({ series: own, occurrence })
    }
  return events.sort((a, b) => a.occurrence.day - b.occurrence.day || a.series.id - b.series.id)
}

/** Stores the result of an edit of a series. It must run inside `withLock`. */
export async function storeEdit(
  db: Db,
  ledger: Ledger,
  { series, edited }: { series: StoredSeries; edited: Edited },
): Promise<{ remaining: StoredSeries | undefined; added: StoredSeries | undefined }> {
  const { id, scenarioId, categoryId } = series
  const remaining = edited.remaining && { ...edited.remaining, id, scenarioId, categoryId }
  if (remaining) await replaceSeries(db, ledger, remaining)
  else await removeSeries(db, ledger.owner, id)
  const added = edited.added && (await addSeries(db, ledger, { ...edited.added, scenarioId, categoryId }))
  return { remaining, added }
}

/** Throws 404 for an unknown scenario. */
export async function requireScenario(db: Db, ledger: Ledger, id: number): Promise<void> {
  const scenarios = await readScenarios(db, ledger, await accountsOf(db, ledger))
  if (!scenarios.some(({ row }) => row.id === id)) throw notFound(scenarioResource)
}

/** Returns the category of a new event. Throws 422 for an unknown category. */
export async function categoryIn(
  db: Db,
  { owner }: Ledger,
  { category_id: value }: { readonly category_id?: unknown },
): Promise<number> {
  const id = parseId(required(value ?? undefined, 'category_id'))
  const rows = db.selectFrom('personal_finance_categories').select('id').where('owner', '=', owner)
  const row = id === undefined ? undefined : await rows.where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid('category_id is invalid')
  return row.id
}
