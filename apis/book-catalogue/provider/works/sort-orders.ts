// The orders of works (SOURCES 1.6), as SQL over the ranks.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { invalidValue } from '../errors.ts'

/** One part of an order; `text` identifies it in cache keys. */
export interface Order {
  readonly text: string
  readonly parts: readonly RawBuilder<unknown>[]
}

type Direction = 'asc' | 'desc'
const byColumn = (column: string, direction: Direction): RawBuilder<unknown> =>
  // rows without a value come last in either direction, on both databases
  sql`${sql.ref(`r.${column}`)} is null, ${sql.ref(`r.${column}`)} ${sql.raw(direction)}`

/** Sort names without data: syllabi are unknown, so works are equal in this order. */
const unknown = ['osp_count'] as const

const columns: Readonly<Record<string, { column: string; direction: Direction }>> = {
  new: { column: 'first_year', direction: 'desc' },
  old: { column: 'first_year', direction: 'asc' },
  editions: { column: 'edition_count', direction: 'desc' },
  title: { column: 'title', direction: 'asc' },
  key: { column: 'id', direction: 'asc' },
  ebook_access: { column: 'access', direction: 'desc' },
  trending: { column: 'popularity', direction: 'desc' },
  rating: { column: 'rating', direction: 'desc' },
  readinglog: { column: 'readinglog', direction: 'desc' },
  want_to_read: { column: 'want', direction: 'desc' },
  currently_reading: { column: 'reading', direction: 'desc' },
  already_read: { column: 'done', direction: 'desc' },
  scans: { column: 'scans', direction: 'desc' },
  lcc_sort: { column: 'lcc', direction: 'asc' },
  ddc_sort: { column: 'ddc', direction: 'asc' },
}

/** Reads `sort`; undefined for relevance. Throws 422 for an unknown order. */
export function readOrder(sort: string | undefined, nowMs: number): Order | undefined {
  const names = (sort ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '' && part !== 'relevance')
    .slice(0, 5)
  if (names.length === 0) return undefined
  const parts = names.flatMap((part) => partOf(part, nowMs))
  const moment = names.map((part) => (part.startsWith('random') ? `${part} ${seedOf(part, nowMs)}` : part))
  return { text: moment.join(), parts: [...parts, sql`r.id asc`] }
}

function partOf(text: string, nowMs: number): RawBuilder<unknown>[] {
  const [name = '', direction, ...more] = text.split(/\s+/)
  if (/^random(?:[_.].{0,60})?$/.test(text)) return [randomBy(seedOf(text, nowMs))]
  const isDirection = direction === undefined || direction === 'asc' || direction === 'desc'
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column && isDirection && more.length === 0) return [byColumn(column.column, direction ?? column.direction)]
  if (unknown.some((one) => one === name) && isDirection && more.length === 0) return []
  throw invalidValue('sort', `Unknown sort key: ${text.slice(0, 80)}`, text)
}

const hourMs = 3_600_000

function seedOf(text: string, nowMs: number): string {
  if (text === 'random.hourly') return String(Math.floor(nowMs / hourMs))
  if (text === 'random.daily') return String(Math.floor(nowMs / (24 * hourMs)))
  return text === 'random' ? String(nowMs) : text
}

/** A prime above every id: multiplying by a smaller factor permutes all ids. */
const prime = 2_147_483_647

function randomBy(seed: string): RawBuilder<unknown> {
  const factor = 1 + (createHash('sha256').update(seed).digest().readUInt32BE() % (prime - 1))
  return sql`(r.id * cast(${factor} as bigint)) % cast(${prime} as bigint)`
}
