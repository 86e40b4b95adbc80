// Imports the dumps of works, authors, editions, ratings and reading logs, in any order or combined in one file
// (SOURCES 4.1). Records are stored as they arrive, in short transactions, together with the position in the file;
// documents are built at the end.

import type { ProviderKit } from '#define'
import type { ReportProgress } from '#define/imports'
import { createPacer } from '#provider'
import { createWriteSlices, invalidImport, percentOf } from '#provider/import'
import {
  type AuthorRecord,
  type EditionRecord,
  type Redirect,
  sampleFrom,
  type WorkRecord,
} from '../../model/records.ts'
import type { Tables } from '../../tables.ts'
import { type Batch, forgetMark, markOf, refreshDocs, saveBatch } from '../documents/store.ts'
import { type Counter, type ReaderDump, type Readers, readOpinion } from '../readers.ts'
import { type DumpLine, openDump } from './dump-lines.ts'
import { idOf, readAuthor, readEdition, readWork } from './dump-records.ts'

const mostRecordsPerBatch = 5000
/** The limit of logged invalid lines; beyond the second number the file is rejected. */
const maxLogged = 20
const maxRefused = 1000

interface Import {
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
  readonly progress: ReportProgress
}
type Counts = Record<
  'lines' | 'works' | 'authors' | 'editions' | 'redirects' | ReaderDump | 'passed' | 'refused' | 'made',
  number
>

/**
 * Reads a dump into the tables, resuming an interrupted import of the same file. Importing a file again changes
 * nothing. Returns the counts of this run. Throws `import.invalid` for a file without any record.
 */
export async function importDump(kit: ProviderKit<Tables>, { name, chunks, progress }: Import): Promise<Counts> {
  const { db, log } = kit
  const file = await openDump(name, chunks)
  const from = await markOf(db, file.id)
  const counts: Counts = {
    lines: 0,
    works: 0,
    authors: 0,
    editions: 0,
    redirects: 0,
    ratings: 0,
    shelves: 0,
    passed: 0,
    refused: 0,
    made: 0,
  }
  const problems: string[] = []
  const collector = createCollector(counts)
  const slices = createWriteSlices({ most: mostRecordsPerBatch })
  const pause = createPacer()
  const store = async (line: DumpLine) => {
    const mark = { file: file.id, position: line.end, lines: line.number }
    await slices.run(collector.size(), () => saveBatch(kit, collector.take(), mark))
    progress({ phase: 'reading', counts: { ...counts } })
  }
  let last: DumpLine | undefined
  for await (const line of file.lines(from)) {
    last = line
    counts.lines += 1
    const problem = collector.add(line.text)
    if (problem !== undefined) {
      counts.refused += 1
      problems.push(`line ${line.number}: ${problem}`)
      if (problems.length <= maxLogged) log.warn('a line of the dump was refused', { line: line.number, problem })
      if (problems.length > maxRefused) throw refused(problems)
    }
    if (collector.size() >= slices.size) await store(line)
    await pause()
  }
  if (collector.size() > 0 && last) await store(last)
  const taken = counts.works + counts.authors + counts.editions + counts.redirects + counts.ratings + counts.shelves
  if (taken === 0 && from.position === 0) throw refused(problems)
  await refreshDocs(kit, (done, total) => {
    counts.made = done
    progress({ phase: 'indexing', percent: percentOf(done, total), counts: { ...counts } })
  })
  await forgetMark(db, file.id)
  return counts
}

function refused(problems: readonly string[]): Error {
  const [first] = problems
  if (first === undefined) return invalidImport('it holds no works, authors, editions, ratings or reading logs.')
  const named = problems.slice(0, 5).join('; ')
  return invalidImport(`${named}${problems.length > 5 ? '; and more' : ''}.`)
}

interface Collector {
  /** Adds a line; returns the problem, if any. */
  add(text: string): string | undefined
  size(): number
  /** Returns the records added since the last call. */
  take(): Batch
}

interface Gathering {
  readonly works: Map<number, WorkRecord>
  readonly authors: Map<number, AuthorRecord>
  readonly editions: Map<number, { workId: number; record: EditionRecord }>
  readonly redirects: Redirect[]
  readonly opinions: { readonly dumps: Set<ReaderDump>; readonly readers: Map<number, Record<Counter, number>> }
}

function createCollector(counts: Counts): Collector {
  const empty = (): Gathering => ({
    works: new Map(),
    authors: new Map(),
    editions: new Map(),
    redirects: [],
    opinions: { dumps: new Set(), readers: new Map() },
  })
  let batch = empty()
  const size = () =>
    batch.works.size + batch.authors.size + batch.editions.size + batch.redirects.length + batch.opinions.readers.size
  return {
    size,
    take() {
      const taken = batch
      batch = empty()
      return taken
    },
    add(text) {
      if (text === '' || text === '\r') return undefined
      const columns = text.split('\t')
      const [type, key, , modified, ...json] = columns
      if (type?.startsWith('/works/')) return addOpinion(batch, columns, counts)
      if (columns.length < 5) return `${columns.length} columns instead of five`
      if (type === '/type/redirect') return addRedirect(batch, columns, counts)
      const kind = kinds.get(type ?? '')
      if (!kind) {
        counts.passed += 1
        return undefined
      }
      const id = idOf(key, kind.letter)
      if (id === undefined || id >= sampleFrom) return `it has no key like OL1${kind.letter}`
      const parsed = parseObject(json.join('\t'))
      if (!parsed) return 'its last column is not a JSON object'
      // an author without a name or an edition without a work cannot be found
      const isTaken = kind.put(batch, { id, json: parsed, modified: secondsOf(modified) })
      counts[isTaken ? kind.into : 'passed'] += 1
      return undefined
    },
  }
}

/** Adds a redirect of a former key; returns the problem, if any. Redirects of editions are ignored. */
function addRedirect({ redirects }: Gathering, columns: readonly string[], counts: Counts): string | undefined {
  const [, key, , , ...json] = columns
  const location = parseObject(json.join('\t'))?.location
  for (const [kind, letter] of [
    ['work', 'W'],
    ['author', 'A'],
  ] as const) {
    const [id, target] = [idOf(key, letter), idOf(location, letter)]
    if (id === undefined || target === undefined || id >= sampleFrom || target >= sampleFrom) continue
    redirects.push({ kind, id, target })
    counts.redirects += 1
    return undefined
  }
  counts.passed += 1
  return undefined
}

const nobody: Readers = { stars_1: 0, stars_2: 0, stars_3: 0, stars_4: 0, stars_5: 0, want: 0, reading: 0, done: 0 }

/**
 * Adds a line of ratings or of a reading log: work, edition or nothing, stars or shelf, day. Returns the problem, if
 * any.
 */
function addOpinion({ opinions }: Gathering, columns: readonly string[], counts: Counts): string | undefined {
  const [work, , text = ''] = columns
  const id = idOf(work, 'W')
  if (id === undefined || id >= sampleFrom) return 'it has no key like /works/OL1W'
  const opinion = readOpinion(text)
  if (!opinion) return 'its third column is neither 1 to 5 stars nor a shelf'
  const readers = opinions.readers.get(id) ?? { ...nobody }
  readers[opinion.counter] += 1
  opinions.readers.set(id, readers)
  opinions.dumps.add(opinion.dump)
  counts[opinion.dump] += 1
  return undefined
}

type Json = Readonly<Record<string, unknown>>
interface Row {
  readonly id: number
  readonly json: Json
  readonly modified: number | undefined
}
interface Kind {
  readonly letter: 'W' | 'A' | 'M'
  readonly into: 'works' | 'authors' | 'editions'
  /** Adds the record of a row; returns false if a required member is missing. */
  put(batch: Gathering, row: Row): boolean
}
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    '/type/work',
    {
      letter: 'W',
      into: 'works',
      put: (batch, { id, json, modified }) => {
        batch.works.set(id, readWork(json, modified))
        return true
      },
    },
  ],
  [
    '/type/author',
    {
      letter: 'A',
      into: 'authors',
      put: (batch, { id, json }) => {
        const record = readAuthor(json)
        if (record) batch.authors.set(id, record)
        return record !== undefined
      },
    },
  ],
  [
    '/type/edition',
    {
      letter: 'M',
      into: 'editions',
      put: (batch, { id, json }) => {
        const edition = readEdition(json)
        if (edition) batch.editions.set(id, edition)
        return edition !== undefined
      },
    },
  ],
])

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function secondsOf(time: string | undefined): number | undefined {
  // times are UTC without a zone
  const ms = Date.parse(`${time?.slice(0, 19)}Z`)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
