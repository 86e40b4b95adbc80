// Opens the provider: the lexicon and the searches over it.
import { type Call, type ProviderKit, refuse, reply } from '#define'
import { openTables } from './lexicon/open.ts'
import { createWordFinder } from './search/word-finder.ts'

const headers = { 'content-type': 'application/json', 'cache-control': 'no-transform, max-age=86400' }

export async function openWordFinding({ cacheFolder, log }: Pick<ProviderKit, 'cacheFolder' | 'log'>) {
  const { words, suggest } = createWordFinder(await openTables({ folder: cacheFolder, log }))
  return {
    handlers: {
      words: (input: object, call: Call) => reply(words(english(queryOf(input, call))), { headers }),
      suggest: (input: object, call: Call) => reply(suggest(english(queryOf(input, call))), { headers }),
    },
  }
}

/** Returns the query of a call. Another API passes values only; an HTTP call can have undeclared parameters. */
function queryOf(input: object, { request }: Call): URLSearchParams {
  if (request.query.size > 0) return request.query
  return new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Throws 501 for other vocabularies: an empty list would suggest that they had no such word. */
function english(query: URLSearchParams): URLSearchParams {
  const vocabulary = query.get('v') ?? ''
  if (['', 'en'].includes(vocabulary)) return query
  const message =
    'The embedded provider knows English words only. Leave v out, or ask the live provider (x-gateway-provider: live).'
  throw refuse(501, { error: { code: 'vocabulary.missing', message } })
}
