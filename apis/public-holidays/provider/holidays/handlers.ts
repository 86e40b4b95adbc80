// The endpoints about holidays: of a year, the upcoming ones, today, and long weekends.
import { type HandlersFor, type ProviderKit, reply } from '#define'
import { byKey, dayMs } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Errors } from '../errors.ts'
import { type Day, dateOf, dayOf } from '../language/days.ts'
import { type Almanac, type CountryDays, entriesBetween, type HolidayView } from './almanac.ts'
import { leftOut, leftOutWorldwide } from './left-out.ts'
import { longWeekends, weekendOf } from './long-weekends.ts'
import { bridgeDayBounds, offsetBounds, readInteger, yearBounds } from './parameters.ts'

const hourMs = 3_600_000
/** Number of days that `NextPublicHolidaysWorldwide` looks ahead. */
const worldwideDays = 7
/** Upper bound on the shift of an observed day. */
const longestShiftDays = 7

type HolidayEndpoints =
  | 'publicHolidays'
  | 'nextPublicHolidays'
  | 'nextPublicHolidaysWorldwide'
  | 'isTodayPublicHoliday'
  | 'longWeekend'
interface HolidayDeps {
  readonly almanac: Almanac
  readonly errors: Errors
}

export function createHolidayHandlers(
  kit: Pick<ProviderKit, 'now' | 'today'>,
  { almanac, errors }: HolidayDeps,
): HandlersFor<typeof endpoints, HolidayEndpoints> {
  const today = (): Day => Math.floor(kit.now() / dayMs)
  const yearOf = (value: unknown) => readInteger({ name: 'year', value, bounds: yearBounds }, errors)

  async function countryOf(code: string): Promise<CountryDays> {
    const country = await almanac.country(code)
    if (!country) throw errors.notFound()
    return country
  }

  return {
    async publicHolidays({ year: value, countryCode }) {
      const year = yearOf(value)
      const country = await countryOf(countryCode)
      const views = country.year(year).map(({ view }) => view)
      return reply(views, { headers: naming(leftOut(country.code, year)) })
    },
    async nextPublicHolidays({ countryCode }) {
      const country = await countryOf(countryCode)
      const [from, to] = [today(), yearLater(kit.today())]
      const headers = naming(leftOut(country.code, yearOfDay(from), yearOfDay(to)))
      return reply(publicBetween(country, from, to), { headers })
    },
    async nextPublicHolidaysWorldwide() {
      const countries = await Promise.all(almanac.codes.map(countryOf))
      const entries = countries.flatMap((country) => entriesBetween(country, today(), today() + worldwideDays))
      const publicEntries = entries.filter(({ isPublic }) => isPublic)
      const views = publicEntries.sort(byKey(({ original }) => original)).map(({ view }) => view)
      return reply(views, { headers: naming(leftOutWorldwide(yearOfDay(today()))) })
    },
    async isTodayPublicHoliday({ countryCode, countyCode, offset: value = 0 }) {
      const offset = readInteger({ name: 'offset', value, bounds: offsetBounds }, errors)
      const country = await countryOf(countryCode)
      const localDay = Math.floor((kit.now() + offset * hourMs) / dayMs)
      const headers = naming(leftOut(country.code, yearOfDay(localDay)))
      return reply(undefined, { status: isHoliday(country, localDay, countyCode) ? 200 : 204, headers })
    },
    async longWeekend({ year: value, countryCode, availableBridgeDays = 1, subdivisionCode }) {
      const year = yearOf(value)
      const bridges = { name: 'availableBridgeDays', value: availableBridgeDays, bounds: bridgeDayBounds }
      const bridgeDays = readInteger(bridges, errors)
      const country = await countryOf(countryCode)
      const free = country.year(year).filter((entry) => entry.isPublic && isHeldIn(entry.view, subdivisionCode))
      const days = free.map(({ observed }) => observed)
      const weekends = longWeekends(days, { weekend: weekendOf(country.code), bridgeDays })
      return reply(weekends, { headers: naming(leftOut(country.code, year)) })
    },
  }
}

/** Returns the header that names the holidays missing from a response. */
function naming(names: readonly string[]): Record<string, string> {
  return names.length === 0 ? {} : { 'x-gateway-left-out': names.join(', ') }
}

function yearOfDay(day: Day): number {
  return dateOf(day).year
}

/** Returns the same day of the next year; 28 February for 29 February. */
function yearLater(today: string): Day {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  return dayOf(year + 1, month, month === 2 && day === 29 ? 28 : day)
}

function publicBetween(country: CountryDays, first: Day, last: Day): HolidayView[] {
  const entries = entriesBetween(country, first, last).filter(({ isPublic }) => isPublic)
  return entries.map(({ view }) => view)
}

/** True if the day is an observed holiday; its list can belong to another year. */
function isHoliday(country: CountryDays, day: Day, county: string | undefined): boolean {
  const entries = entriesBetween(country, day - longestShiftDays, day + longestShiftDays)
  return entries.some(({ observed, isPublic, view }) => observed === day && isPublic && isHeldIn(view, county))
}

function isHeldIn({ counties }: HolidayView, county: string | undefined): boolean {
  return counties === null || (county !== undefined && counties.includes(county.toUpperCase()))
}
