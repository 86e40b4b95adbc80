// A corpus as the handlers read it: books, and sentences by place or id. The one here lives in memory and holds the sample; the
// imported one is in the database (corpus-store.ts).
import type { Book } from '../import/book-file.ts'
import { assignBookId, assignSentenceId } from './ids.ts'

/** A book as it is listed. */
export interface ListedBook {
  readonly id: string
  readonly name: string
  readonly year: string
  /** Its sentences have the places from here on, without gaps. */
  readonly firstPlace: number
  readonly sentences: number
}
export interface Sentence {
  readonly id: string
  readonly text: string
  readonly place: number
}
export interface Corpus {
  /** In the order of import. */
  readonly books: readonly ListedBook[]
  /** Whether it is the sample that comes with the provider. */
  readonly sample: boolean
  /** The sentences at these places, in any order; one that is gone is left out. */
  read(places: readonly number[]): Promise<readonly Sentence[]>
  find(id: string): Promise<Sentence | undefined>
}

/** The place of a sentence is that of its book times this, and its number in it. */
export const placesPerBook = 100_000

/** The book that a place is in: the places of books follow each other without gaps. */
export function bookAt({ books }: Corpus, place: number): ListedBook | undefined {
  return books[Math.floor(place / placesPerBook)]
}

/** A small corpus, all of it in memory. */
export function createMemoryCorpus(given: readonly Book[]): Corpus {
  const byPlace = new Map<number, Sentence>()
  const byId = new Map<string, Sentence>()
  const books: ListedBook[] = []
  for (const [at, { author, name, year, sentences }] of given.entries()) {
    const firstPlace = at * placesPerBook
    const id = assignBookId({ author, name }, (id) => books.some((book) => book.id === id))
    books.push({ id, name, year, firstPlace, sentences: sentences.length })
    for (const [number, text] of sentences.entries()) {
      const id = assignSentenceId({ author, name, text }, (id) => byId.has(id))
      const sentence = { id, text, place: firstPlace + number }
      byPlace.set(sentence.place, sentence)
      byId.set(id, sentence)
    }
  }
  return {
    books,
    sample: true,
    read: async (places) => places.map((place) => byPlace.get(place)).filter((sentence) => sentence !== undefined),
    find: async (id) => byId.get(id),
  }
}
