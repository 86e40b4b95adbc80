// The handlers' view of a corpus: books, and sentences by position or id. The corpus in this file is in memory and
// holds the sample; the imported one is in the database (store.ts).
import { type Book, maxSentences } from '../book.ts'
import { assignBookId, assignSentenceId } from './ids.ts'

/** A book in the list. */
export interface ListedBook {
  readonly id: string
  readonly name: string
  readonly year: string
  /** Position of its first sentence; the others follow without gaps. */
  readonly firstPosition: number
  readonly sentences: number
}
export interface Sentence {
  readonly id: string
  readonly text: string
  readonly position: number
}
export interface Corpus {
  /** Books in the order of import. */
  readonly books: readonly ListedBook[]
  /** True for the built-in sample. */
  readonly isSample: boolean
  /** Reads the sentences at these positions, in any order; deleted ones are left out. */
  read(positions: readonly number[]): Promise<readonly Sentence[]>
  find(id: string): Promise<Sentence | undefined>
}

/** Returns the position of a book's first sentence, by the index of the book. */
export function firstPositionOf(bookIndex: number): number {
  return bookIndex * maxSentences
}

/** Returns the book at a position. */
export function bookAt({ books }: Corpus, position: number): ListedBook | undefined {
  return books[Math.floor(position / maxSentences)]
}

/** Creates a small corpus in memory. */
export function createMemoryCorpus(source: readonly Book[]): Corpus {
  const byPosition = new Map<number, Sentence>()
  const byId = new Map<string, Sentence>()
  const books: ListedBook[] = []
  for (const [index, { author, name, year, sentences }] of source.entries()) {
    const firstPosition = firstPositionOf(index)
    const bookId = assignBookId({ author, name }, (id) => books.some((book) => book.id === id))
    books.push({ id: bookId, name, year, firstPosition, sentences: sentences.length })
    for (const [number, text] of sentences.entries()) {
      const id = assignSentenceId({ author, name, text }, (taken) => byId.has(taken))
      const sentence = { id, text, position: firstPosition + number }
      byPosition.set(sentence.position, sentence)
      byId.set(id, sentence)
    }
  }
  return {
    books,
    isSample: true,
    read: async (positions) => positions.map((one) => byPosition.get(one)).filter((sentence) => sentence !== undefined),
    find: async (id) => byId.get(id),
  }
}
