// Budget events: the lists of a window, and the changes of one event, the later ones or all of a series (FACTS 8).
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import { type DayNumber, isDay, type Span, storedDay } from '../../days.ts'
import { badRequest, conflict, invalid, notFound } from '../../errors.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import { type Db, requireUser, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import {
  amountIn,
  choiceIn,
  clearableTextIn,
  dayIn,
  noteLimit,
  queryDayIn,
  readBody,
  readId,
  required,
  type Values,
} from '../../reading.ts'
import { recalculate } from '../scenarios/outlook.ts'
import { readScenarios } from '../scenarios/store.ts'
import { recurrenceFrom, repeatTypes } from '../series/recurrence.ts'
import {
  type Behaviour,
  behaviours,
  type Change,
  changeSeries,
  changesRhythm,
  type Edited,
  occurrenceOn,
  occurrencesOf,
  removeFromSeries,
} from '../series/series.ts'
import { addSeries, readSeries, removeSeries, replaceSeries, type StoredSeries } from '../series/store.ts'
import { type EventParts, type EventView, eventViews, type PlannedEvent, readEventParts } from './view.ts'

type CallKit = Kit<Tables>

const thing = 'Event'
const scenarioThing = 'Scenario'
/** Lists of events are not paged, so a window may not hold more. */
const eventLimit = 5000
/** A longer interval than any plan has. */
const intervalLimit = 1000

export const eventHandlers = {
  async listEvents(input: Values, kit: CallKit): Promise<EventView[]> {
    const span = windowIn(input)
    const parts = await readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      return readEventParts(db, world, eventsWithin(await readSeries(db, world.owner, { running: span }), span))
    })
    return eventViews(kit, parts)
  },

  async listScenarioEvents(input: Values, kit: CallKit): Promise<EventView[]> {
    const id = readId(input.id, scenarioThing)
    const span = windowIn(input)
    const parts = await readWorld(kit, async (db, world) => {
      await requireScenario(db, world, id)
      const series = await readSeries(db, world.owner, { scenarioIds: [id], running: span })
      return readEventParts(db, world, eventsWithin(series, span))
    })
    return eventViews(kit, parts)
  },

  async getEvent(input: Values, kit: CallKit): Promise<EventView> {
    const parts = await readWorld(kit, async (db, world) =>
      readEventParts(db, world, [await readEvent(db, world, input.id)]),
    )
    return onlyView(kit, parts)
  },

  async createEvent(input: Values, kit: CallKit): Promise<EventView> {
    const scenarioId = readId(input.id, scenarioThing)
    const body = readBody(input.body)
    const parts = await changeWorld(kit, async (db, world) => {
      await requireScenario(db, world, scenarioId)
      const categoryId = await categoryIn(db, world, body)
      const wished = storedDay(required(dayIn(body, 'date'), 'date'))
      const amount = required(amountIn(body, 'amount'), 'amount')
      const type = required(choiceIn(body, 'repeat_type', repeatTypes), 'repeat_type')
      const rule = recurrenceFrom(wished, type, intervalIn(body) ?? 1)
      const series = await addSeries(db, world, {
        scenarioId,
        categoryId,
        rule,
        end: undefined,
        amount,
        note: clearableTextIn(body, 'note', noteLimit) ?? null,
        exceptions: new Map(),
      })
      await recalculate(db, world)
      return readEventParts(db, world, [eventOf(series, series.rule.start)])
    })
    return onlyView(kit, parts)
  },

  async updateEvent(input: Values, kit: CallKit): Promise<EventView> {
    const body = readBody(input.body)
    const parts = await changeWorld(kit, async (db, world) => {
      const { series, occurrence } = await readEvent(db, world, input.id)
      const behaviour = behaviourIn(body.behaviour)
      const change: Change = {
        amount: amountIn(body, 'amount'),
        note: clearableTextIn(body, 'note', noteLimit),
        type: choiceIn(body, 'repeat_type', repeatTypes),
        interval: intervalIn(body),
      }
      if (behaviour === 'one' && series.rule.type !== 'once' && changesRhythm(series, change))
        throw invalid('The repeat of a single event of a series cannot be changed')
      const edited = changeSeries(series, occurrence.day, behaviour, change)
      const { kept, added } = await store(db, world, { series, edited })
      const holder = added ?? kept
      if (!holder) throw conflict('No event of the series would be left')
      await recalculate(db, world)
      return readEventParts(db, world, [nearest(holder, occurrence.day)])
    })
    return onlyView(kit, parts)
  },

  deleteEvent: (input: Values, kit: CallKit) =>
    changeWorld(kit, async (db, world) => {
      const { series, occurrence } = await readEvent(db, world, input.id)
      const edited = removeFromSeries(series, occurrence.day, behaviourIn(input.behaviour))
      await store(db, world, { series, edited })
      await recalculate(db, world)
      return undefined
    }),
}

async function onlyView(kit: CallKit, parts: EventParts): Promise<EventView> {
  const [view] = await eventViews(kit, parts)
  if (!view) throw notFound(thing)
  return view
}

/** The event that an id names: `<series>-<Unix seconds of its day>`. */
async function readEvent(db: Db, world: World, id: unknown): Promise<PlannedEvent> {
  const [, seriesText, seconds] = /^(\d{1,15})-(-?\d{1,12})$/.exec(String(id)) ?? []
  if (seriesText === undefined || seconds === undefined) throw notFound(thing)
  const [series] = await readSeries(db, world.owner, { ids: [Number(seriesText)] })
  const day = Number(seconds) / 86_400
  const occurrence = series && isDay(day) ? occurrenceOn(series, day) : undefined
  if (!series || !occurrence) throw notFound(thing)
  return { series, occurrence }
}

function eventOf(series: StoredSeries, day: DayNumber): PlannedEvent {
  const occurrence = occurrenceOn(series, day)
  if (!occurrence) throw new Error(`series ${series.id} has no event where it starts`)
  return { series, occurrence }
}

/** The event of the day, else the next one, else the first: another rhythm may have none on that day. */
function nearest(series: StoredSeries, day: DayNumber): PlannedEvent {
  const own = occurrenceOn(series, day)
  if (own) return { series, occurrence: own }
  const farthest = day + 366 * intervalLimit
  for (const occurrence of occurrencesOf(series, { start: day, end: farthest })) return { series, occurrence }
  return eventOf(series, series.rule.start)
}

async function store(
  db: Db,
  world: World,
  { series, edited }: { series: StoredSeries; edited: Edited },
): Promise<{ kept: StoredSeries | undefined; added: StoredSeries | undefined }> {
  const { id, scenarioId, categoryId } = series
  const kept = edited.kept && { ...edited.kept, id, scenarioId, categoryId }
  if (kept) await replaceSeries(db, world, kept)
  else await removeSeries(db, world.owner, id)
  const added = edited.added && (await addSeries(db, world, { ...edited.added, scenarioId, categoryId }))
  return { kept, added }
}

function eventsWithin(series: readonly StoredSeries[], span: Span): PlannedEvent[] {
  const events: PlannedEvent[] = []
  for (const own of series)
    for (const occurrence of occurrencesOf(own, span)) {
      if (events.length === eventLimit)
        throw badRequest(`There are more than ${eventLimit} events between start_date and end_date`)
      events.push({ series: own, occurrence })
    }
  return events.sort((a, b) => a.occurrence.day - b.occurrence.day || a.series.id - b.series.id)
}

/** Both days are required and stand in their order. */
function windowIn(input: Values): Span {
  const [start, end] = [queryDayIn(input, 'start_date'), queryDayIn(input, 'end_date')]
  if (start === undefined) throw badRequest('start_date is missing')
  if (end === undefined) throw badRequest('end_date is missing')
  if (end < start) throw badRequest('end_date is before start_date')
  return { start, end }
}

function behaviourIn(value: unknown): Behaviour {
  const behaviour = behaviours.find((known) => known === value)
  if (behaviour === undefined)
    throw badRequest(value == null ? 'behaviour is missing' : 'behaviour does not have a valid value')
  return behaviour
}

function intervalIn(body: Values): number | undefined {
  const value = body.repeat_interval
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > intervalLimit)
    throw invalid(`repeat_interval must be a whole number from 1 to ${intervalLimit}`)
  return count
}

async function requireScenario(db: Db, world: World, id: number): Promise<void> {
  const scenarios = await readScenarios(db, world, await accountsOf(db, world))
  if (!scenarios.some(({ row }) => row.id === id)) throw notFound(scenarioThing)
}

async function categoryIn(db: Db, { owner }: World, body: Values): Promise<number> {
  const given = required(body.category_id ?? undefined, 'category_id')
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  const row =
    typeof id === 'number' && Number.isSafeInteger(id)
      ? await db
          .selectFrom('personal_finance_categories')
          .select('id')
          .where('owner', '=', owner)
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined
  if (!row) throw invalid('category_id is invalid')
  return row.id
}
