// Validates requests for budget events.
import { type DayNumber, parseStoredDay } from '../../days.ts'
import { badRequest, invalid } from '../../errors.ts'
import { amountIn, choiceIn, dayIn, noteLimit, nullableStringIn, required, type Values } from '../../reading.ts'
import { type Recurrence, recurrenceFrom, repeatTypes } from '../series/recurrence.ts'
import { type Behaviour, behaviours, type Change } from '../series/series.ts'

/** Longer than any plan needs. */
export const intervalLimit = 1000

interface NewEvent {
  readonly rule: Recurrence
  readonly amount: number
  readonly note: string | null
}

/** Returns the series that a body describes. */
export function newEventIn(body: Values): NewEvent {
  const day: DayNumber = parseStoredDay(required(dayIn(body, 'date'), 'date'))
  const amount = required(amountIn(body, 'amount'), 'amount')
  const type = required(choiceIn(body, 'repeat_type', repeatTypes), 'repeat_type')
  const rule = recurrenceFrom(day, type, intervalIn(body) ?? 1)
  return { rule, amount, note: nullableStringIn(body, 'note', noteLimit) ?? null }
}

export function changeIn(body: Values): Change {
  return {
    amount: amountIn(body, 'amount'),
    note: nullableStringIn(body, 'note', noteLimit),
    type: choiceIn(body, 'repeat_type', repeatTypes),
    interval: intervalIn(body),
  }
}

/** Returns the events of a series that a change applies to. Throws 400 if the value is missing or invalid. */
export function behaviourIn(value: unknown): Behaviour {
  const behaviour = behaviours.find((known) => known === value)
  if (behaviour === undefined)
    throw badRequest(value == null ? 'behaviour is missing' : 'behaviour does not have a valid value')
  return behaviour
}

function intervalIn({ repeat_interval: value }: Values): number | undefined {
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > intervalLimit)
    throw invalid(`repeat_interval must be a whole number from 1 to ${intervalLimit}`)
  return count
}
