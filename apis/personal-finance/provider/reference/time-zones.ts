// Time zones under the names that users pick from, after cities, each with its name in the tz database. Offsets, daylight saving and
// the day at a place are the business of luxon and the runtime's tz data.
import { DateTime } from 'luxon'
import { dayText, todayIn } from '../days.ts'
import { zoneNames } from './zone-names.ts'

export interface TimeZone {
  readonly name: string
  readonly utc_offset: number
  readonly formatted_name: string
  readonly formatted_offset: string
  readonly abbreviation: string
  readonly identifier: string
}

/** All zones as they are at a moment, from west to east, then by name. */
export function timeZonesAt(now: number): TimeZone[] {
  return Object.entries(zoneNames)
    .map(([name, identifier]) => timeZone(name, identifier, now))
    .sort((a, b) => a.utc_offset - b.utc_offset || (a.name < b.name ? -1 : 1))
}

/** The name under which a zone is listed, by that name or by its name in the tz database; undefined for any other text. */
export function zoneNameOf(text: string): string | undefined {
  if (Object.hasOwn(zoneNames, text)) return text
  return Object.entries(zoneNames).find(([, identifier]) => identifier === text)?.[0]
}

/** The day it is in a listed zone; in one that is not listed, the day in UTC. */
export function dayIn(name: string, now: number): string {
  return dayText(todayIn(zoneNames[name] ?? 'utc', now))
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

/** English has different abbreviations in different places; what none of them has is told as an offset, as the tz database does. */
const places = ['en-US', 'en-GB', 'en-NZ', 'en-AU', 'en-IN', 'en-ZA', 'en-KE', 'en-NG', 'en-SG'] as const

function abbreviationOf(at: DateTime): string {
  for (const place of places) {
    const name = at.setLocale(place).offsetNameShort
    if (name && /^[A-Z]{2,5}$/.test(name)) return name
  }
  return at.toFormat('ZZZ').replace(/00$/, '')
}
