// Times, durations, sizes and counts, in the forms that people write and read.
import { CliError, exitCodes } from './failure.ts'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns the milliseconds of `90s`, `15m`, `12h` or `30d`. Throws CliError. */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? []
  const unitMs = units[unit]
  if (unitMs === undefined)
    throw new CliError(`${text} is not a duration. Write it like 90s, 15m, 12h or 30d.`, exitCodes.usage)
  return Number(count) * unitMs
}

/** Returns the milliseconds since the epoch of an ISO 8601 day or instant; days begin in UTC. Throws CliError. */
export function readInstant(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new CliError(
      `"${text}" is not a valid time. Use 7d, 15m, 2026-11-20 or 2026-11-20T14:30:00Z.`,
      exitCodes.usage,
    )
  return at
}

/** Reads an instant, or a duration before now. */
export function readPast(text: string, nowMs: number): number {
  return /^\d+[a-z]+$/.test(text) ? nowMs - readDuration(text) : readInstant(text)
}

/** Reads an instant, or a duration from now. */
export function readFuture(text: string, nowMs: number): number {
  return /^\d+[a-z]+$/.test(text) ? nowMs + readDuration(text) : readInstant(text)
}

/** Reads a non-negative integer. Throws CliError. */
export function readCount(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new CliError(`${text} is not a whole number.`, exitCodes.usage)
  return Number(text)
}

/** Reads a limit of entries: a positive integer. Throws CliError. */
export function readLimit(text: string): number {
  const limit = readCount(text)
  if (limit === 0) throw new CliError('A limit is at least 1.', exitCodes.usage)
  return limit
}

/** Formats `2026-11-20 14:30:00` in UTC, or a dash. */
export function showTime(ms: number | null | undefined): string {
  return ms == null ? '-' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats `1,234,567`. */
export function showCount(count: number): string {
  return count.toLocaleString('en-US')
}

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats `12.3 MB`; a kilobyte has 1000 bytes. */
export function showBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.95 && unit < sizes.length - 1) {
    size /= 1000
    unit++
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${sizes[unit]}`
}
