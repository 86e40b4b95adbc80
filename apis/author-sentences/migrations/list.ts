// The migrations in order. A migration that has been released never changes.
import books from './0001-books.ts'
import imports from './0002-imports.ts'

export const migrations = { '0001-books': books, '0002-imports': imports }
