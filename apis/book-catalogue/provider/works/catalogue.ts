// Finds works: counts them, orders them, reads their documents. Results are cached until the catalogue changes, because
// callers page through one result.

import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { createSnapshot, inChunks, readRevision } from '#provider/sql'
import { parseRecord } from '../../model/records.ts'
import type { Db, Dialect, Tables } from '../../tables.ts'
import type { WorkDoc } from '../documents/work-doc.ts'
import { fromWhere, sourceOf } from '../query/condition-sql.ts'
import type { Condition } from '../query/query-compile.ts'
import { workScore } from '../query/relevance.ts'
import { workIndex } from '../word-index.ts'
import type { Order } from './sort-orders.ts'

interface WorksQuery {
  readonly condition: Condition
  /** Order; undefined for relevance to `words`. */
  readonly order: Order | undefined
  readonly words: readonly string[]
  readonly start: number
  readonly limit: number
}
interface WorksPage {
  readonly count: number
  readonly docs: readonly WorkDoc[]
}
export interface Catalogue {
  /** Returns the matching works, from `start` on. */
  works(query: WorksQuery): Promise<WorksPage>
  /** Caches a value computed from the current catalogue; it is computed again after a change. */
  cached<T>(key: string, compute: () => Promise<T>): Promise<T>
  /** True if responses come from the sample. */
  isSample(): Promise<boolean>
  /** Clears the cache after an import. */
  drop(): void
}

const maxCached = 300
/** The limit of matches, the most popular, ordered by relevance; the rest stays in order of popularity. */
const maxRanked = 300

interface State {
  readonly isSample: boolean
  readonly results: Map<string, Promise<unknown>>
}

export function createCatalogue({ db, dialect, now }: Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now'>): Catalogue {
  const state = createSnapshot<State>({
    now: () => now(),
    revision: () => readRevision(db, 'book_catalogue_state'),
    async load() {
      const row = await db.selectFrom('book_catalogue_state').select('sample').where('id', '=', 1).executeTakeFirst()
      return { isSample: row?.sample === 1, results: new Map() }
    },
  })

  async function cached<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const { results } = await state.get()
    const known = results.get(key)
    // the key identifies the computation, so the value has the type of the same caller
    if (known) return known as Promise<T>
    if (results.size >= maxCached) for (const oldest of [...results.keys()].slice(0, 50)) results.delete(oldest)
    const computed = compute()
    results.set(key, computed)
    computed.catch(() => results.delete(key))
    return computed
  }

  return {
    cached,
    isSample: async () => (await state.get()).isSample,
    drop: state.drop,
    async works(query) {
      const { condition } = query
      const key = JSON.stringify(condition)
      const count = await cached(`count ${key}`, () => countOf(db, dialect, condition))
      if (query.limit === 0 || query.start >= count) return { count, docs: [] }
      const ids = await idsOf(query, {
        page: (start, limit) => pageOf(db, dialect, { ...query, start, limit }),
        ranked: () => cached(`ranked ${key} ${query.words.join(' ')}`, () => rankedOf(db, dialect, query)),
      })
      return { count, docs: await docsOf(db, ids) }
    },
  }
}

async function countOf(db: Db, dialect: Dialect, condition: Condition): Promise<number> {
  if (condition.kind === 'false') return 0
  const { text, rest } = sourceOf(condition)
  // counting in the index alone is cheaper than joining each work
  const query =
    text && rest.kind === 'true'
      ? sql<{ count: number }>`select count(*) as count from (${workIndex.matchingIds(dialect, text)}) t`
      : sql<{ count: number }>`select count(*) as count ${fromWhere(dialect, condition)}`
  return Number((await query.execute(db)).rows[0]?.count ?? 0)
}

interface Reading {
  page(start: number, limit: number): Promise<number[]>
  ranked(): Promise<number[]>
}

async function idsOf(query: WorksQuery, read: Reading): Promise<number[]> {
  if (query.order) return read.page(query.start, query.limit)
  const ids = query.start < maxRanked ? (await read.ranked()).slice(query.start, query.start + query.limit) : []
  const missing = query.limit - ids.length
  const from = Math.max(query.start, maxRanked)
  return missing > 0 ? [...ids, ...(await read.page(from, query.start + query.limit - from))] : ids
}

async function pageOf(db: Db, dialect: Dialect, query: WorksQuery): Promise<number[]> {
  if (query.limit <= 0) return []
  const order = query.order?.parts ?? [sql`r.popularity desc`, sql`r.id asc`]
  const statement = sql<{ id: number }>`select r.id as id ${fromWhere(dialect, query.condition)}
    order by ${sql.join(order)} limit ${query.limit} offset ${query.start}`
  return (await statement.execute(db)).rows.map((row) => row.id)
}

async function rankedOf(db: Db, dialect: Dialect, query: WorksQuery): Promise<number[]> {
  const ids = await pageOf(db, dialect, { ...query, order: undefined, start: 0, limit: maxRanked })
  if (query.words.length === 0) return ids
  const ranks = await db
    .selectFrom('book_catalogue_ranks')
    .select(['id', 'popularity'])
    .where('id', 'in', ids)
    .execute()
  const popularity = new Map(ranks.map((row) => [row.id, row.popularity]))
  const scored = (await docsOf(db, ids)).map((doc) => {
    const score = workScore(query.words, { title: doc.title, authors: doc.author_name ?? [] })
    const id = workIdOf(doc.key)
    return { id, score: score * (popularity.get(id) ?? 1) }
  })
  return scored.sort((a, b) => b.score - a.score || a.id - b.id).map(({ id }) => id)
}

/** Reads the documents of ids, in their order. */
async function docsOf(db: Db, ids: readonly number[]): Promise<WorkDoc[]> {
  const docs = new Map<number, WorkDoc>()
  for (const some of inChunks(ids)) {
    const rows = await db.selectFrom('book_catalogue_docs').selectAll().where('id', 'in', some).execute()
    for (const row of rows) docs.set(row.id, parseRecord(row.doc))
  }
  return ids.flatMap((id) => docs.get(id) ?? [])
}

/** Returns 27448 of `/works/OL27448W`. */
export function workIdOf(key: string): number {
  const [digits = '0'] = /\d+/.exec(key) ?? []
  return Number(digits)
}
