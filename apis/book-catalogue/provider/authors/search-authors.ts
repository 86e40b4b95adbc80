// /search/authors.json: authors whose names contain all words, the exact name and the most prolific authors first
// (SOURCES 2.1).
import { type RawBuilder, sql } from 'kysely'
import { parseRecord } from '../../model/records.ts'
import { invalidValue } from '../errors.ts'
import { readNumber } from '../parameters.ts'
import { scoreOf } from '../query/relevance.ts'
import { nameIndex, type TextQuery } from '../word-index.ts'
import { storedWordsOf, wordsOf } from '../words.ts'
import type { SearchDeps, Values } from '../works/search-works.ts'

type AuthorDoc = Record<string, unknown>

interface AuthorSearch {
  numFound: number
  start: number
  numFoundExact: boolean
  docs: AuthorDoc[]
}

const maxResults = 1000
const maxOffset = 1_000_000_000
const maxRanked = 300
const maxWords = 20
const columns = ['name', 'alias']

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  'work_count desc': sql`a.work_count desc`,
  name: sql`a.name asc`,
  'birth_date asc': sql`a.birth_year is null, a.birth_year asc`,
  'birth_date desc': sql`a.birth_year is null, a.birth_year desc`,
}

/** Searches for authors. Throws 422 for values that the provider does not accept. */
export async function searchAuthors({ kit, catalogue }: SearchDeps, parameters: Values): Promise<AuthorSearch> {
  const limit = Math.min(maxResults, readNumber('limit', parameters.limit, { min: 0, fallback: 100 }))
  const page = readNumber('page', parameters.page, { min: 1, fallback: 1 })
  const offset = readNumber('offset', parameters.offset, { min: 0, fallback: -1 })
  const start = Math.min(maxOffset, offset >= 0 ? offset : (page - 1) * limit)
  const order = readOrder(parameters.sort, kit.now())
  const q = typeof parameters.q === 'string' ? parameters.q : ''
  const query = queryOf(q)
  if (!query) return { numFound: 0, start, numFoundExact: true, docs: [] }
  const matches = sql`from (${nameIndex.matchingIds(kit.dialect, query)}) t
    join book_catalogue_authors a on a.id = t.id where a.doc <> ''`
  const key = JSON.stringify(query)
  const count = await catalogue.cached(`authors ${key}`, async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count ${matches}`.execute(kit.db)
    return Number(rows[0]?.count ?? 0)
  })
  const read = async (by: RawBuilder<unknown>, from: number, count: number): Promise<AuthorDoc[]> => {
    if (count <= 0) return []
    const { rows } = await sql<{ doc: string }>`select a.doc as doc ${matches}
      order by ${by}, a.id limit ${count} offset ${from}`.execute(kit.db)
    return rows.map((row) => parseRecord(row.doc))
  }
  const docs = order ? await read(order, start, limit) : await ranked()
  return { numFound: count, start, numFoundExact: true, docs: docs.map((doc) => picked(doc, parameters.fields)) }

  async function ranked(): Promise<AuthorDoc[]> {
    const mostProlific = sql`a.work_count desc`
    const top = start < maxRanked ? await read(mostProlific, 0, maxRanked) : []
    const some = byRelevance(top, wordsOf(q)).slice(start, start + limit)
    const from = Math.max(start, maxRanked)
    return [...some, ...(await read(mostProlific, from, start + limit - from))]
  }
}

/** Returns the query for all words, in the name or an alternative name. A final asterisk makes a prefix. */
function queryOf(q: string): TextQuery | undefined {
  const parts = q.split(/\s+/).flatMap((text) => {
    const words = wordsOf(text)
    const isPrefix = text.endsWith('*')
    return words.map(
      (word, at): TextQuery => ({ kind: 'word', columns, word, prefix: isPrefix && at === words.length - 1 }),
    )
  })
  return parts.length === 0 ? undefined : { kind: 'and', parts: parts.slice(0, maxWords) }
}

function byRelevance(docs: readonly AuthorDoc[], words: readonly string[]): AuthorDoc[] {
  const scored = docs.map((doc) => {
    const others = Array.isArray(doc.alternate_names) ? doc.alternate_names.map(String) : []
    const score = scoreOf(words, [
      { text: storedWordsOf(String(doc.name)), weight: 2, phrase: 10 },
      { text: others.flatMap(storedWordsOf), weight: 1, phrase: 10 },
    ])
    return { doc, score: score + Math.min(Number(doc.work_count), 20) }
  })
  // sorting is stable, so equal scores stay ordered by number of works
  return scored.sort((a, b) => b.score - a.score).map(({ doc }) => doc)
}

function readOrder(value: unknown, nowMs: number): RawBuilder<unknown> | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const text = value.trim().toLowerCase()
  const known = Object.hasOwn(orders, text) ? orders[text] : undefined
  if (known) return known
  if (!/^random(?:[_.]\w{0,60})?$/.test(text))
    throw invalidValue('sort', `Unknown sort key: ${text.slice(0, 80)}`, value)
  const hourMs = 3_600_000
  const moment = text === 'random.hourly' ? nowMs / hourMs : text === 'random.daily' ? nowMs / (24 * hourMs) : nowMs
  const seed = text.startsWith('random_')
    ? [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 99_991, 7)
    : moment
  const factor = 1 + (Math.floor(seed) % 2_147_483_000)
  return sql`(a.id * cast(${factor} as bigint)) % cast(2147483647 as bigint)`
}

function picked(doc: AuthorDoc, fields: unknown): AuthorDoc {
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : ['*']
  if (names.includes('*') || names.every((name) => name === '')) return doc
  return Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)))
}
