// What people ask for, by endpoint, in their own words: agents find operations by these.
export const asks = {
  searchBooks: [
    'Find books about the sea',
    'Which books did Jane Austen write?',
    'Search a book by title, author or ISBN',
    'When was this novel first published?',
  ],
  searchAuthors: ['Find a writer by name', 'Who is this author and when was she born?', 'Search for novelists'],
  subject: [
    'Books on the subject of love',
    'What can I read about ancient Rome?',
    'Works set in a place or about a person',
  ],
}
