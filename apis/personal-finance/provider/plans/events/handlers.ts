// Handlers of budget events: lists within a span, and changes of one event, the later ones or the whole series (SOURCES
// 7).
import { conflict, invalid } from '../../errors.ts'
import type { RateSource } from '../../exchange/rates.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import { querySpanIn, readBody, readId } from '../../reading.ts'
import { recalculate } from '../scenarios/outlook.ts'
import { changeSeries, changesRhythm, removeFromSeries } from '../series/series.ts'
import { addSeries, readSeries } from '../series/store.ts'
import { behaviourIn, changeIn, newEventIn } from './rules.ts'
import {
  categoryIn,
  eventOn,
  eventsWithin,
  eventWithId,
  nearestEvent,
  requireScenario,
  scenarioResource,
  storeEdit,
} from './store.ts'
import { eventViews, loadEventViewData, onlyEventView } from './view.ts'

interface EventDeps {
  readonly rates: RateSource
}
type EventHandlers = LedgerHandlers<
  | 'listEvents'
  | 'listScenarioEvents'
  | 'getEvent'
  | 'createEvent'
  | 'updateEvent'
  | 'deleteEvent'
  | 'clearForecastCache'
>

export function createEventHandlers({ rates }: EventDeps): EventHandlers {
  return {
    async listEvents(input, access) {
      const span = querySpanIn(input)
      const viewData = await access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, input.id)
        const series = await readSeries(db, ledger.owner, { running: span })
        return loadEventViewData(db, ledger, eventsWithin(series, span))
      })
      return eventViews(rates, viewData)
    },

    async listScenarioEvents(input, access) {
      const id = readId(input.id, scenarioResource)
      const span = querySpanIn(input)
      const viewData = await access.withSnapshot(async (db, ledger) => {
        await requireScenario(db, ledger, id)
        const series = await readSeries(db, ledger.owner, { scenarioIds: [id], running: span })
        return loadEventViewData(db, ledger, eventsWithin(series, span))
      })
      return eventViews(rates, viewData)
    },

    async getEvent({ id }, access) {
      const viewData = await access.withSnapshot(async (db, ledger) =>
        loadEventViewData(db, ledger, [await eventWithId(db, ledger, id)]),
      )
      return onlyEventView(rates, viewData)
    },

    async createEvent(input, access) {
      const scenarioId = readId(input.id, scenarioResource)
      const body = readBody(input)
      const viewData = await access.withLock(async (db, ledger) => {
        await requireScenario(db, ledger, scenarioId)
        const categoryId = await categoryIn(db, ledger, body)
        const { rule, amount, note } = newEventIn(body)
        const newSeries = { scenarioId, categoryId, rule, end: undefined, amount, note, exceptions: new Map() }
        const series = await addSeries(db, ledger, newSeries)
        await recalculate(db, ledger)
        return loadEventViewData(db, ledger, [eventOn(series, series.rule.start)])
      })
      return onlyEventView(rates, viewData)
    },

    async updateEvent(input, access) {
      const body = readBody(input)
      const viewData = await access.withLock(async (db, ledger) => {
        const { series, occurrence } = await eventWithId(db, ledger, input.id)
        const [behaviour, change] = [behaviourIn(body.behaviour), changeIn(body)]
        if (behaviour === 'one' && series.rule.type !== 'once' && changesRhythm(series, change))
          throw invalid('The repeat of a single event of a series cannot be changed')
        const edited = changeSeries(series, occurrence.day, behaviour, change)
        const { remaining, added } = await storeEdit(db, ledger, { series, edited })
        const holder = added ?? remaining
        if (!holder) throw conflict('No event of the series would be left')
        await recalculate(db, ledger)
        return loadEventViewData(db, ledger, [nearestEvent(holder, occurrence.day)])
      })
      return onlyEventView(rates, viewData)
    },

    deleteEvent: (input, access) =>
      access.withLock(async (db, ledger) => {
        const { series, occurrence } = await eventWithId(db, ledger, input.id)
        const edited = removeFromSeries(series, occurrence.day, behaviourIn(input.behaviour))
        await storeEdit(db, ledger, { series, edited })
        await recalculate(db, ledger)
        return undefined
      }),

    clearForecastCache: ({ id }, access) =>
      access.withLock(async (db, ledger) => {
        requireUser(ledger, id)
        await recalculate(db, ledger)
        return undefined
      }),
  }
}
