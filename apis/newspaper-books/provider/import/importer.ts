// Imports a file; its content, not its name, determines the format.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createPacer } from '#provider'
import { decodeUtf8, gunzipped, invalidImport, isGzip, limitBytes, peekBytes, readPublished } from '#provider/import'
import { encodedName } from '../../model/encoded-name.ts'
import type { Tables } from '../../tables.ts'
import { publishedTables } from '../store/read-archive.ts'
import { bookFrom, definitionFrom } from '../store/stored.ts'
import { Collection } from './collection.ts'
import { readCsvFile } from './csv-files.ts'
import { readJsonFile } from './json-bodies.ts'
import { isDump, readDump } from './open-library.ts'
import { save } from './save.ts'
import { readXmlFile } from './xml-files.ts'

/**
 * Maximum unpacked size. Dumps of all editions unpack to some 50 GB; the limits of the collection reject anything else
 * long before.
 */
const maxUnpackedBytes = 256 * 2 ** 30
const headBytes = 512

/**
 * Reads and stores a file; returns its counts. Throws `import.invalid` and stores nothing unless all of it is valid.
 */
export async function importBooks(
  kit: ProviderKit<Tables>,
  file: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const { readLists } = await import('../../seed/tables.ts')
  const known = new Map((await readLists()).map((definition) => [encodedName(definition.name), definition]))
  const keysByIsbn = new Map<string, string>()
  const pause = createPacer()
  for (const { kind, key, value } of await readPublished(kit.db, publishedTables)) {
    const definition = kind === 'list' ? definitionFrom(value) : undefined
    if (definition) known.set(key, definition)
    if (kind === 'book') for (const isbn of bookFrom(value)?.isbns ?? []) keysByIsbn.set(isbn, key)
    await pause()
  }
  const collection = new Collection({ definitions: known, keysByIsbn })
  const isMetadata = await readFile(file.chunks, collection, () =>
    progress({ phase: 'reading', counts: { ...collection.counts } }),
  )
  const collected = collection.finish()
  const { counts } = collection
  if (counts.lists + counts.entries + counts.books + counts.reviews + counts.corrections === 0)
    throw invalidImport(
      isMetadata ? 'none of its books is on an imported list: import the lists first' : 'it has nothing to import',
    )
  for (const { list } of collected.publications) {
    const definition = known.get(list)
    if (definition && !collected.definitions.has(list)) collected.definitions.set(list, definition)
  }
  await save(kit.db, collected, {
    nowMs: kit.now(),
    completesOnly: isMetadata,
    onWritten: (percent) => progress({ phase: 'writing', percent, counts: { ...counts } }),
  })
  return { ...counts }
}

/** Reads a file of any format; returns true for metadata of books rather than lists. */
async function readFile(chunks: AsyncIterable<Buffer>, collection: Collection, onPiece: () => void): Promise<boolean> {
  const packed = await peekBytes(chunks, headBytes)
  const unpacked = limitBytes(isGzip(packed.head) ? gunzipped(packed.chunks) : packed.chunks, maxUnpackedBytes)
  const { head, chunks: plain } = await peekBytes(unpacked, headBytes)
  const text = observed(decodeUtf8(plain), onPiece)
  const beginning = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (beginning.startsWith('<')) await readXmlFile(text, collection)
  else if (isDump(beginning)) await readDump(text, collection)
  else {
    if (/^[{[]/.test(beginning)) await readJsonFile(text, collection, createPacer())
    else await readCsvFile(text, collection)
    return false
  }
  return true
}

async function* observed(text: AsyncIterable<string>, onPiece: () => void): AsyncGenerator<string> {
  for await (const piece of text) {
    yield piece
    onPiece()
  }
}
