// The books of the simulation and their sales: each is released in a week, sells most at first, declines, can be
// rediscovered, and is out of print after two years. Sales depend only on book and week.
import { present } from '#define/present'
import { draw, drawFrom, drawState } from './draws.ts'
import { type Category, formats } from './tables.ts'

/** Lifetime of a book in weeks. Sales end after it, so a week's ranks follow from the releases of these weeks. */
export const lifeWeeks = 104
/** Weeks from a hardcover to its paperback. */
const paperbackAfter = 48
const paperbackOriginals = 0.25
const classicShare = 0.02
const paperbacks = new Set([formats.indexOf('T'), formats.indexOf('M')])

export interface Release {
  readonly category: Category
  readonly week: number
  readonly slot: number
  /** State from which the draws of its weeks begin. */
  readonly state: number
  /** Index among the classics of the category. */
  readonly classic: number | undefined
  /** Copies in the first week, over all formats. */
  readonly level: number
  readonly halfLife: number
  readonly boostWeek: number
  readonly boost: number
  /** Share of the sales by format, 0 for a missing one. */
  readonly shares: readonly number[]
  /** Weeks from the release to that of each format. */
  readonly starts: readonly number[]
}

/** Returns the releases of a category in a week, counted from the first Saturday of 1970. */
export function releasesOf(category: Category, week: number): Release[] {
  const rate = category.releasesPerWeek
  const count = Math.floor(rate) + (draw(category.index, week, 0) < rate % 1 ? 1 : 0)
  return Array.from({ length: count }, (_, slot) => releaseOf(category, week, slot))
}

function releaseOf(category: Category, week: number, slot: number): Release {
  const at = (salt: number) => draw(category.index, week, slot, salt)
  const hasHardcover = present(category.shares[0]) > 0
  const isOriginal = hasHardcover && at(1) < paperbackOriginals && present(category.shares[3]) > 0
  const isClassic = category.classics.length > 0 && at(2) < classicShare * (1 + category.classics.length / 10)
  return {
    category,
    week,
    slot,
    state: drawState(category.index, week, -1 - slot),
    classic: isClassic ? Math.floor(at(3) * category.classics.length) : undefined,
    level: 4000 * Math.max(at(4), 0.0005) ** -0.6,
    halfLife: 2 + 28 * at(5) ** 3,
    boostWeek: 6 + Math.floor(at(6) * 80),
    boost: at(7) < 0.2 ? 0.2 + at(8) : 0,
    shares: category.shares.map((share, format) => (isOriginal && format === 0 ? 0 : share)),
    starts: formats.map((_, format) => (hasHardcover && !isOriginal && paperbacks.has(format) ? paperbackAfter : 0)),
  }
}

/** Returns the copies of a format sold in a week. */
export function salesOf(release: Release, format: number, week: number): number {
  const share = present(release.shares[format])
  const age = week - release.week - present(release.starts[format])
  if (share === 0 || age < 0 || week - release.week >= lifeWeeks) return 0
  const { level, halfLife, boostWeek, boost, state } = release
  const declining = 2 ** (-age / halfLife)
  const rediscovered = age >= boostWeek ? boost * 2 ** (-(age - boostWeek) / 3) : 0
  const noise = 0.85 + 0.3 * drawFrom(state, week * 8 + format)
  return Math.round(level * share * (declining + rediscovered) * noise)
}

/** True if bulk orders are reported for a book in a week. */
export function hasBulkOrders({ category, state }: Release, week: number): boolean {
  return drawFrom(state, -week) < category.bulk
}
