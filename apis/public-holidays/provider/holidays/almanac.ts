// The holidays of countries and years in the provider's form, computed from the rules on first use and cached.
import { type Day, dateOf, isoDate } from '../language/days.ts'
import { type Holiday, holidaysOf } from '../language/evaluate.ts'
import { createLunarCalendars } from '../language/lunar-calendars.ts'
import type { HolidayType, Rule } from '../language/rules.ts'
import { ruleFiles } from './rule-files.ts'

/** A holiday in the form and member order of the provider's third version (SOURCES 2). */
export interface HolidayView {
  /** The day observed. */
  date: string
  localName: string
  name: string
  countryCode: string
  fixed: boolean
  global: boolean
  counties: string[] | null
  launchYear: number | null
  types: HolidayType[]
}
export interface Entry {
  readonly original: Day
  readonly observed: Day
  readonly isPublic: boolean
  readonly view: HolidayView
}
/** The holidays of one country. */
export interface CountryDays {
  readonly code: string
  /** Returns a year's entries in the order of the original days. */
  year(year: number): readonly Entry[]
}
export interface Almanac {
  /** Codes of the countries with rules, sorted. */
  readonly codes: readonly string[]
  /** Returns the country of a code, ignoring case; undefined without rules. Its rules are loaded once. */
  country(code: string): Promise<CountryDays | undefined>
}

/** The limit of cached years over all countries: every year from 1900 to 2100 for ten countries, a few megabytes. */
const maxCachedYears = 2010

/** Creates an empty almanac. */
export function createAlmanac(): Almanac {
  const calendars = createLunarCalendars()
  const countries = new Map<string, Promise<CountryDays>>()
  const codes = Object.keys(ruleFiles).sort()
  /** Cached entries by country and year, see `daysOf`. */
  const years = new Map<number, readonly Entry[]>()

  function cache(key: number, entries: readonly Entry[]): readonly Entry[] {
    if (years.size >= maxCachedYears) for (const oldest of years.keys()) if (years.delete(oldest)) break
    years.set(key, entries)
    return entries
  }

  function daysOf(code: string, rules: readonly Rule[]): CountryDays {
    // numbers are faster keys than strings; a year has four digits
    const firstKey = codes.indexOf(code) * 10_000
    return {
      code,
      year(year) {
        const key = firstKey + year
        return (
          years.get(key) ??
          cache(
            key,
            holidaysOf(rules, year, calendars).map((holiday) => entryOf(code, holiday)),
          )
        )
      },
    }
  }

  return {
    codes,
    async country(anyCase) {
      const code = anyCase.toUpperCase()
      const load = ruleFiles[code]
      if (!load) return undefined
      const known = countries.get(code)
      if (known) return known
      const loading = load().then(({ holidays }) => daysOf(code, holidays))
      countries.set(code, loading)
      return loading
    },
  }
}

/** Returns the entries of a country with original days between two days, both inclusive. */
export function entriesBetween(country: CountryDays, first: Day, last: Day): Entry[] {
  const entries: Entry[] = []
  for (let year = dateOf(first).year; year <= dateOf(last).year; year++)
    for (const entry of country.year(year)) if (entry.original >= first && entry.original <= last) entries.push(entry)
  return entries
}

function entryOf(code: string, { original, observed, name, localName, counties, types }: Holiday): Entry {
  return {
    original,
    observed,
    isPublic: types.includes('Public'),
    view: {
      date: isoDate(observed),
      localName,
      name,
      countryCode: code,
      // no longer maintained by the provider (SOURCES 2.3)
      fixed: false,
      global: counties === null,
      counties: counties?.map((county) => `${code}-${county}`) ?? null,
      launchYear: null,
      types: [...types],
    },
  }
}
