// Finds works: counts them, orders them, reads their documents. What was found is remembered until the catalogue changes,
// because callers page through one result.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { fromWhere, sourceOf } from './condition-sql.ts'
import type { Condition } from './query-compile.ts'
import { parseRecord } from './records.ts'
import { workScore } from './relevance.ts'
import type { Order } from './sort-orders.ts'
import { type Dialect, dialectOf, workIndex } from './word-index.ts'
import type { WorkDoc } from './work-doc.ts'

type Db = ProviderKit<Tables>['db']

export interface Wish {
  readonly condition: Condition
  /** Undefined: by relevance to `words`. */
  readonly order: Order | undefined
  readonly words: readonly string[]
  readonly start: number
  readonly limit: number
}
export interface Found {
  readonly count: number
  readonly docs: readonly WorkDoc[]
}
export interface Catalogue {
  /** The works that fit, from `start` on. */
  works(kit: ProviderKit<Tables>, wish: Wish): Promise<Found>
  /** Something made of the catalogue as it is now, made again after a change. */
  remembered<T>(kit: ProviderKit<Tables>, key: string, make: () => Promise<T>): Promise<T>
  /** Whether the sample is what answers. */
  isSample(kit: ProviderKit<Tables>): Promise<boolean>
}

/** How old the knowledge of the revision may be. */
const freshMs = 1000
const mostRemembered = 300
/** The most popular of the works found are ordered by relevance; what follows them stays in order of popularity. */
const mostRanked = 300

interface Slot {
  revision: number
  sample: boolean
  checkedMs: number
  readonly results: Map<string, Promise<unknown>>
}

export function createCatalogue(): Catalogue {
  const slots = new WeakMap<Db, Slot>()

  async function slotOf(kit: ProviderKit<Tables>): Promise<Slot> {
    const slot = slots.get(kit.db) ?? {
      revision: -1,
      sample: false,
      checkedMs: Number.NEGATIVE_INFINITY,
      results: new Map(),
    }
    slots.set(kit.db, slot)
    if (Math.abs(kit.now() - slot.checkedMs) < freshMs) return slot
    const row = await kit.db.selectFrom('book_catalogue_state').selectAll().where('id', '=', 1).executeTakeFirst()
    if (row?.revision !== slot.revision) slot.results.clear()
    slot.revision = row?.revision ?? 0
    slot.sample = row?.sample === 1
    slot.checkedMs = kit.now()
    return slot
  }
  async function remembered<T>(kit: ProviderKit<Tables>, key: string, make: () => Promise<T>): Promise<T> {
    const { results } = await slotOf(kit)
    const known = results.get(key)
    // The key names what was made, so it is of the type that the same caller made before.
    if (known) return known as Promise<T>
    if (results.size >= mostRemembered) for (const oldest of [...results.keys()].slice(0, 50)) results.delete(oldest)
    const made = make()
    results.set(key, made)
    made.catch(() => results.delete(key))
    return made
  }

  return {
    remembered,
    isSample: async (kit) => (await slotOf(kit)).sample,
    async works(kit, wish) {
      const dialect = await dialectOf(kit.db)
      const { condition } = wish
      const about = JSON.stringify(condition)
      const count = await remembered(kit, `count ${about}`, () => countOf(kit.db, dialect, condition))
      if (wish.limit === 0 || wish.start >= count) return { count, docs: [] }
      const ids = await idsOf(wish, {
        page: (start, limit) => pageOf(kit.db, dialect, { ...wish, start, limit }),
        ranked: () => remembered(kit, `ranked ${about} ${wish.words.join(' ')}`, () => rankedOf(kit.db, dialect, wish)),
      })
      return { count, docs: await docsOf(kit.db, ids) }
    },
  }
}

async function countOf(db: Db, dialect: Dialect, condition: Condition): Promise<number> {
  if (condition.kind === 'false') return 0
  const { text, rest } = sourceOf(condition)
  // Counting in the index alone spares a look at each work.
  const query =
    text && rest.kind === 'true'
      ? sql<{ count: number }>`select count(*) as count from (${workIndex.found(dialect, text)}) t`
      : sql<{ count: number }>`select count(*) as count ${fromWhere(dialect, condition)}`
  return Number((await query.execute(db)).rows[0]?.count ?? 0)
}

interface Reading {
  page(start: number, limit: number): Promise<number[]>
  ranked(): Promise<number[]>
}

async function idsOf(wish: Wish, read: Reading): Promise<number[]> {
  if (wish.order) return read.page(wish.start, wish.limit)
  const ids = wish.start < mostRanked ? (await read.ranked()).slice(wish.start, wish.start + wish.limit) : []
  const missing = wish.limit - ids.length
  const from = Math.max(wish.start, mostRanked)
  return missing > 0 ? [...ids, ...(await read.page(from, wish.start + wish.limit - from))] : ids
}

async function pageOf(db: Db, dialect: Dialect, wish: Wish): Promise<number[]> {
  if (wish.limit <= 0) return []
  const order = wish.order?.parts ?? [sql`r.popularity desc`, sql`r.id asc`]
  const query = sql<{ id: number }>`select r.id as id ${fromWhere(dialect, wish.condition)}
    order by ${sql.join(order)} limit ${wish.limit} offset ${wish.start}`
  return (await query.execute(db)).rows.map((row) => row.id)
}

async function rankedOf(db: Db, dialect: Dialect, wish: Wish): Promise<number[]> {
  const ids = await pageOf(db, dialect, { ...wish, order: undefined, start: 0, limit: mostRanked })
  if (wish.words.length === 0) return ids
  const ranks = await db
    .selectFrom('book_catalogue_ranks')
    .select(['id', 'popularity'])
    .where('id', 'in', ids)
    .execute()
  const popularity = new Map(ranks.map((row) => [row.id, row.popularity]))
  const scored = (await docsOf(db, ids)).map((doc) => {
    const score = workScore(wish.words, { title: doc.title, authors: doc.author_name ?? [] })
    const id = workIdOf(doc.key)
    return { id, score: score * (popularity.get(id) ?? 1) }
  })
  return scored.sort((a, b) => b.score - a.score || a.id - b.id).map(({ id }) => id)
}

const idsPerStatement = 500

/** The documents of ids, in their order. */
export async function docsOf(db: Db, ids: readonly number[]): Promise<WorkDoc[]> {
  const docs = new Map<number, WorkDoc>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const rows = await db.selectFrom('book_catalogue_docs').selectAll().where('id', 'in', some).execute()
    for (const row of rows) docs.set(row.id, parseRecord(row.doc))
  }
  return ids.flatMap((id) => docs.get(id) ?? [])
}

/** 27448 of `/works/OL27448W`. */
export function workIdOf(key: string): number {
  return Number(/\d+/.exec(key)?.[0] ?? 0)
}
