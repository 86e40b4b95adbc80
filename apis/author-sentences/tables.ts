// The tables of the embedded provider. Books are the same for everybody, so no row belongs to an account. The sample
// that comes with the provider is not in them.

export interface BooksTable {
  /** Hexadecimal digits, four unless two books would share them. */
  id: string
  /** Position in the order of import, from 0. */
  place: number
  author: string
  name: string
  year: string
  /** Sentences of the book. */
  sentences: number
  /** Number of the import whose sentences are the visible ones. */
  import: number
}

export interface SentencesTable {
  /** Position of the book times 100,000, plus the sentence's index in it, from 0 without gaps. */
  place: number
  /** Number of the import that wrote it; sentences of an import that is not its book's are not visible. */
  import: number
  /** Hexadecimal digits, eight unless two sentences would share them. */
  id: string
  text: string
}

/** An import of a book that may have sentences to be removed: its own, or those it replaced. */
export interface BegunTable {
  import: number
  /** Of the book. */
  place: number
}

/** The one row that tells every process whether its list of books is current. */
export interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The number given out last. */
  imports: number
}

export interface Tables {
  author_sentences_begun: BegunTable
  author_sentences_books: BooksTable
  author_sentences_sentences: SentencesTable
  author_sentences_state: StateTable
}
