// Reads books from plain text, including Project Gutenberg texts.
import type { ImportCounts } from '#define/imports'
import { limitBytes } from '#provider/import'
import { type Book, maxSentences } from '../book.ts'
import { createBookReader } from './book-file.ts'
import { textLines } from './text-lines.ts'

const maxFileBytes = 32 * 1024 * 1024
const sentencesPerReport = 1000

/** Returns the books of a file, and the number of their sentences. Throws `import.invalid`. */
export async function readBookFile(
  { name, chunks }: { readonly name: string; readonly chunks: AsyncIterable<Buffer> },
  progress: (counts: ImportCounts) => void,
): Promise<{ books: Book[]; sentences: number }> {
  let sentences = 0
  const reader = createBookReader({
    fileName: name,
    maxSentences,
    onSentence() {
      sentences += 1
      if (sentences % sentencesPerReport === 0) progress({ sentences })
    },
  })
  for await (const line of textLines(limitBytes(chunks, maxFileBytes))) reader.take(line)
  return { books: reader.finish(), sentences }
}
