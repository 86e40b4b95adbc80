// The embedded provider: words by meaning, sound, spelling and relation, from WordNet and the CMU dictionary. What it needs is loaded
// with the first call, which may have to wait for the lexicon to be made.
import { defineProvider, type Kit, type Provider, type Reply, reply } from '#define'
import api from './api.ts'
import type { WordItem } from './provider/describe.ts'
import type { WordFinder } from './provider/word-finder.ts'

const headers = { 'content-type': 'application/json', 'cache-control': 'no-transform, max-age=86400' }

/** One provider with a word finder of its own. */
export function createProvider(): Provider {
  let opened: { readonly folder: string; readonly finder: Promise<WordFinder> } | undefined

  /** Calls at the same time wait for the same; after a failure the next call tries anew. */
  function finder(kit: Kit): Promise<WordFinder> {
    if (opened?.folder === kit.cacheFolder) return opened.finder
    const opening = { folder: kit.cacheFolder, finder: openFinder(kit) }
    opened = opening
    opening.finder.catch(() => {
      if (opened === opening) opened = undefined
    })
    return opening.finder
  }
  async function answer(kit: Kit, find: (finder: WordFinder) => WordItem[]): Promise<Reply<WordItem[]>> {
    return reply(find(await finder(kit)), { headers })
  }
  return defineProvider(api, {
    words: (_input, kit) => answer(kit, ({ words }) => words(kit.request.query)),
    suggest: (_input, kit) => answer(kit, ({ suggest }) => suggest(kit.request.query)),
  })
}
export default createProvider()

async function openFinder({ cacheFolder, log }: Kit): Promise<WordFinder> {
  const [{ openTables }, { createWordFinder }] = await Promise.all([
    import('./provider/lexicon/open.ts'),
    import('./provider/word-finder.ts'),
  ])
  return createWordFinder(await openTables({ folder: cacheFolder, log }))
}
