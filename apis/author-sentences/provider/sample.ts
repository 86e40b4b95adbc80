// Reads the sample: three short pieces of our own by a fictitious author. It is not stored: an import replaces it.
import { createReadStream } from 'node:fs'
import type { Book } from './book.ts'
import { readBookFile } from './import/importer.ts'

const files = ['the-lamp-at-the-ford.txt', 'salt-and-slate.txt', 'the-clockmender-of-low-street.txt']

export async function readSample(): Promise<Book[]> {
  return (await Promise.all(files.map(readBooks))).flat()
}

async function readBooks(name: string): Promise<Book[]> {
  const chunks: AsyncIterable<Buffer> = createReadStream(new URL(`../seed/${name}`, import.meta.url))
  const { books } = await readBookFile({ name, chunks }, () => undefined)
  return books
}
