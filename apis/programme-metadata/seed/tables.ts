// Reads the tables in this folder: tab-separated, one row per line, column names in the first line.
import { readFileSync } from 'node:fs'

const rowsOf = (file: string): string[][] => {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
}
const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '')

/** Reads genre groups with the ids of their genres from the widest level: facts (SOURCES 5.1). */
export function readGenreGroups(): { readonly id: string; readonly genres: readonly string[] }[] {
  return rowsOf('genres.tsv').map(([id = '', genres]) => ({ id, genres: wordsOf(genres) }))
}

export interface SeedService {
  readonly sid: string
  readonly name: string
  readonly mid: string
  readonly type: string
  readonly mediaType: 'Audio' | 'Video'
  readonly region: string | undefined
  /** Service that it simulcasts. */
  readonly simulcastOf: string | undefined
}
export function readServices(): SeedService[] {
  return rowsOf('services.tsv').map(([sid = '', name = '', mid = '', type = '', media, region, simulcastOf]) => ({
    sid,
    name,
    mid,
    type,
    mediaType: media === 'Audio' ? 'Audio' : 'Video',
    region: region || undefined,
    simulcastOf: simulcastOf || undefined,
  }))
}

export interface SeedBrand {
  readonly key: string
  readonly mid: string
  readonly title: string
  /** Kind of brand: episodes named after their day, in series by year, or single programmes in rotation. */
  readonly kind: 'daily' | 'series' | 'pool'
  readonly genres: readonly string[]
  readonly formats: readonly string[]
  /** Flags: `live`, `music`, `audio` (described), `signed`, `store` (also sold). */
  readonly flags: ReadonlySet<string>
  readonly synopsis: string
}
export function readBrands(): SeedBrand[] {
  return rowsOf('brands.tsv').map(([key = '', mid = '', title = '', kind, genres, formats, flags, synopsis = '']) => ({
    key,
    mid,
    title,
    kind: kind === 'daily' || kind === 'pool' ? kind : 'series',
    genres: wordsOf(genres),
    formats: wordsOf(formats),
    flags: new Set(wordsOf(flags)),
    synopsis,
  }))
}

export interface SeedSlot {
  /** Start in minutes since 06:00. */
  readonly minute: number
  readonly brand: string
  /** Showing: a first one, a repeat of the latest, or one from the archive. */
  readonly showing: 'first' | 'latest' | 'archive'
  readonly isSigned: boolean
}
/** Reads the slots of each master brand by weekday, 0 for Monday to 6 for Sunday, in order. */
export function readSchedules(): ReadonlyMap<string, readonly (readonly SeedSlot[])[]> {
  const schedules = new Map<string, SeedSlot[][]>()
  for (const [mid = '', days = '', slots = ''] of rowsOf('schedules.tsv')) {
    const week = schedules.get(mid) ?? Array.from({ length: 7 }, () => [])
    schedules.set(mid, week)
    for (const weekday of weekdaysOf(days)) week[weekday]?.push(...slots.split('; ').map(slotOf))
  }
  for (const week of schedules.values()) for (const slots of week) slots.sort((a, b) => a.minute - b.minute)
  return schedules
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function weekdaysOf(days: string): readonly number[] {
  if (days === 'all') return [0, 1, 2, 3, 4, 5, 6]
  return days === 'weekdays' ? [0, 1, 2, 3, 4] : [weekdays.indexOf(days)]
}

function slotOf(text: string): SeedSlot {
  const [, hours, minutes, brand = '', mark, signed] = /^(\d\d):(\d\d) (\w+)([+~=])(s?)$/.exec(text) ?? []
  const minute = Number(hours) * 60 + Number(minutes) - 6 * 60
  return {
    minute: minute < 0 ? minute + 24 * 60 : minute,
    brand,
    showing: mark === '+' ? 'first' : mark === '~' ? 'latest' : 'archive',
    isSigned: signed === 's',
  }
}

/** Reads invented names and words by column. */
export function readWords(): Readonly<
  Record<'given' | 'family' | 'adjective' | 'noun' | 'subject', readonly string[]>
> {
  const rows = new Map(rowsOf('names.tsv').map(([column = '', words = '']) => [column, words]))
  const words = (column: string) => wordsOf(rows.get(column))
  return {
    given: words('given'),
    family: words('family'),
    adjective: words('adjective'),
    noun: words('noun'),
    subject: (rows.get('subject') ?? '').split(/ (?=an? )/),
  }
}
