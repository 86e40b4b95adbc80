// /search/authors.json: authors whose names hold all the words, the exact name and the busiest authors first (FACTS).
import { type RawBuilder, sql } from 'kysely'
import type { Kit } from '#define'
import type { Tables } from '../tables.ts'
import type { Catalogue } from './catalogue.ts'
import { parseRecord } from './records.ts'
import { badValue, readNumber } from './refusals.ts'
import { scoreOf } from './relevance.ts'
import { dialectOf, nameIndex, type TextQuery } from './word-index.ts'
import { wordsOf } from './words.ts'

type Values = Readonly<Record<string, unknown>>
type AuthorDoc = Record<string, unknown>

export interface AuthorSearch {
  numFound: number
  start: number
  numFoundExact: boolean
  docs: AuthorDoc[]
}

const mostResults = 1000
const furthest = 1_000_000_000
const mostRanked = 300
const mostWords = 20
const columns = ['name', 'alias']

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  'work_count desc': sql`a.work_count desc`,
  name: sql`a.name asc`,
  'birth_date asc': sql`a.birth_year is null, a.birth_year asc`,
  'birth_date desc': sql`a.birth_year is null, a.birth_year desc`,
}

/** Answers a search for authors. Throws refusals (422) for values the provider does not take. */
export async function searchAuthors(catalogue: Catalogue, given: Values, kit: Kit<Tables>): Promise<AuthorSearch> {
  const limit = Math.min(mostResults, readNumber('limit', given.limit, { least: 0, otherwise: 100 }))
  const page = readNumber('page', given.page, { least: 1, otherwise: 1 })
  const offset = readNumber('offset', given.offset, { least: 0, otherwise: -1 })
  const start = Math.min(furthest, offset >= 0 ? offset : (page - 1) * limit)
  const order = readOrder(given.sort, kit.now())
  const q = typeof given.q === 'string' ? given.q : ''
  const query = queryOf(q)
  if (!query) return { numFound: 0, start, numFoundExact: true, docs: [] }
  const found = sql`from (${nameIndex.found(await dialectOf(kit.db), query)}) t
    join book_catalogue_authors a on a.id = t.id where a.doc <> ''`
  const about = JSON.stringify(query)
  const count = await catalogue.remembered(kit, `authors ${about}`, async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count ${found}`.execute(kit.db)
    return Number(rows[0]?.count ?? 0)
  })
  const read = async (by: RawBuilder<unknown>, from: number, most: number): Promise<AuthorDoc[]> => {
    if (most <= 0) return []
    const { rows } = await sql<{ doc: string }>`select a.doc as doc ${found}
      order by ${by}, a.id limit ${most} offset ${from}`.execute(kit.db)
    return rows.map((row) => parseRecord(row.doc))
  }
  const docs = order ? await read(order, start, limit) : await ranked()
  return { numFound: count, start, numFoundExact: true, docs: docs.map((doc) => picked(doc, given.fields)) }

  async function ranked(): Promise<AuthorDoc[]> {
    const busiest = sql`a.work_count desc`
    const top = start < mostRanked ? await read(busiest, 0, mostRanked) : []
    const some = byRelevance(top, wordsOf(q)).slice(start, start + limit)
    const from = Math.max(start, mostRanked)
    return [...some, ...(await read(busiest, from, start + limit - from))]
  }
}

/** All words, in the name or in another name. A prefix is told by its star. */
function queryOf(q: string): TextQuery | undefined {
  const parts = q.split(/\s+/).flatMap((text) => {
    const words = wordsOf(text)
    const isPrefix = text.endsWith('*')
    return words.map(
      (word, at): TextQuery => ({ kind: 'word', columns, word, prefix: isPrefix && at === words.length - 1 }),
    )
  })
  return parts.length === 0 ? undefined : { kind: 'and', parts: parts.slice(0, mostWords) }
}

function byRelevance(docs: readonly AuthorDoc[], words: readonly string[]): AuthorDoc[] {
  const scored = docs.map((doc) => {
    const others = Array.isArray(doc.alternate_names) ? doc.alternate_names.map(String) : []
    const score = scoreOf(words, [
      { text: wordsOf(String(doc.name)), weight: 2, phrase: 10 },
      { text: others.flatMap(wordsOf), weight: 1, phrase: 10 },
    ])
    return { doc, score: score + Math.min(Number(doc.work_count), 20) }
  })
  // sorting is stable, so equal ones stay in order of their works
  return scored.sort((a, b) => b.score - a.score).map(({ doc }) => doc)
}

function readOrder(value: unknown, nowMs: number): RawBuilder<unknown> | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const text = value.trim().toLowerCase()
  const known = Object.hasOwn(orders, text) ? orders[text] : undefined
  if (known) return known
  if (!/^random(?:[_.]\w{0,60})?$/.test(text)) throw badValue('sort', `Unknown sort key: ${text.slice(0, 80)}`, value)
  const hourMs = 3_600_000
  const moment = text === 'random.hourly' ? nowMs / hourMs : text === 'random.daily' ? nowMs / (24 * hourMs) : nowMs
  const seed = text.startsWith('random_')
    ? [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 99_991, 7)
    : moment
  const factor = 1 + (Math.floor(seed) % 2_147_483_000)
  return sql`(a.id * cast(${factor} as bigint)) % cast(2147483647 as bigint)`
}

function picked(doc: AuthorDoc, fields: unknown): AuthorDoc {
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : ['*']
  if (names.includes('*') || names.every((name) => name === '')) return doc
  return Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)))
}
