// Imports the provider's own answers (pages as they are, one after another, or lists of records) or the dump of a collection of
// its database, of one kind or mixed. A file is taken whole or not at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { CharacterRecord, EpisodeRecord, LocationRecord } from '../records/record.ts'
import { recordLimit, type WorldStore } from '../records/store.ts'
import { quoted, refused } from '../refused.ts'
import { bsonDocuments, looksLikeBson } from './bson-documents.ts'
import { jsonObjects } from './json-objects.ts'
import { readRecord } from './record-reader.ts'

const fileLimit = 256 * 1024 * 1024
const problemLimit = 5
const recordsPerReport = 200

export const formats =
  'Answers of the API as JSON: pages ({"info","results"}) one after another, or lists of characters, locations and episodes. ' +
  'Or a collection as mongodump writes it (BSON).'

export interface Import {
  readonly chunks: AsyncIterable<Buffer>
  readonly store: WorldStore
  readonly progress: (counts: Record<string, number>) => void
}

/**
 * Reads a file and joins its records to those of earlier imports. Importing the same file again changes nothing.
 * Returns how many of each kind were read, and how many were new or changed. Throws `import.invalid` with line numbers.
 */
export async function importWorld(
  kit: ProviderKit<Tables>,
  { chunks, store, progress }: Import,
): Promise<Record<string, number>> {
  const collector = createCollector(progress)
  const file = await begun(limited(chunks))
  const skipped = looksLikeBson(file.start)
    ? await collectDump(bsonDocuments(file.chunks), collector)
    : await collectAnswers(file.chunks, collector)
  const { added, changed } = await store.save(kit, collector.finish())
  return { ...collector.counts(), ...skipped, added, changed }
}

type Collector = ReturnType<typeof createCollector>

async function collectAnswers(chunks: AsyncIterable<Buffer>, collector: Collector): Promise<Record<string, number>> {
  for await (const { line, json } of jsonObjects(decode(chunks))) {
    const value = parse(json)
    const page: unknown = Reflect.get(value ?? {}, 'results')
    if (value === undefined) collector.refuse(`line ${line}: ${quoted(json)} is not JSON`)
    else if (!Array.isArray(page)) collector.add(`line ${line}`, value)
    else for (const [at, record] of page.entries()) collector.add(`line ${line}, record ${at + 1}`, record)
  }
  return {}
}

/** A document without an id is no record: the provider's database has a location without any members for what is unknown. */
async function collectDump(documents: AsyncIterable<object>, collector: Collector): Promise<Record<string, number>> {
  let [count, skipped] = [0, 0]
  for await (const document of documents) {
    count += 1
    if (Object.hasOwn(document, 'id')) collector.add(`document ${count}`, document)
    else skipped += 1
  }
  return { skipped }
}

/** The first bytes of a file, and the whole of it. */
async function begun(chunks: AsyncGenerator<Buffer>): Promise<{ start: Buffer; chunks: AsyncIterable<Buffer> }> {
  const read: Buffer[] = []
  let held = 0
  while (held < 4) {
    const { value, done } = await chunks.next()
    if (done) break
    read.push(value)
    held += value.length
  }
  const start = Buffer.concat(read)
  return { start, chunks: joined(start, chunks) }
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

function createCollector(progress: Import['progress']) {
  const characters: CharacterRecord[] = []
  const locations: LocationRecord[] = []
  const episodes: EpisodeRecord[] = []
  const problems: string[] = []
  const counts = () => ({ characters: characters.length, locations: locations.length, episodes: episodes.length })
  const total = () => characters.length + locations.length + episodes.length
  const refuse = (problem: string): void => {
    problems.push(problem)
    if (problems.length >= problemLimit) throw refused([...problems, 'and perhaps more'])
  }
  return {
    counts,
    refuse,
    add(where: string, value: unknown): void {
      const found = readRecord(value)
      if (typeof found === 'string') {
        refuse(`${where}: ${found}`)
        return
      }
      if (found.kind === 'character') characters.push(found.record)
      else if (found.kind === 'location') locations.push(found.record)
      else episodes.push(found.record)
      if (total() > recordLimit) throw refused([`${where}: more than ${recordLimit} records`])
      if (total() % recordsPerReport === 0) progress(counts())
    },
    finish() {
      if (problems.length > 0) throw refused(problems)
      if (total() === 0) throw refused(['it holds no records'])
      return { characters, locations, episodes }
    },
  }
}

function parse(json: string): object | undefined {
  try {
    return Object(JSON.parse(json))
  } catch {
    return undefined
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw refused([`the file has more than ${fileLimit} bytes`])
    yield chunk
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError && 'code' in error ? refused(['it is not UTF-8 text']) : error
  }
}
