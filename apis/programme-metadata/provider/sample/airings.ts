// Schedules the episodes of a brand. Episodes are numbered by their first showings since a Monday long ago, so that the
// number depends only on the day, whatever today is.
import { addDays, daysBetween, weekday } from '#provider'
import type { SeedSlot } from '../../seed/tables.ts'
import { startOfDay } from '../times.ts'

/** A Monday. */
const firstDay = '1990-01-01'

export interface Airing {
  /** Number of the episode. */
  readonly number: number
  readonly day: string
  readonly start: number
  readonly end: number
}
export interface Airings {
  /** Returns the first showing at a slot of a day. */
  at(brand: string, day: string, minute: number): number
  /** Returns the last first showing before a slot of a day. */
  latest(brand: string, day: string, minute: number): number
  /** Returns the first showing of an episode. */
  of(brand: string, number: number): Airing | undefined
}

interface WeeklySlot {
  /** Weekday, 0 for Monday. */
  readonly weekday: number
  readonly minute: number
  /** Length in minutes. */
  readonly length: number
}

export type Week = readonly (readonly SeedSlot[])[]

/** Returns the weekday with Monday as 0. */
export const mondayBased = (day: string) => (weekday(day) + 6) % 7

export function createAirings(schedules: Iterable<Week>): Airings {
  const slots = new Map<string, WeeklySlot[]>()
  for (const week of schedules)
    for (const [day, daySlots] of week.entries())
      for (const [index, { brand, showing, minute }] of daySlots.entries()) {
        if (showing !== 'first') continue
        const length = (daySlots[index + 1]?.minute ?? 24 * 60) - minute
        slots.set(brand, [...(slots.get(brand) ?? []), { weekday: day, minute, length }])
      }
  const before = (brand: string, day: string, minute: number): number => {
    const weekly = slots.get(brand) ?? []
    const today = mondayBased(day)
    const earlier = weekly.filter((slot) => slot.weekday < today || (slot.weekday === today && slot.minute < minute))
    return Math.floor(daysBetween(firstDay, day) / 7) * weekly.length + earlier.length
  }
  return {
    at: before,
    latest: (brand, day, minute) => before(brand, day, minute) - 1,
    of(brand, number) {
      const weekly = slots.get(brand) ?? []
      const slot = weekly[((number % weekly.length) + weekly.length) % weekly.length]
      if (!slot) return undefined
      const day = addDays(firstDay, Math.floor(number / weekly.length) * 7 + slot.weekday)
      const start = startOfDay(day) + slot.minute * 60
      return { number, day, start, end: start + slot.length * 60 }
    },
  }
}
