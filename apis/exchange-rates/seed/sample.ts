// Draws the sample: plausible, invented figures, the same on every machine. They are not reference rates; an import
// removes them.
import { addDays, dayMs, utcDay } from '#provider'
import { firstDay, publicationDayUpTo } from '../model/calendar.ts'
import type { Day } from '../model/day.ts'
import { anchorYears, type Level, levels } from './levels.ts'

const dailyCount = 90
const defaultSwing = 0.012

/**
 * Returns the first day of the data set, the last publication day of each month, and the last 90 publication days up to
 * a day; ascending. The figures of a day never depend on when they are drawn.
 */
export function sampleDays(today: string): Day[] {
  return dayNames(publicationDayUpTo(today)).map((day) => ({ day, rates: ratesOn(day) }))
}

function dayNames(lastSampleDay: string): string[] {
  const days = new Set([firstDay])
  for (let day = lastSampleDay; days.size <= dailyCount; day = publicationDayUpTo(addDays(day, -1))) days.add(day)
  const [firstYear, lastYear] = [Number(firstDay.slice(0, 4)), Number(lastSampleDay.slice(0, 4))]
  for (let month = firstYear * 12; month < lastYear * 12 + 12; month++) {
    const nextMonth = utcDay(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 1))
    const day = publicationDayUpTo(addDays(nextMonth, -1))
    if (day <= lastSampleDay) days.add(day)
  }
  return [...days].sort()
}

function ratesOn(day: string): Record<string, number> {
  const rates: Record<string, number> = {}
  for (const [code, level] of Object.entries(levels)) {
    if (day < (level.since ?? firstDay) || (level.until !== undefined && day > level.until)) continue
    const rate = levelOn(day, level) * (1 + (level.swing ?? defaultSwing) * swingOn(day, code))
    rates[code] = Number(rate.toFixed(level.decimals))
  }
  return rates
}

/** Returns the level on a day, interpolated linearly between the anchor years. */
function levelOn(day: string, level: Level): number {
  const years = anchorYears.slice(-level.levels.length)
  const yearsSince = Date.parse(day) / dayMs / 365.25 + 1970
  const after = years.findIndex((year) => year > yearsSince)
  const [start, end, from, to] = [years[after - 1], years[after], level.levels[after - 1], level.levels[after]]
  // before its first anchor year a currency has its first level, after the last its last
  if (start === undefined || end === undefined || from === undefined || to === undefined)
    return level.levels.at(after < 0 ? -1 : 0) ?? 1
  return from + ((to - from) * (yearsSince - start)) / (end - start)
}

/** Returns a value between -1 and 1: a slow monthly wave with a small daily ripple. */
function swingOn(day: string, code: string): number {
  const number = Math.round(Date.parse(day) / dayMs)
  const month = Math.floor(number / 30)
  const share = (number % 30) / 30
  const wave = noise(code, month) * (1 - share) + noise(code, month + 1) * share
  return 0.8 * wave + 0.2 * noise(`${code}.`, number)
}

/** Returns a value between -1 and 1, the same for the same input: FNV-1a with a final mix. */
function noise(name: string, position: number): number {
  let hash = 0x811c9dc5
  for (const character of `${name}${position}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 31 - 1
}
