// Translation memories and their segments in the database.

import { type Kysely, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { present } from '#define/present'
import { exclusively } from '#provider/sql'
import type { MemoriesTable, SegmentsTable, Tables } from '../../tables.ts'
import { badRequest, notFound } from '../errors.ts'
import { newUuid, uuidIn } from '../ids.ts'
import { exactKey, wordKeys } from './segment-keys.ts'
import { createKeyWriter, createTableWriter } from './segment-writer.ts'

export interface MemoryRecord extends Omit<MemoriesTable, 'targets'> {
  readonly targets: readonly string[]
}
export interface Segment {
  readonly number: number
  readonly source: string
  /** Text by language code. */
  readonly targets: Readonly<Record<string, string>>
}
export interface NewSegment extends Omit<Segment, 'number'> {}
export interface MemoryStore {
  list(account: string, page: { readonly number: number; readonly size: number }): Promise<MemoryRecord[]>
  count(account: string): Promise<number>
  /** Throws 400 if the account has reached its limit of memories. */
  requireRoom(account: string): Promise<void>
  /** Returns the memory; throws 404 if there is none. */
  get(account: string, id: string): Promise<MemoryRecord>
  /** Begins to write the segments of a memory, which is invisible until `publish`. */
  begin(): MemoryWriter
  remove(account: string, id: string): Promise<void>
  /** Up to `limit` segments with a greater number. */
  segmentsAfter(id: string, number: number, limit: number): Promise<Segment[]>
  /** Segments that share words with the text, those that share most first. */
  similar(id: string, text: string): Promise<Segment[]>
  removeSegments(id: string): Promise<void>
}
export interface MemoryWriter {
  readonly id: string
  add(segments: readonly NewSegment[]): Promise<void>
  /**
   * Makes the memory visible. Throws 400 if the account has too many, even if they were published by other processes.
   */
  publish(memory: { readonly account: string; readonly name: string; readonly source: string }): Promise<MemoryRecord>
}

const maxMemories = 1000
/** Limit of the segments compared with one text. */
const maxCandidates = 40
/** A word in more segments than this is too unspecific, and slow to look up. */
const maxSegmentsOfKey = 2000

type StoreDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>

export function createMemoryStore(deps: StoreDeps): MemoryStore {
  const { db } = deps
  const rows = () => db.selectFrom('translation_memories').selectAll()

  async function get(account: string, memoryId: string): Promise<MemoryRecord> {
    const id = uuidIn(memoryId, 'translation_memory_id')
    const row = await rows().where('account', '=', account).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('Translation memory not found')
    return recordOf(row)
  }

  async function removeSegments(id: string): Promise<void> {
    await db.deleteFrom('translation_segment_keys').where('memory_id', '=', id).execute()
    await db.deleteFrom('translation_segments').where('memory_id', '=', id).execute()
  }

  return {
    get,
    removeSegments,
    async list(account, { number, size }) {
      const page = rows().where('account', '=', account).orderBy('created_at').orderBy('id')
      return (
        await page
          .limit(size)
          .offset(number * size)
          .execute()
      ).map(recordOf)
    },
    count: (account) => countOf(db, account),
    requireRoom: (account) => requireRoom(db, account),
    begin: () => createMemoryWriter(deps),
    async remove(account, id) {
      const { id: known } = await get(account, id)
      await db.deleteFrom('translation_memories').where('account', '=', account).where('id', '=', known).execute()
      await removeSegments(known)
    },
    async segmentsAfter(id, number, limit) {
      const found = await db
        .selectFrom('translation_segments')
        .select(['number', 'source_text', 'targets'])
        .where('memory_id', '=', id)
        .where('number', '>', number)
        .orderBy('number')
        .limit(limit)
        .execute()
      return found.map(segmentOf)
    },
    async similar(id, text) {
      const keys = [exactKey(text), ...wordKeys(text)]
      const { rows: found } = await sql<Pick<SegmentsTable, 'number' | 'source_text' | 'targets'>>`
        select s.number, s.source_text, s.targets from translation_segments s
        join (select number, count(*) as hits from translation_segment_keys
          where memory_id = ${id} and "key" in (${sql.join(keys)})
          group by number order by hits desc, number limit ${maxCandidates}) k on k.number = s.number
        where s.memory_id = ${id} order by k.hits desc, s.number`.execute(db)
      return found.map(segmentOf)
    },
  }
}

/** Creates the writer of a new memory. */
function createMemoryWriter({ db, dialect, now, random }: StoreDeps): MemoryWriter {
  const id = newUuid(random)
  const languages = new Set<string>()
  const isFrequent = createFrequency()
  const segments = createTableWriter(db, 'translation_segments')
  const keys = createKeyWriter(createTableWriter(db, 'translation_segment_keys'))
  let number = 0
  return {
    id,
    async add(added) {
      const stored: SegmentsTable[] = added.map(({ source, targets }) => {
        for (const language of Object.keys(targets)) languages.add(language)
        for (const key of wordKeys(source)) {
          if (!isFrequent(key)) keys.add({ memory_id: id, key, number })
        }
        keys.add({ memory_id: id, key: exactKey(source), number })
        const folded = [source, ...Object.values(targets)].join('\n').toLowerCase()
        return { memory_id: id, number: number++, source_text: source, folded, targets: JSON.stringify(targets) }
      })
      await segments.write(stored)
      await keys.writeMany()
    },
    async publish({ account, name, source }) {
      await keys.writeAll()
      const targets = JSON.stringify([...languages].sort())
      const row = {
        account,
        id,
        name,
        source,
        targets,
        segment_count: number,
        created_at: now(),
        updated_at: now(),
      }
      await exclusively({ db, dialect }, `translation_memories ${account}`, async (trx) => {
        await requireRoom(trx, account)
        await trx.insertInto('translation_memories').values(row).execute()
      })
      return recordOf(row)
    },
  }
}

async function countOf(db: Kysely<Tables>, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('translation_memories')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function requireRoom(db: Kysely<Tables>, account: string): Promise<void> {
  if ((await countOf(db, account)) >= maxMemories)
    throw badRequest(`There are already ${maxMemories} translation memories`)
}

function recordOf({ targets, ...row }: MemoriesTable): MemoryRecord {
  return { ...row, targets: JSON.parse(targets) }
}

function segmentOf({
  number,
  source_text,
  targets,
}: Pick<SegmentsTable, 'number' | 'source_text' | 'targets'>): Segment {
  return { number, source: source_text, targets: JSON.parse(targets) }
}

/** Number of counters for all keys of a memory; keys that share a counter reach the limit sooner. */
const counters = 1 << 20

/**
 * Creates a test whether a key has occurred in too many segments, counting this one. Its memory is bounded for any
 * keys.
 */
function createFrequency(): (key: string) => boolean {
  const counts = new Uint16Array(counters)
  return (key) => {
    let hash = 0
    for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
    // the low bits of short keys differ little
    const counter = (Math.imul(hash, 0x9e3779b1) >>> 12) % counters
    const count = Math.min(maxSegmentsOfKey + 1, present(counts[counter]) + 1)
    counts[counter] = count
    return count > maxSegmentsOfKey
  }
}
