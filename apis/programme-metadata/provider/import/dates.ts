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
  MEZ: 1,
  CEST: 2,
  MEST: 2,
  MESZ: 2,
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

/**
 * Returns the seconds east of Greenwich of `+0100`, `+01:00`, `+1`, `GMT+1`, `CET`, or of `Europe/London` where its
 * clocks show a time; undefined for any other text.
 * @param shown Time that the clocks show, in milliseconds, as if it were UTC
 */
function offsetOf(zone: string, shown: number): number | undefined {
  if (zone.includes('/')) return placeOffset(zone, shown)
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(zone) ?? []
  if (sign === undefined) {
    const known = zones[zone.toUpperCase()]
    return known === undefined ? undefined : known * 3600
  }
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

/** Returns the seconds east of Greenwich of a zone of the tz database; undefined for an unknown one. */
function placeOffset(zone: string, shown: number): number | undefined {
  let clock = clocks.get(zone)
  if (clock === undefined && clocks.size < mostClocks) {
    try {
      clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    } catch {
      clock = null
    }
    clocks.set(zone, clock)
  }
  if (!clock || Number.isNaN(shown)) return undefined
  const at = (moment: number) => {
    const name = clock.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name === 'GMT' ? 0 : (offsetOf(name, moment) ?? 0)
  }
  // The offset of the moment itself, which a change of the clocks can move
  return at(shown - at(shown) * 1000)
}
/** Zones that files have named; null for one that is unknown. */
const clocks = new Map<string, Intl.DateTimeFormat | null>()
const mostClocks = 600

/**
 * Returns the seconds since the epoch of `20261102180000 +0000`, `20261102T180000Z`, or of a feed's date. The digits
 * can end after any pair; without a zone the time is UTC.
 */
export function xmltvTime(text: string): number | undefined {
  if (text.length > longest) return undefined
  const [, digits = '', zone = ''] =
    /^(\d{4}(?:\d\d){0,2}(?:T?\d\d)?(?:\d\d){0,2})\s{0,5}((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5}|[A-Z][\w+-]{1,20}(?:\/[\w+-]{1,30}){1,2})?$/.exec(
      text.trim(),
    ) ?? []
  if (digits === '') return feedTime(text)
  const plain = digits.replace('T', '')
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    plain.slice(0, 4),
    ...(plain.slice(4).match(/\d\d/g) ?? []),
  ].map(Number)
  return seconds({ year, month, day, hour, minute, second, zone })
}

/** Returns the seconds since the epoch of a feed's date: RFC 5322 and its common variations, or ISO 8601. */
export function feedTime(text: string): number | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain.length > longest) return undefined
  const iso =
    /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5}|[A-Z][\w+-]{1,20}(?:\/[\w+-]{1,30}){1,2})?$/.exec(
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
    /^(?:\p{L}{2,12}(?:\.?,? |,))?(\d\d?)[ -](\p{L}{3,9})\.?,?[ -](\d{4}|\d\d)(?:,? (\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?(?!\w))?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5}|[A-Z][\w+-]{1,20}(?:\/[\w+-]{1,30}){1,2})?(?: \([^()]{1,40}\))?$/iu.exec(
      plain,
    )
  if (!parts) return monthFirstTime(plain)
  const [, day, monthName = '', yearText = '', hours = 0, minute = 0, second = 0, half, zone = ''] = parts
  const hour = hourOf(Number(hours), half)
  if (hour === undefined) return undefined
  const month = 1 + months.findIndex((name) => monthName.toLowerCase().startsWith(name))
  // RFC 5322, 4.3: two digits below 50 are of this century
  const year = yearText.length === 4 ? Number(yearText) : Number(yearText) + (Number(yearText) < 50 ? 2000 : 1900)
  return seconds({
    year,
    month,
    day: Number(day),
    hour,
    minute: Number(minute),
    second: Number(second),
    zone,
  })
}

/** Returns the hour of the day for an hour of a half, `a` or `p`, or of the whole day; undefined for `13 pm`. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  return hour < 1 || hour > 12 ? undefined : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** Reads `Wed Jul 01 2026 12:00:00 GMT+0200`, as browsers write it, and `July 1, 2026 2:00 PM`. */
function monthFirstTime(text: string): number | undefined {
  const parts =
    /^(?:\p{L}{2,12}\.?,? )?(\p{L}{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?(?: ?([ap])\.?m\.?(?!\w))?)? ?((?:GMT|UTC)?[+-][\d:]{1,5}|[A-Za-z]{1,5}|[A-Z][\w+-]{1,20}(?:\/[\w+-]{1,30}){1,2})?(?: \([^()]{1,40}\))?$/iu.exec(
      text,
    )
  if (!parts) return undefined
  const [, monthName = '', day, year, hours = 0, minute = 0, second = 0, half, zone = ''] = parts
  const hour = hourOf(Number(hours), half)
  if (hour === undefined) return undefined
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
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = zone === '' ? 0 : offsetOf(zone, utc)
  // 30 February would become 2 March; 24:00 is the end of its day
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1 && day > 0
  const exists = isDay && (hour < 24 || (hour === 24 && minute + second === 0)) && minute < 60 && second <= 60
  return offset === undefined || !exists || year < 1971 || year > 2105 ? undefined : utc / 1000 - offset
}
