// Imports plain-text books: one to a file, or several in one file that lists them at its beginning. A file is taken whole or not
// at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { refused } from '../refused.ts'
import { placesPerBook } from '../sentences/corpus.ts'
import type { CorpusStore } from '../sentences/store.ts'
import { createBookReader } from './book-file.ts'
import { textLines } from './text-lines.ts'

const fileLimit = 32 * 1024 * 1024
const sentencesPerReport = 1000

export const formats =
  'Books as plain text (UTF-8 or ISO-8859-1), Project Gutenberg texts among them. One book to a file: its name and year are in ' +
  'the file name, as "Name (1928).txt", or in lines "Title:", "Author:" and "Year:" at its beginning. Several books in one ' +
  'file: a line "Author:" and one line "Book: Name (1928)" for each at its beginning; each begins below a line with its name.'

export interface Import {
  readonly file: { readonly name: string; readonly chunks: AsyncIterable<Buffer> }
  readonly store: CorpusStore
  readonly progress: (counts: Record<string, number>) => void
}

/**
 * Reads a file and stores its books; a known one is replaced. Importing the same file again changes nothing.
 * Returns the books and sentences read, and how many sentences are new and gone. Throws `import.invalid`.
 */
export async function importBooks(
  kit: ProviderKit<Tables>,
  { file, store, progress }: Import,
): Promise<Record<string, number>> {
  let sentences = 0
  const reader = createBookReader({
    fileName: file.name,
    most: placesPerBook,
    progress: () => {
      sentences += 1
      if (sentences % sentencesPerReport === 0) progress({ sentences })
    },
  })
  for await (const line of textLines(limited(file.chunks))) reader.take(line)
  const books = reader.finish()
  const { added, removed } = await store.save(kit, books)
  return { books: books.length, sentences, added, removed }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw refused([`the file has more than ${fileLimit} bytes`])
    yield chunk
  }
}
