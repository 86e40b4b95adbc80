// The embedded provider: the list of books, random sentences without repetition, and one sentence by its id.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats:
    'Books as plain text (UTF-8 or ISO-8859-1), Project Gutenberg texts among them. One book to a file: its name and year are in ' +
    'the file name, as "Name (1928).txt", or in lines "Title:", "Author:" and "Year:" at its beginning. Several books in one ' +
    'file: a line "Author:" and one line "Book: Name (1928)" for each at its beginning; each begins below a line with its name.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openSentences(kit),
})
