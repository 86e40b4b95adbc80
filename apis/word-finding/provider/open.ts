// Opens the provider: the lexicon and the searches over it.
import { type Call, type ProviderKit, reply } from '#define'
import { openTables } from './lexicon/open.ts'
import { createWordFinder } from './search/word-finder.ts'

const headers = { 'content-type': 'application/json', 'cache-control': 'no-transform, max-age=86400' }

export async function openWordFinding({ cacheFolder, log }: Pick<ProviderKit, 'cacheFolder' | 'log'>) {
  const { words, suggest } = createWordFinder(await openTables({ folder: cacheFolder, log }))
  return {
    handlers: {
      words: (_input: unknown, { request }: Call) => reply(words(request.query), { headers }),
      suggest: (_input: unknown, { request }: Call) => reply(suggest(request.query), { headers }),
    },
  }
}
