// The tables of the embedded provider. All accounts share the books, so no row has an owner. The built-in sample is not
// stored.

export interface BooksTable {
  /** Id of hexadecimal digits, four unless two books would share them. */
  id: string
  /** Position in the order of import, from 0. */
  place: number
  author: string
  name: string
  year: string
  /** Number of the book's sentences. */
  sentences: number
  /** Number of the import whose sentences are visible. */
  import: number
}

interface SentencesTable {
  /** Position of the book times 100,000, plus the sentence's index in it, from 0 without gaps. */
  place: number
  /** Number of the import that wrote the row; it is visible only if the book has the same number. */
  import: number
  /** Id of hexadecimal digits, eight unless two sentences would share them. */
  id: string
  text: string
}

/** An import of a book that can have sentences to remove: its own, or those it replaced. */
export interface BegunTable {
  import: number
  /** Position of the book. */
  place: number
}

/** The single row from which every process learns whether its list of books is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last import number issued. */
  imports: number
}

export interface Tables {
  author_sentences_begun: BegunTable
  author_sentences_books: BooksTable
  author_sentences_sentences: SentencesTable
  author_sentences_state: StateTable
}
