// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  searchBooks: [
    'Find books about the sea',
    'Which books did Jane Austen write?',
    'Search a book by title, author or ISBN',
    'Find an edition, a publisher or what an author has written',
  ],
  searchAuthors: [
    'Find a writer by name',
    'Who is this author and when was she born?',
    'Search for novelists',
    'Biographical details and works of an author',
  ],
  subject: [
    'Books on the subject of love',
    'What can I read about ancient Rome?',
    'Works set in a place or about a person',
    'Reading list about a topic or genre',
  ],
}

/** Further search words for the API. */
export const words = {
  searchBooks:
    'isbn title author novel edition publisher published year written cover find library work wrote pages first printed who wrote which year came out volume paperback hardcover translated language series sequel read',
  searchAuthors:
    'writer novelist poet born birth died death biography life works wrote name who is pen pseudonym playwright alias',
  subject:
    'genre theme topic recommend science fiction fantasy romance crime history reading titles category about shelf works cooking gardening cookery popular most read literature fairy tales war detective children on set in places',
}

/** Proper names that belong to the API. */
export const topics =
  'tolkien hobbit austen dickens tolstoy dostoevsky orwell christie king rowling shakespeare hemingway woolf homer moby dick dracula frankenstein dune emma hamlet odyssey'
