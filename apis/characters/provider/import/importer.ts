// Reads saved responses of the provider (consecutive pages, or lists of records) or the dump of a collection of its
// database, of one kind or mixed.
import type { ImportCounts } from '#define/imports'
import {
  createImportProblems,
  decodeUtf8,
  type ImportProblems,
  invalidImport,
  jsonRecords,
  limitBytes,
  peekBytes,
} from '#provider/import'
import type { CharacterRecord, EpisodeRecord, LocationRecord, Records } from '../records/record.ts'
import { maxRecords } from '../records/store.ts'
import { dumpDocuments, looksLikeDump } from './dump.ts'
import { readRecord } from './record-reader.ts'

const maxFileBytes = 256 * 1024 * 1024
/** Maximum length of an object; a page of the provider has fewer than 50,000 characters. */
const maxObjectLength = 8_000_000
const recordsPerReport = 200

interface RecordFile {
  readonly records: Records
  readonly counts: ImportCounts
}

/** Returns the records of a file. Throws `import.invalid` with line or document numbers unless all are valid. */
export async function readRecordFile(
  chunks: AsyncIterable<Buffer>,
  progress: (counts: ImportCounts) => void,
): Promise<RecordFile> {
  const problems = createImportProblems()
  const collector = createCollector(problems, progress)
  const file = await peekBytes(limitBytes(chunks, maxFileBytes), 4)
  const skipped = looksLikeDump(file.head)
    ? { skipped: await collectDump(file.chunks, collector) }
    : await collectAnswers(file.chunks, collector, problems)
  const records = collector.finish()
  return { records, counts: { ...collector.counts(), ...skipped } }
}

async function collectAnswers(chunks: AsyncIterable<Buffer>, collector: Collector, problems: ImportProblems) {
  const options = { pageMember: 'results', maxLength: maxObjectLength, problems }
  for await (const { where, value } of jsonRecords(decodeUtf8(chunks), options)) collector.add(where, value)
}

/**
 * Collects the records of a dump; documents without an id are not records (SOURCES 5.3). Returns the number skipped.
 */
async function collectDump(chunks: AsyncIterable<Buffer>, collector: Collector): Promise<number> {
  let [count, skipped] = [0, 0]
  for await (const document of dumpDocuments(chunks)) {
    count += 1
    if (Object.hasOwn(document, 'id')) collector.add(`document ${count}`, document)
    else skipped += 1
  }
  return skipped
}

type Collector = ReturnType<typeof createCollector>

function createCollector(problems: ImportProblems, progress: (counts: ImportCounts) => void) {
  const characters: CharacterRecord[] = []
  const locations: LocationRecord[] = []
  const episodes: EpisodeRecord[] = []
  const counts = () => ({ characters: characters.length, locations: locations.length, episodes: episodes.length })
  const total = () => characters.length + locations.length + episodes.length
  return {
    counts,
    add(where: string, value: unknown) {
      const read = readRecord(value)
      if (typeof read === 'string') {
        problems.add(where, read)
        return
      }
      if (read.kind === 'character') characters.push(read.record)
      else if (read.kind === 'location') locations.push(read.record)
      else episodes.push(read.record)
      if (total() > maxRecords) throw invalidImport(`${where}: more than ${maxRecords} records`)
      if (total() % recordsPerReport === 0) progress(counts())
    },
    finish(): Records {
      problems.throwIfAny()
      if (total() === 0) throw invalidImport('it holds no records')
      return { characters, locations, episodes }
    },
  }
}
