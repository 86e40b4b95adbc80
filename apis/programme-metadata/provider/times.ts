// Times: seconds since the epoch, ISO 8601 in the API, and broadcast days, which begin at 06:00 in London.
import { addDays, utcDay } from '#provider'

export const daySeconds = 86_400
const hourSeconds = 3600
/** Local hour at which a broadcast day begins (SOURCES 2.4). */
const dayStartHour = 6

/** Formats a time: `2026-11-02T12:00:00Z`. */
export function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

const isoPattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Parses an ISO 8601 time to seconds; UTC without a zone, midnight for a date. Returns undefined for anything else. */
export function parseTime(text: string): number | undefined {
  if (!isoPattern.test(text)) return undefined
  const hasZone = /Z$|[+-]\d{2}:?\d{2}$/.test(text.slice(10))
  const ms = Date.parse(text.length === 10 || hasZone ? text : `${text}Z`)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

/** Formats a duration: `PT1H30M`; zero is `PT0S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
  return time === '' ? 'PT0S' : `PT${time}`
}

const durationPattern =
  /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d{1,9})?S)?)?$/

/** Parses an ISO 8601 duration in weeks, days, hours, minutes and seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const parts = durationPattern.exec(text)
  if (!parts || /[PT]$/.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return ((weeks * 7 + days) * 24 + hours) * hourSeconds + minutes * 60 + seconds
}

/** Returns the start of the broadcast day `YYYY-MM-DD`. */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000 + dayStartHour * hourSeconds
  return isSummer(utc - hourSeconds) ? utc - hourSeconds : utc
}

/** Returns the broadcast day of a moment. */
export function broadcastDay(seconds: number): string {
  const day = utcDay(seconds * 1000)
  return seconds >= startOfDay(day) ? day : addDays(day, -1)
}

/**
 * True during summer time: London is an hour ahead of UTC between 01:00 UTC of the last Sundays of March and of October
 * (SOURCES 2.4).
 */
function isSummer(seconds: number): boolean {
  const year = new Date(seconds * 1000).getUTCFullYear()
  return seconds >= lastSunday(year, 2) && seconds < lastSunday(year, 9)
}

/** Returns 01:00 UTC of the last Sunday of a month, counted from 0. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() / 1000 - last.getUTCDay() * daySeconds
}
