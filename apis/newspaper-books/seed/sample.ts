// The sample: five years of all lists up to a moment, computed from simulated sales. A week's lists never change over
// time, because ranks and weeks follow only from the releases of a bounded period.
import { present } from '#define/present'
import { addDays } from '#provider'
import { isMonthlyDate, newestSalesWeek, onlineSince, publishedDateOf } from '../model/calendar.ts'
import { encodedName } from '../model/encoded-name.ts'
import { isBarelyBelow } from '../model/marks.ts'
import type { ArchiveSource, RankedBook, RankedPublication } from '../model/records.ts'
import { bookOf, isbnOf, type SimulatedBook } from './book-texts.ts'
import { draw } from './draws.ts'
import { hasBulkOrders, lifeWeeks, type Release, releasesOf, salesOf } from './releases.ts'
import { type Category, formats, readTables, type SimulatedList } from './tables.ts'

/** Weeks of five years, plus the week that ends them. */
export const shownWeeks = 261
const correctionShare = 0.006
const weekMs = 7 * 86_400_000
/** The first Saturday after the epoch, 3 January 1970. */
const firstSaturdayMs = 2 * 86_400_000

/** Returns the lists up to the newest ones online at `nowMs`; awaits `pause` between weeks. */
export async function simulate(nowMs: number, pause: () => Promise<void>): Promise<ArchiveSource> {
  const { categories, lists } = await readTables()
  const newest = newestSalesWeek(nowMs)
  const lastWeek = weekOf(newest)
  const publications = new Map<string, RankedPublication[]>(lists.map(({ name }) => [encodedName(name), []]))
  const market = createMarket(categories)
  // a book of the first shown week can have been on its list for its whole life
  for (let week = lastWeek - shownWeeks - lifeWeeks + 1; week <= lastWeek; week++) {
    market.advance(week)
    const isMonthly = isMonthlyDate(publishedDateOf(saturdayOf(week)))
    for (const list of lists)
      if (list.updated === 'WEEKLY' || isMonthly)
        publications.get(encodedName(list.name))?.push(publicationOf(list, week, market.best(list)))
    if (isMonthly) market.endMonth()
    await pause()
  }
  const firstShown = publishedDateOf(addDays(newest, -7 * (shownWeeks - 1)))
  const books = new Map<string, SimulatedBook>()
  for (const ranked of publications.values())
    for (const { publishedDate, ranks } of ranked)
      if (publishedDate >= firstShown)
        for (const { key } of ranks) if (!books.has(key)) books.set(key, market.describe(key))
  return {
    isSample: true,
    definitions: lists,
    publications,
    firstShown,
    book: (key) => books.get(key)?.details,
    reviews: [...books.values()]
      .flatMap(({ review }) => review ?? [])
      .sort((one, other) => (one.publicationDate < other.publicationDate ? 1 : -1)),
  }
}

/** A release with its sales by format, in this week and in this month. */
interface Selling {
  readonly key: string
  readonly release: Release
  readonly weekly: Float64Array
  readonly monthly: Float64Array
}
interface Ranked {
  readonly selling: Selling
  readonly sales: number
}

function createMarket(categories: readonly Category[]) {
  const onSale: Selling[][] = categories.map(() => [])
  const all = new Map<string, Release>()
  let started = false

  function release(category: Category, week: number): void {
    for (const one of releasesOf(category, week)) {
      const key = `${category.name}/${week}/${one.slot}`
      all.set(key, one)
      const [weekly, monthly] = [new Float64Array(formats.length), new Float64Array(formats.length)]
      onSale[category.index]?.push({ key, release: one, weekly, monthly })
    }
  }

  return {
    /** Sells the books of a week; call it for consecutive weeks. */
    advance(week: number): void {
      for (const category of categories) {
        if (!started) for (let before = week - lifeWeeks + 1; before < week; before++) release(category, before)
        release(category, week)
        const alive = onSale[category.index]?.filter((one) => week - one.release.week < lifeWeeks) ?? []
        onSale[category.index] = alive
        for (const { release: one, weekly, monthly } of alive)
          for (let format = 0; format < weekly.length; format++) {
            const sold = salesOf(one, format, week)
            weekly[format] = sold
            monthly[format] = present(monthly[format]) + sold
          }
      }
      started = true
    },
    endMonth(): void {
      for (const alive of onSale) for (const { monthly } of alive) monthly.fill(0)
    },
    /** Returns the books of a list by their sales, best first. */
    best(list: SimulatedList): Ranked[] {
      const best: Ranked[] = []
      for (const category of list.categories)
        for (const selling of onSale[category] ?? []) {
          const counted = list.updated === 'MONTHLY' ? selling.monthly : selling.weekly
          let sales = 0
          for (const format of list.formats) sales += present(counted[format])
          if (sales > 0) insert(best, { selling, sales }, list.length)
        }
      return best
    },
    describe(key: string): SimulatedBook {
      const one = all.get(key)
      if (!one) throw new Error(`the simulation has not released ${key}`)
      return bookOf(one, saturdayOf(one.week))
    },
  }
}

/** Keeps the best in order; equal sales keep the order of insertion. */
function insert(best: Ranked[], ranked: Ranked, length: number): void {
  if (best.length === length && (best[length - 1]?.sales ?? 0) >= ranked.sales) return
  let at = best.length
  while (at > 0 && (best[at - 1]?.sales ?? 0) < ranked.sales) at -= 1
  best.splice(at, 0, ranked)
  if (best.length > length) best.pop()
}

function publicationOf(list: SimulatedList, week: number, best: readonly Ranked[]): RankedPublication {
  const salesWeek = saturdayOf(week)
  const ranks = best.map(({ selling, sales }, at): RankedBook => {
    const above = best[at - 1]?.sales
    return {
      rank: at + 1,
      key: selling.key,
      isbn13: isbnOf(selling.release, leadingFormat(list, selling)),
      asterisk: above !== undefined && isBarelyBelow(sales, above) ? 1 : 0,
      dagger: hasBulkOrders(selling.release, week) ? 1 : 0,
    }
  })
  return {
    publishedDate: publishedDateOf(salesWeek),
    bestsellersDate: salesWeek,
    lastModified: onlineSince(salesWeek),
    corrections: correctionsOf(list, week),
    ranks,
  }
}

/** Returns the format of the list with the most sales. */
function leadingFormat(list: SimulatedList, { weekly, monthly }: Selling): number {
  const counted = list.updated === 'MONTHLY' ? monthly : weekly
  let leading = present(list.formats[0])
  for (const format of list.formats) if (present(counted[format]) > present(counted[leading])) leading = format
  return leading
}

function correctionsOf(list: SimulatedList, week: number): RankedPublication['corrections'] {
  if (draw(list.id, week, 1) >= correctionShare) return []
  const rank = 1 + Math.floor(draw(list.id, week, 2) * list.normalEndsAt)
  const text = `An earlier version of this list gave the wrong publisher for the book at rank ${rank}.`
  return [{ date: addDays(saturdayOf(week), 7), rank, text }]
}

function weekOf(saturday: string): number {
  return Math.round((Date.parse(saturday) - firstSaturdayMs) / weekMs)
}

function saturdayOf(week: number): string {
  return new Date(firstSaturdayMs + week * weekMs).toISOString().slice(0, 10)
}
