// Search over the gateway's own data (SOURCES 3.15): the books of its catalogue. It does not reach the web, and its
// answer says so.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { memberOf } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { cutTokens } from './chat/limits.ts'
import type { BuiltInDeps } from './deps.ts'
import { builtInFor } from './models.ts'
import { wordsOf } from './text/words.ts'

const mostQueries = 8
const mostResults = 20
const longestQuery = 500
const defaultTokens = 1000

export const createSearchHandlers = (
  deps: Pick<BuiltInDeps, 'ask' | 'log'>,
): HandlersFor<typeof endpoints, 'searchWeb'> => ({
  async searchWeb({ body }, { account }) {
    const request: Readonly<Record<string, unknown>> = { ...body }
    builtInFor('search', typeof request.model === 'string' ? request.model : undefined)
    if (request.stream === true) throw invalid('A search is never streamed.', 'stream')
    const queries = queriesOf(request)
    const all = (await Promise.all(queries.map((query) => search({ ...deps, account }, query)))).flat()
    const results = [...new Map(all.map((result) => [result.url, result])).values()].slice(0, mostResults)
    const most = request.max_output_tokens
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
  const summary = `Searched the gateway's own books, not the web, for: ${queries.join('; ')}.`
  if (results.length === 0) return `${summary}\nNothing was found.`
  return [summary, ...results.map(({ title, snippet, url }, at) => `[${at + 1}] ${title}: ${snippet} (${url})`)].join(
    '\n',
  )
}

function queriesOf({ commands, query, input }: Readonly<Record<string, unknown>>): string[] {
  const summary = listIn(commands, 'search_query').map((one) => memberOf(one, 'q'))
  const texts = [...summary, query, ...(summary.length > 0 ? [] : [input])].filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
  if (texts.length === 0) throw invalid('commands.search_query needs at least one q.', 'commands')
  if (texts.length > mostQueries) throw invalid(`At most ${mostQueries} queries in one call.`, 'commands')
  return texts.map((text) => text.trim().slice(0, longestQuery))
}

interface Searcher extends Pick<BuiltInDeps, 'ask' | 'log'> {
  readonly account: string
}

/** Searches the catalogue. The result is empty if it is unavailable: an answer without results is honest too. */
async function search({ ask, log, account }: Searcher, query: string): Promise<Result[]> {
  // plain words: the catalogue has its own query language
  const q = wordsOf(query).join(' ')
  if (q.length < 3) return []
  try {
    const answer = await ask('book-catalogue', 'searchBooks', { q, limit: 8 }, account)
    return listIn(answer, 'docs').flatMap(readBook)
  } catch (error) {
    log.info('the books could not be searched', { cause: String(error) })
    return []
  }
}

function readBook(book: unknown): Result[] {
  const key = textIn(book, 'key')
  const title = textIn(book, 'title')
  if (key === undefined || title === undefined) return []
  const authors = listIn(book, 'author_name').filter((name) => typeof name === 'string')
  const year = memberOf(book, 'first_publish_year')
  const by = authors.length === 0 ? 'A book' : `A book by ${authors.join(', ')}`
  const snippet = typeof year === 'number' ? `${by}, first published ${year}.` : `${by}.`
  return [{ url: `https://openlibrary.org${key}`, title, snippet }]
}

function listIn(value: unknown, name: string): unknown[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list : []
}
function textIn(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : undefined
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
