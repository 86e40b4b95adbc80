// Fields of an entry derived from earlier publications of its list: the rank last week and the weeks on the list
// (SOURCES 4.4).
import { addDays } from '#provider'
import type { Frequency, RankedPublication } from '../../model/records.ts'

interface DerivedFields {
  readonly rankLastWeek: number
  readonly weeksOnList: number
}

const notWeekly: DerivedFields = { rankLastWeek: 0, weeksOnList: 0 }

/**
 * Returns the fields by publication and place on it. Weeks are cumulative: a book that returns continues its count.
 * Reported values of a file count only if earlier publications are missing: for the first appearance of a book, and
 * after a missing week. One pass, linear in the entries.
 */
export function derivedFields(publications: readonly RankedPublication[], updated: Frequency): DerivedFields[][] {
  if (updated === 'MONTHLY') return publications.map(({ ranks }) => ranks.map(() => notWeekly))
  const weeks = new Map<string, number>()
  let previous: RankedPublication | undefined
  return publications.map((publication) => {
    const follows = previous !== undefined && addDays(previous.publishedDate, 7) === publication.publishedDate
    const lastRanks = new Map(follows ? previous?.ranks.map(({ key, rank }) => [key, rank]) : [])
    previous = publication
    return publication.ranks.map(({ key, reportedLastWeek = 0, reportedWeeks = 0 }) => {
      const known = weeks.get(key)
      const counted = (known ?? 0) + 1
      const weeksOnList = known !== undefined && follows ? counted : Math.max(counted, reportedWeeks)
      weeks.set(key, weeksOnList)
      return { rankLastWeek: follows ? (lastRanks.get(key) ?? 0) : reportedLastWeek, weeksOnList }
    })
  })
}
