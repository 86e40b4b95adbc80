// A series of budget events with its individually changed or removed occurrences, and the three behaviours of a change
// (SOURCES 7.2: one, forward, all). Pure: nothing is stored here.
import { type DayNumber, lastDay, type Span } from '../../days.ts'
import {
  continuedFrom,
  numberFrom,
  occurrence,
  occurrencesWithin,
  type Recurrence,
  type RepeatType,
  recurrenceFrom,
  takesPlaceOn,
} from './recurrence.ts'

/** Changes of one occurrence of a series. */
export interface Exception {
  readonly removed: boolean
  /** Undefined for the amount of the series. */
  readonly amount: number | undefined
  /** Undefined for the note of the series; null for no note. */
  readonly note: string | null | undefined
}
export interface Series {
  readonly rule: Recurrence
  /** The last possible day; undefined if the series never ends. */
  readonly end: DayNumber | undefined
  /** Amount in units (money.ts). */
  readonly amount: number
  readonly note: string | null
  readonly exceptions: ReadonlyMap<DayNumber, Exception>
}
export interface Occurrence {
  readonly day: DayNumber
  readonly amount: number
  readonly note: string | null
}
export const behaviours = ['one', 'forward', 'all'] as const
export type Behaviour = (typeof behaviours)[number]

/** A change of a series; undefined members stay the same. */
export interface Change {
  readonly amount?: number | undefined
  readonly note?: string | null | undefined
  readonly type?: RepeatType | undefined
  readonly interval?: number | undefined
}
/** The result of a change: `remaining` is the series under its id, undefined if it is gone; `added` is a new series. */
export interface Edited {
  readonly remaining: Series | undefined
  readonly added: Series | undefined
}

/** Yields occurrences within a span, in order. */
export function* occurrencesOf(series: Series, span: Span): Generator<Occurrence> {
  const end = Math.min(span.end, series.end ?? span.end)
  for (const day of occurrencesWithin(series.rule, { start: span.start, end })) {
    const own = occurrenceOf(series, day)
    if (own) yield own
  }
}

/** Returns the occurrence on a day, if any. */
export function occurrenceOn(series: Series, day: DayNumber): Occurrence | undefined {
  const within = day <= (series.end ?? day) && takesPlaceOn(series.rule, day)
  return within ? occurrenceOf(series, day) : undefined
}

function occurrenceOf(series: Series, day: DayNumber): Occurrence | undefined {
  const exception = series.exceptions.get(day)
  if (exception?.removed) return undefined
  const note = exception?.note === undefined ? series.note : exception.note
  return { day, amount: exception?.amount ?? series.amount, note }
}

/** Reports whether the change has another recurrence, which a single occurrence cannot have. */
export function changesRhythm({ rule }: Series, { type, interval }: Change): boolean {
  return (type ?? rule.type) !== rule.type || (interval ?? rule.interval) !== rule.interval
}

/**
 * Changes the occurrence on `day`, which must exist. `forward` splits the series there, and equals `all` on the first
 * occurrence. The result is empty if a new recurrence has no day before the end. A new recurrence drops the exceptions
 * in its range; a new amount or note overrides theirs.
 */
export function changeSeries(series: Series, day: DayNumber, behaviour: Behaviour, change: Change): Edited {
  const single = series.rule.type === 'once'
  if (behaviour === 'one' && !single) return { remaining: withException(series, day, change), added: undefined }
  if (behaviour === 'all' || !hasEarlier(series, day))
    return { remaining: trimmed(changed(series, change)), added: undefined }
  const { before, after } = cut(series, day)
  const added = trimmed(changed(after, change))
  return added ? { remaining: trimmed(before), added } : { remaining: undefined, added }
}

/** Removes the occurrence on `day`, which must exist, and with it the later ones or all. */
export function removeFromSeries(series: Series, day: DayNumber, behaviour: Behaviour): Edited {
  if (behaviour === 'all') return { remaining: undefined, added: undefined }
  if (behaviour === 'forward') return { remaining: trimmed(cut(series, day).before), added: undefined }
  const exceptions = new Map(series.exceptions)
  exceptions.set(day, { removed: true, amount: undefined, note: undefined })
  return { remaining: trimmed({ ...series, exceptions }), added: undefined }
}

function withException(series: Series, day: DayNumber, { amount, note }: Change): Series {
  if (amount === undefined && note === undefined) return series
  const before = series.exceptions.get(day)
  const exceptions = new Map(series.exceptions)
  exceptions.set(day, {
    removed: false,
    amount: amount ?? before?.amount,
    note: note === undefined ? before?.note : note,
  })
  return { ...series, exceptions }
}

function changed(series: Series, change: Change): Series {
  const amount = change.amount ?? series.amount
  const note = change.note === undefined ? series.note : change.note
  if (changesRhythm(series, change)) {
    const { rule } = series
    const started = recurrenceFrom(rule.start, change.type ?? rule.type, change.interval ?? rule.interval)
    // monthly and yearly events keep the day of the month from before their start was clamped
    const monthDay = started.start === rule.start ? rule.monthDay : started.monthDay
    return { ...series, rule: { ...started, monthDay }, amount, note, exceptions: new Map() }
  }
  const exceptions = new Map<DayNumber, Exception>()
  for (const [day, exception] of series.exceptions) {
    const own = {
      removed: exception.removed,
      amount: change.amount === undefined ? exception.amount : undefined,
      note: change.note === undefined ? exception.note : undefined,
    }
    if (own.removed || own.amount !== undefined || own.note !== undefined) exceptions.set(day, own)
  }
  return { ...series, amount, note, exceptions }
}

/** Splits the series at an occurrence: before it, and from it on. */
function cut(series: Series, day: DayNumber): { before: Series; after: Series } {
  const entries = [...series.exceptions]
  const before = new Map(entries.filter(([own]) => own < day))
  const after = new Map(entries.filter(([own]) => own >= day))
  return {
    before: { ...series, end: day - 1, exceptions: before },
    after: { ...series, rule: continuedFrom(series.rule, day), exceptions: after },
  }
}

function hasEarlier(series: Series, day: DayNumber): boolean {
  const { done } = occurrencesOf(series, { start: series.rule.start, end: day - 1 }).next()
  return done !== true
}

/**
 * Returns the series with start and end moved to its first and last occurrence; undefined without occurrences. An
 * endless series stays endless.
 */
function trimmed(series: Series): Series | undefined {
  const { rule, exceptions } = series
  const end = series.end === undefined ? undefined : lastOccurrence(series, series.end)
  if (series.end !== undefined && end === undefined) return undefined
  for (let number = 0; ; number++) {
    const day = occurrence(rule, number)
    if (day > (end ?? lastDay)) return undefined
    if (!exceptions.get(day)?.removed) {
      const left = [...exceptions].filter(([own]) => own >= day && own <= (end ?? own))
      return { ...series, rule: continuedFrom(rule, day), end, exceptions: new Map(left) }
    }
    if (rule.type === 'once') return undefined
  }
}

function lastOccurrence({ rule, exceptions }: Series, end: DayNumber): DayNumber | undefined {
  if (rule.type === 'once') return rule.start <= end ? rule.start : undefined
  const after = numberFrom(rule, end + 1) ?? 0
  for (let number = after - 1; number >= 0; number--) {
    const day = occurrence(rule, number)
    if (!exceptions.get(day)?.removed) return day
  }
  return undefined
}

/** Reports whether the series repeats without end. */
export function isInfinite({ rule, end }: Series): boolean {
  return rule.type !== 'once' && end === undefined
}
