// Time zones under the names offered to users, mostly cities, each with its name in the tz database (SOURCES 5.4).
// Offsets, daylight saving time and local days come from luxon and the runtime's tz data.
import { DateTime } from 'luxon'
import { formatDay, todayIn } from '../days.ts'
import { zoneNames } from './zone-names.ts'

interface TimeZone {
  readonly name: string
  readonly utc_offset: number
  readonly formatted_name: string
  readonly formatted_offset: string
  readonly abbreviation: string
  readonly identifier: string
}

/** Creates a function that lists all zones at a time in milliseconds, from west to east, then by name. */
export function createTimeZones(): (now: number) => readonly TimeZone[] {
  let quarter = Number.NaN
  let zones: readonly TimeZone[] = []
  return (now) => {
    const latest = Math.floor(now / quarterMs)
    if (latest !== quarter) {
      quarter = latest
      zones = timeZonesAt(now)
    }
    return zones
  }
}

/** Cache lifetime: all zones change their rules at a quarter of an hour in UTC, and building the list takes 150 ms. */
const quarterMs = 15 * 60 * 1000

function timeZonesAt(now: number): TimeZone[] {
  return Object.entries(zoneNames)
    .map(([name, identifier]) => timeZone(name, identifier, now))
    .sort((a, b) => a.utc_offset - b.utc_offset || (a.name < b.name ? -1 : 1))
}

/**
 * Returns the listed name of a zone, by that name or by its name in the tz database; undefined for any other string.
 */
export function zoneNameOf(name: string): string | undefined {
  if (Object.hasOwn(zoneNames, name)) return name
  return Object.entries(zoneNames).find(([, identifier]) => identifier === name)?.[0]
}

/** Returns the day in a listed zone; in UTC for any other. */
export function dayIn(name: string, now: number): string {
  return formatDay(todayIn(zoneNames[name] ?? 'utc', now))
}

function timeZone(name: string, identifier: string, now: number): TimeZone {
  const at = DateTime.fromMillis(now, { zone: identifier })
  const offset = at.toFormat('ZZ')
  return {
    name,
    utc_offset: at.offset * 60,
    formatted_name: `(GMT${offset}) ${name}`,
    formatted_offset: offset,
    abbreviation: abbreviationOf(at),
    identifier,
  }
}

/** Locales whose abbreviations are tried; a zone without any gets its offset, as in the tz database. */
const locales = ['en-US', 'en-GB', 'en-NZ', 'en-AU', 'en-IN', 'en-ZA', 'en-KE', 'en-NG', 'en-SG'] as const

function abbreviationOf(at: DateTime): string {
  for (const locale of locales) {
    const name = at.setLocale(locale).offsetNameShort
    if (name && /^[A-Z]{2,5}$/.test(name)) return name
  }
  return at.toFormat('ZZZ').replace(/00$/, '')
}
