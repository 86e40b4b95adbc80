// Reader counts of a work: by number of stars, and by shelf (SOURCES 4.3).

/** Names of the stored counts. */
export const counters = ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5', 'want', 'reading', 'done'] as const
export type Counter = (typeof counters)[number]
export type Readers = Readonly<Record<Counter, number>>

/** The two dumps, and the counters of each. */
export const readerDumps = {
  ratings: ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5'],
  shelves: ['want', 'reading', 'done'],
} as const satisfies Readonly<Record<string, readonly Counter[]>>
export type ReaderDump = keyof typeof readerDumps

const shelves: ReadonlyMap<string, Counter> = new Map([
  ['want to read', 'want'],
  ['currently reading', 'reading'],
  ['already read', 'done'],
])

/** Returns the dump of a line and its counter, from the third column; undefined for anything else. */
export function readOpinion(text: string): { dump: ReaderDump; counter: Counter } | undefined {
  const stars = /^[1-5]$/.test(text) ? counters[Number(text) - 1] : undefined
  if (stars) return { dump: 'ratings', counter: stars }
  const shelf = shelves.get(text.trim().toLowerCase())
  return shelf && { dump: 'shelves', counter: shelf }
}

/** Returns members of a found work or author, except those without readers. */
export function readerStats(readers: Readers | undefined): ReaderStats {
  if (!readers) return {}
  const { want, reading, done } = readers
  const stars = readerDumps.ratings.map((counter) => readers[counter])
  const [ratings, logged] = [sum(stars), want + reading + done]
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars
  return {
    ...(ratings > 0 && {
      ratings_average: meanOf(stars),
      ratings_sortable: lowerBound(stars),
      ratings_count: ratings,
      ratings_count_1: one,
      ratings_count_2: two,
      ratings_count_3: three,
      ratings_count_4: four,
      ratings_count_5: five,
    }),
    ...(logged > 0 && {
      readinglog_count: logged,
      want_to_read_count: want,
      currently_reading_count: reading,
      already_read_count: done,
    }),
  }
}

export interface ReaderStats {
  readonly ratings_average?: number
  readonly ratings_sortable?: number
  readonly ratings_count?: number
  readonly ratings_count_1?: number
  readonly ratings_count_2?: number
  readonly ratings_count_3?: number
  readonly ratings_count_4?: number
  readonly ratings_count_5?: number
  readonly readinglog_count?: number
  readonly want_to_read_count?: number
  readonly currently_reading_count?: number
  readonly already_read_count?: number
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Returns the average, from the numbers of readers who gave 1, 2, … stars. */
function meanOf(stars: readonly number[], power = 1): number {
  return sum(stars.map((count, at) => count * (at + 1) ** power)) / sum(stars)
}

/** Quantile for one-sided 95 %. */
const quantile = 1.65

/**
 * Returns the lower bound of the average at 95 % confidence, so that one reader's five stars do not rank above the
 * fours of thousands: a normal approximation to the posterior under one imagined vote for each star (E. Miller,
 * "Ranking Items With Star Ratings").
 */
function lowerBound(stars: readonly number[]): number {
  const imagined = stars.map((count) => count + 1)
  const mean = meanOf(imagined)
  const spread = (meanOf(imagined, 2) - mean ** 2) / (sum(imagined) + 1)
  return mean - quantile * Math.sqrt(spread)
}
