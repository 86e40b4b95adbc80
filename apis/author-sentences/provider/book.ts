// A book as it is imported.

export interface Book {
  readonly author: string
  readonly name: string
  readonly year: string
  /** In order, each once. */
  readonly sentences: readonly string[]
}

/**
 * The most sentences that a book may have; positions of sentences count from a multiple of it (sentences/corpus.ts).
 */
export const maxSentences = 100_000
