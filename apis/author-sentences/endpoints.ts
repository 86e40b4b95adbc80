// The endpoints of the provider (SOURCES 1.2). It accepts any `limit`, so an invalid one reaches it unchanged.
import { get, int, list, obj, str } from '#define'

const book = obj({
  id: str({ doc: 'Four lower-case hexadecimal digits.', example: '4052' }),
  name: str(),
  year: str({ doc: 'Year of publication, as a string.', example: '1928' }),
})
const sentence = obj({
  id: str({ doc: 'Eight lower-case hexadecimal digits.', example: 'be1bd8dc' }),
  sentence: str(),
  book,
})
const sentences = obj({ data: list(sentence) })

const limit = int({
  default: 1,
  doc: 'Number of sentences, at most 100; anything but a number counts as 1, and fractions are truncated.',
})

export const endpoints = {
  listBooks: get('/books', 'All books of the author', { returns: obj({ data: list(book) }) }),
  bookSentences: get('/books/{id}/sentences', 'Random sentences of one book', {
    params: { id: str({ doc: 'Id of the book.', example: '4052' }), limit },
    returns: sentences,
    doc: 'A draw never repeats a sentence; it is shorter than the limit only when the book is.',
    invalid: 'provider',
  }),
  randomSentences: get('/sentences', 'Random sentences of all books', {
    params: { limit },
    returns: sentences,
    doc: 'A draw never repeats a sentence.',
    invalid: 'provider',
  }),
  getSentence: get('/sentences/{id}', 'One sentence', {
    params: { id: str({ doc: 'Id of the sentence.', example: 'be1bd8dc' }) },
    returns: obj({ data: sentence }),
  }),
}
