// Limits of an import in memory and in storage: all of it is served from memory.
export const limits = {
  lists: 500,
  /** Lists by date, per file and in total: 15 years of the newspaper's have 35,000. */
  publications: 40_000,
  rank: 50,
  entries: 1_000_000,
  /** Books; the newspaper's history has some 30,000. */
  books: 50_000,
  reviews: 20_000,
  corrections: 20,
  isbns: 50,
  /** Books of one list by sales; the best are kept. */
  soldBooks: 5000,
  weeks: 10_000,
  /** Characters of a text, and of a description. */
  text: 500,
  longText: 4000,
  /** First id for lists that a file does not number. */
  firstOwnId: 2001,
  normalEndsAt: 10,
} as const
