// Parses times of schedules and feeds, with offsets and the abbreviations of zones.

/** Hours east of Greenwich, without ambiguous abbreviations such as IST. */
const zones: Readonly<Record<string, number>> = {
  // Europe and Africa
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  MET: 1,
  CEST: 2,
  MEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SAST: 2,
  // Asia, Australia and New Zealand
  HKT: 8,
  SGT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  AEST: 10,
  ACDT: 10.5,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  // America, as RFC 5322 defines them if it does
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
  NDT: -2.5,
  NST: -3.5,
  ADT: -3,
  AST: -4,
  AKDT: -8,
  AKST: -9,
  HST: -10,
}

/** Returns the seconds east of Greenwich of `+0100`, `+01:00`, `+1`, `GMT+1` or `CET`; undefined for any other text. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(zone) ?? []
  if (sign === undefined) {
    const known = zones[zone.toUpperCase()]
    return known === undefined ? undefined : known * 3600
  }
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

/**
 * Returns the seconds since the epoch of `20261102180000 +0000`, or of a feed's date. The digits can end after any
 * pair; without a zone the time is UTC.
 */
export function xmltvTime(text: string): number | undefined {
  if (text.length > longest) return undefined
  const [, digits = '', zone = ''] =
    /^(\d{4}(?:\d\d){0,5})\s{0,5}((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5})?$/.exec(text.trim()) ?? []
  if (digits === '') return feedTime(text)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    digits.slice(0, 4),
    ...(digits.slice(4).match(/\d\d/g) ?? []),
  ].map(Number)
  return seconds({ year, month, day, hour, minute, second, zone })
}

/** Returns the seconds since the epoch of a feed's date: RFC 5322 and its common variations, or ISO 8601. */
export function feedTime(text: string): number | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain.length > longest) return undefined
  const iso =
    /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5})?$/.exec(
      plain,
    )
  if (iso) {
    const [, year, month, day, hour = 0, minute = 0, second = 0, zone = ''] = iso
    return seconds({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      zone,
    })
  }
  const parts =
    /^(?:\p{L}{2,12}\.?,? )?(\d\d?)[ -](\p{L}{3,9})\.?,?[ -](\d{4}|\d\d)(?:,? (\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5})?(?: \([^()]{1,40}\))?$/u.exec(
      plain,
    )
  if (!parts) return monthFirstTime(plain)
  const [, day, monthName = '', yearText = '', hour = 0, minute = 0, second = 0, zone = ''] = parts
  const month = 1 + months.findIndex((name) => monthName.toLowerCase().startsWith(name))
  // RFC 5322, 4.3: two digits below 50 are of this century
  const year = yearText.length === 4 ? Number(yearText) : Number(yearText) + (Number(yearText) < 50 ? 2000 : 1900)
  return seconds({
    year,
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    zone,
  })
}
/** Reads `Wed Jul 01 2026 12:00:00 GMT+0200`, as browsers write it, and `July 1, 2026 2:00 PM`. */
function monthFirstTime(text: string): number | undefined {
  const parts =
    /^(?:\p{L}{2,12}\.?,? )?(\p{L}{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?(?: ?([ap])m)?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5})?(?: \([^()]{1,40}\))?$/iu.exec(
      text,
    )
  if (!parts) return undefined
  const [, monthName = '', day, year, hours = 0, minute = 0, second = 0, half, zone = ''] = parts
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return seconds({
    year: Number(year),
    month: 1 + months.findIndex((name) => monthName.toLowerCase().startsWith(name)),
    day: Number(day),
    hour,
    minute: Number(minute),
    second: Number(second),
    zone,
  })
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const longest = 80

interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Zone; empty for UTC. */
  readonly zone: string
}

function seconds({ year, month, day, hour, minute, second, zone }: Moment): number | undefined {
  const offset = zone === '' ? 0 : offsetOf(zone)
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  // 30 February would become 2 March; 24:00 is the end of its day
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1 && day > 0
  const exists = isDay && (hour < 24 || (hour === 24 && minute + second === 0)) && minute < 60 && second <= 60
  return offset === undefined || !exists || year < 1971 || year > 2105 ? undefined : utc / 1000 - offset
}
