// The embedded provider: holidays of the provider's third version, reckoned from our own table of rules.
import { defineProvider, type Kit, type Provider, reply } from '#define'
import api from './api.ts'
import { type Day, dayOf } from './language/days.ts'
import { createCountries } from './provider/countries/countries.ts'
import { notFound } from './provider/errors.ts'
import { type CountryDays, createAlmanac, entriesBetween, type WireHoliday } from './provider/holidays/almanac.ts'
import { longWeekends, weekendOf } from './provider/holidays/long-weekends.ts'
import { bridgeDayBounds, offsetBounds, readInteger, yearBounds } from './provider/parameters.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Days that `NextPublicHolidaysWorldwide` looks ahead. */
const worldwideDays = 7
/** No rule moves the day observed by a week. */
const longestShiftDays = 7
/** The provider's name for itself, and the generation of its rules that ours agree with. */
const version = { name: 'NagerDate', version: '2.0.0' }

/** One provider with an almanac of its own. */
export function createProvider(): Provider {
  const almanac = createAlmanac()
  const countries = createCountries()

  async function countryOf(code: string, { random }: Kit): Promise<CountryDays> {
    const country = await almanac.country(code)
    if (!country) throw notFound(random)
    return country
  }

  return defineProvider(api, {
    async publicHolidays({ year: given, countryCode }, kit) {
      const year = readInteger({ name: 'year', value: given, bounds: yearBounds }, kit.random)
      const country = await countryOf(countryCode, kit)
      return country.year(year).map(({ wire }) => wire)
    },
    async nextPublicHolidays({ countryCode }, kit) {
      const country = await countryOf(countryCode, kit)
      const today = todayOf(kit)
      return publicBetween(country, today, yearLater(kit))
    },
    async nextPublicHolidaysWorldwide(_input, kit) {
      const today = todayOf(kit)
      const loaded = await Promise.all(almanac.codes.map((code) => countryOf(code, kit)))
      const entries = loaded.flatMap((country) => entriesBetween(country, today, today + worldwideDays))
      const publicOnes = entries.filter(({ isPublic }) => isPublic)
      return publicOnes.sort((a, b) => a.original - b.original).map(({ wire }) => wire)
    },
    async isTodayPublicHoliday({ countryCode, countyCode, offset: given = 0 }, kit) {
      const offset = readInteger({ name: 'offset', value: given, bounds: offsetBounds }, kit.random)
      const country = await countryOf(countryCode, kit)
      const today = Math.floor((kit.now() + offset * hourMs) / dayMs)
      return reply(undefined, { status: isHoliday(country, today, countyCode) ? 200 : 204 })
    },
    async longWeekend({ year: given, countryCode, availableBridgeDays = 1, subdivisionCode }, kit) {
      const year = readInteger({ name: 'year', value: given, bounds: yearBounds }, kit.random)
      const bridges = { name: 'availableBridgeDays', value: availableBridgeDays, bounds: bridgeDayBounds }
      const bridgeDays = readInteger(bridges, kit.random)
      const country = await countryOf(countryCode, kit)
      const free = country.year(year).filter((entry) => entry.isPublic && isHeldIn(entry.wire, subdivisionCode))
      const days = free.map(({ observed }) => observed)
      return longWeekends(days, { weekend: weekendOf(country.code), bridgeDays })
    },
    availableCountries: () =>
      almanac.codes.map((countryCode) => ({ countryCode, name: countries.nameOf(countryCode) })),
    countryInfo({ countryCode }, { random }) {
      const info = countries.infoOf(countryCode)
      if (!info) throw notFound(random)
      return info
    },
    version: () => version,
  })
}
export default createProvider()

function todayOf(kit: Kit): Day {
  return Math.floor(kit.now() / dayMs)
}

/** The same day of the next year; from 29 February it is the 28th. */
function yearLater(kit: Kit): Day {
  const [year = 0, month = 0, day = 0] = kit.today().split('-').map(Number)
  return dayOf(year + 1, month, month === 2 && day === 29 ? 28 : day)
}

function publicBetween(country: CountryDays, first: Day, last: Day): WireHoliday[] {
  const entries = entriesBetween(country, first, last).filter(({ isPublic }) => isPublic)
  return entries.map(({ wire }) => wire)
}

/** By the day observed, which can lie in another year than its list. */
function isHoliday(country: CountryDays, day: Day, county: string | undefined): boolean {
  const entries = entriesBetween(country, day - longestShiftDays, day + longestShiftDays)
  return entries.some(({ observed, isPublic, wire }) => observed === day && isPublic && isHeldIn(wire, county))
}

function isHeldIn({ counties }: WireHoliday, county: string | undefined): boolean {
  return counties === null || (county !== undefined && counties.includes(county.toUpperCase()))
}
