// Reads the sample: three short pieces written by us under the name of an author who never lived, through the reader of imports.
// Not stored; an import takes their place.
import { createReadStream } from 'node:fs'
import { type Book, createBookReader } from '../provider/import/book-file.ts'
import { textLines } from '../provider/import/text-lines.ts'
import { placesPerBook } from '../provider/sentences/corpus.ts'

const files = ['the-lamp-at-the-ford.txt', 'salt-and-slate.txt', 'the-clockmender-of-low-street.txt']

export async function readSample(): Promise<Book[]> {
  return (await Promise.all(files.map(readFile))).flat()
}

async function readFile(name: string): Promise<Book[]> {
  const reader = createBookReader({ fileName: name, most: placesPerBook, progress: () => undefined })
  const chunks: AsyncIterable<Buffer> = createReadStream(new URL(`./${name}`, import.meta.url))
  for await (const line of textLines(chunks)) reader.take(line)
  return reader.finish()
}
