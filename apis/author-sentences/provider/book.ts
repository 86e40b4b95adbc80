// A book as imported.

export interface Book {
  readonly author: string
  readonly name: string
  readonly year: string
  /** Distinct sentences in order. */
  readonly sentences: readonly string[]
}

/** The limit of sentences per book; their positions count from a multiple of it (sentences/corpus.ts). */
export const maxSentences = 100_000
