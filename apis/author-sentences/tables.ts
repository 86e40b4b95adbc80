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
}

export interface SentencesTable {
  /** Position of the book times 100,000, plus the sentence's index in it, from 0 without gaps. */
  place: number
  /** Hexadecimal digits, eight unless two sentences would share them. */
  id: string
  text: string
}

/** The one row that tells every process whether its list of books is current. */
export interface StateTable {
  id: number
  /** Grows with every import; also the lock under which the books change. */
  revision: number
}

export interface Tables {
  author_sentences_books: BooksTable
  author_sentences_sentences: SentencesTable
  author_sentences_state: StateTable
}
