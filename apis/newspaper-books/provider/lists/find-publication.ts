// Resolves a date to a publication of a list (SOURCES 3.3).
import { present } from '#define/present'
import { daysBetween } from '#provider'
import type { BookList, Frequency, Publication } from '../../model/records.ts'

/** Maximum distance between two publications. */
const periodDays: Readonly<Record<Frequency, number>> = { WEEKLY: 7, MONTHLY: 35 }

/**
 * Returns the first publication on or after a day, by its date or by the end of its sales week. A day before the first
 * publication finds it only within its period. A day after the newest one finds it unless the day is after `today`: it
 * is still the list in force.
 */
export function findPublication(
  { publications, updated }: BookList,
  { day, today, by = 'publishedDate' }: { day: string; today: string; by?: 'publishedDate' | 'bestsellersDate' },
): Publication | undefined {
  const at = firstOnOrAfter(publications, day, by)
  const found = publications[at]
  if (!found) return by === 'publishedDate' && day <= today ? publications.at(-1) : undefined
  return at === 0 && daysBetween(day, found[by]) >= periodDays[updated] ? undefined : found
}

/** Returns the newest publication on or before a day. */
export function publicationInForce({ publications }: BookList, day: string): Publication | undefined {
  const at = firstOnOrAfter(publications, day, 'publishedDate')
  return publications[at]?.publishedDate === day ? publications[at] : publications[at - 1]
}

/** Returns the publication dates before and after a day; empty if there is none. */
export function datesAround({ publications }: BookList, day: string): { previous: string; next: string } {
  const at = firstOnOrAfter(publications, day, 'publishedDate')
  const next = publications[at]?.publishedDate === day ? at + 1 : at
  return { previous: publications[at - 1]?.publishedDate ?? '', next: publications[next]?.publishedDate ?? '' }
}

function firstOnOrAfter(
  publications: readonly Publication[],
  day: string,
  by: 'publishedDate' | 'bestsellersDate',
): number {
  let low = 0
  let high = publications.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(publications[middle])[by] < day) low = middle + 1
    else high = middle
  }
  return low
}
