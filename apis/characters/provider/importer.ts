// Imports the provider's own answers: pages as they are, one after another, or lists of records, of one kind or mixed. A file
// is taken whole or not at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { jsonObjects } from './json-objects.ts'
import { readRecord } from './record-reader.ts'
import type { CharacterRecord, EpisodeRecord, LocationRecord } from './records.ts'
import { quoted, refused } from './refused.ts'
import { recordLimit, type WorldStore } from './world-store.ts'

const fileLimit = 256 * 1024 * 1024
const problemLimit = 5
const recordsPerReport = 200

export const formats =
  'Answers of the API as JSON: pages ({"info","results"}) one after another, or lists of characters, locations and episodes.'

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
  for await (const { line, json } of jsonObjects(decode(limited(chunks)))) {
    const value = parse(json)
    const page: unknown = Reflect.get(value ?? {}, 'results')
    if (value === undefined) collector.refuse(`line ${line}: ${quoted(json)} is not JSON`)
    else if (!Array.isArray(page)) collector.add(`line ${line}`, value)
    else for (const [at, record] of page.entries()) collector.add(`line ${line}, record ${at + 1}`, record)
  }
  const { added, changed } = await store.save(kit, collector.finish())
  return { ...collector.counts(), added, changed }
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
