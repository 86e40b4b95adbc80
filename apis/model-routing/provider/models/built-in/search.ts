// Search over what this gateway has by itself (FACTS 3.15): books, words and facts of its other embedded APIs. It does not reach the web,
// and its answer says so.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { ModelError } from '../../wire/model-error.ts'
import { cutTokens } from './chat/limits.ts'
import type { BuiltInDeps } from './deps.ts'
import { builtInFor } from './models.ts'
import { relevanceOf } from './rerank.ts'
import { meaningfulStems, wordsOf } from './text/words.ts'

const mostQueries = 8
const mostResults = 20
const longestQuery = 500
const defaultTokens = 1000

export const createSearchHandlers = (
  deps: Pick<BuiltInDeps, 'ask' | 'log'>,
): HandlersFor<typeof endpoints, 'searchWeb'> => ({
  async searchWeb({ body }, { account }) {
    const asked: Readonly<Record<string, unknown>> = { ...body }
    builtInFor('search', typeof asked.model === 'string' ? asked.model : undefined)
    if (asked.stream === true) throw invalid('A search is never streamed.', 'stream')
    const queries = queriesOf(asked)
    const found = (await Promise.all(queries.map((query) => search({ ...deps, account }, query)))).flat()
    const results = [...new Map(found.map((result) => [result.url, result])).values()].slice(0, mostResults)
    const most = asked.max_output_tokens
    const limit = typeof most === 'number' && most > 0 ? Math.min(most, 20_000) : defaultTokens
    const { text } = await cutTokens(written(queries, results), limit)
    return { output: text, results }
  },
})

interface Result {
  readonly url: string
  readonly title: string
  readonly snippet: string
}

function written(queries: readonly string[], results: readonly Result[]): string {
  const said = `Searched the gateway's own material (books, words, facts), not the web, for: ${queries.join('; ')}.`
  if (results.length === 0) return `${said}\nNothing was found.`
  return [said, ...results.map(({ title, snippet, url }, at) => `[${at + 1}] ${title}: ${snippet} (${url})`)].join('\n')
}

function queriesOf({ commands, query, input }: Readonly<Record<string, unknown>>): string[] {
  const list: unknown = Reflect.get(Object(commands), 'search_query')
  const said = Array.isArray(list) ? list.map((one): unknown => Reflect.get(Object(one), 'q')) : []
  const texts = [...said, query, ...(said.length > 0 ? [] : [input])].filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
  if (texts.length === 0) throw invalid('commands.search_query needs at least one q.', 'commands')
  if (texts.length > mostQueries) throw invalid(`At most ${mostQueries} queries in one call.`, 'commands')
  return texts.map((text) => text.trim().slice(0, longestQuery))
}

interface Searcher extends Pick<BuiltInDeps, 'ask' | 'log'> {
  readonly account: string
}
type Source = (searcher: Searcher, query: string) => Promise<Result[]>

/** The best of each kind that fits, best first. A part of the gateway that is not there has nothing to say. */
async function search(searcher: Searcher, query: string): Promise<Result[]> {
  const all = await Promise.all([books, words, facts].map((source) => orNothing(searcher, source, query)))
  const results = all.flat()
  const scores = await relevanceOf(
    query,
    results.map(({ title, snippet }) => `${title} ${snippet}`),
  )
  return results
    .map((result, at) => ({ result, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0.02)
    .sort((a, b) => b.score - a.score)
    .map(({ result }) => result)
}

async function orNothing(searcher: Searcher, source: Source, query: string): Promise<Result[]> {
  try {
    return await source(searcher, query)
  } catch (error) {
    searcher.log.info('a part of the gateway could not be searched', { cause: String(error) })
    return []
  }
}

const books: Source = async ({ ask, account }, query) => {
  // plain words: signs of the catalogue's own query language are none of the caller's business
  const q = wordsOf(query).join(' ')
  if (q.length < 3) return []
  const answer = await ask('book-catalogue', 'searchBooks', { q, limit: 8 }, account)
  return listIn(answer, 'docs').flatMap((book) => {
    const key = textIn(book, 'key')
    const title = textIn(book, 'title')
    if (key === undefined || title === undefined) return []
    const authors = listIn(book, 'author_name')
      .filter((name) => typeof name === 'string')
      .join(', ')
    const year = Reflect.get(Object(book), 'first_publish_year')
    const parts = [
      authors === '' ? 'A book' : `A book by ${authors}`,
      typeof year === 'number' ? `first published ${year}` : '',
    ]
    return [
      { url: `https://openlibrary.org${key}`, title, snippet: `${parts.filter((part) => part !== '').join(', ')}.` },
    ]
  })
}

const words: Source = async ({ ask, account }, query) => {
  const stems = meaningfulStems(query)
  if (stems.length === 0 || stems.length > 3) return []
  const spelled = wordsOf(query).join(' ')
  const answer = await ask('word-finding', 'words', { sp: spelled, md: 'd', max: 3 }, account)
  return (Array.isArray(answer) ? answer : []).flatMap((entry: unknown) => {
    const word = textIn(entry, 'word')
    const definitions = listIn(entry, 'defs').filter((definition) => typeof definition === 'string')
    if (word === undefined || definitions.length === 0) return []
    const snippet = definitions
      .slice(0, 3)
      .map((definition) => definition.replace('\t', ' '))
      .join('; ')
    return [{ url: `https://api.datamuse.com/words?sp=${encodeURIComponent(word)}&md=d`, title: word, snippet }]
  })
}

const facts: Source = async ({ ask, account }, query) => {
  const stems = new Set(meaningfulStems(query))
  const answer = await ask('cat-facts', 'facts', { limit: 1000 }, account)
  return listIn(answer, 'data')
    .map((entry) => textIn(entry, 'fact') ?? '')
    .filter((fact) => meaningfulStems(fact).filter((stem) => stems.has(stem)).length >= Math.min(2, stems.size))
    .filter((fact) => fact !== '' && stems.size > 0)
    .slice(0, 5)
    .map((fact, at) => ({ url: `https://catfact.ninja/facts#${at + 1}`, title: 'Cat fact', snippet: fact }))
}

function listIn(value: unknown, name: string): unknown[] {
  const list: unknown = Reflect.get(Object(value), name)
  return Array.isArray(list) ? list : []
}
function textIn(value: unknown, name: string): string | undefined {
  const text: unknown = Reflect.get(Object(value), name)
  return typeof text === 'string' ? text : undefined
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
