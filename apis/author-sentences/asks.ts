// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  listBooks: [
    'Which books by the author are there?',
    'List the novels one can quote from',
    'What has the novelist published?',
  ],
  bookSentences: [
    'Give me quotes from one particular novel',
    'Some lines from Pride and Prejudice',
    'Passages out of a given work',
  ],
  randomSentences: [
    'Quote a random sentence from a classic author',
    'Give me a line of literature',
    'Some random quotations',
    'A literary quote of the day',
  ],
  getSentence: ['Show the quotation with this id', 'Which sentence was number 12?'],
}

/** Further search words for the API. */
export const words = {
  listBooks:
    'titles works novels corpus collected available oeuvre wrote bibliography author what did she write all books',
  bookSentences: 'excerpts passages lines quotes extracts from one certain particular book novel work out of a',
  randomSentences:
    'quote quotation line literary classic literature saying inspiration passage famous prose any beautiful',
  getSentence: 'quote quotation line id number fetch same again particular sentence that one',
}
