// Loads the terms of a translation, from one glossary or up to five, for one language pair. The most recently used stay
// in memory.
import { badRequest, notFound } from '../errors.ts'
import { uuidIn } from '../ids.ts'
import { storedEntries } from './entries.ts'
import type { LanguagePair } from './fields.ts'
import type { GlossaryStore } from './store.ts'
import { createTermIndex, type Dictionary, indexDictionary, type TermIndex } from './term-index.ts'

export interface GlossaryChoice {
  readonly glossary_id?: string | undefined
  readonly glossary_ids?: readonly string[] | undefined
}
export type TermsFor = (
  account: string,
  choice: GlossaryChoice,
  pair: Partial<LanguagePair>,
) => Promise<TermIndex | undefined>

const maxGlossaries = 5
/** Limit of entries in memory. */
const cachedEntries = 200_000

export function createTermsFor(store: GlossaryStore): TermsFor {
  const cache = new Map<string, Dictionary>()
  let cached = 0

  async function dictionary(account: string, id: string, { source, target }: LanguagePair): Promise<Dictionary> {
    const { dictionaries } = await store.get(account, id)
    const info = dictionaries.find((one) => one.source === source && one.target === target)
    if (!info) throw notFound(`The glossary has no dictionary from ${source} to ${target}`)
    const key = `${id} ${source} ${target} ${info.version}`
    const known = cache.get(key)
    if (known) return known
    const read = await indexDictionary(await storedEntries(await store.entries(id, source, target)))
    cache.set(key, read)
    cached += read.terms.size
    for (const [oldest, { terms }] of cache) {
      if (cached <= cachedEntries || oldest === key) break
      cache.delete(oldest)
      cached -= terms.size
    }
    return read
  }

  return async (account, { glossary_id, glossary_ids = [] }, { source, target }) => {
    const several = glossary_ids.flatMap((ids) => ids.split(',')).filter((id) => id !== '')
    if (glossary_id !== undefined && several.length > 0)
      throw badRequest("Only one of 'glossary_id' and 'glossary_ids' can be used.")
    if (several.length > maxGlossaries) throw badRequest(`At most ${maxGlossaries} glossaries can be used at once.`)
    const ids = (glossary_id === undefined ? several : [glossary_id]).map((id) => uuidIn(id, 'glossary_id'))
    if (ids.length === 0) return undefined
    if (source === undefined || target === undefined)
      throw badRequest("Parameter 'source_lang' is required when a glossary is used.")
    const dictionaries: Dictionary[] = []
    for (const id of ids) dictionaries.push(await dictionary(account, id, { source, target }))
    return createTermIndex(dictionaries)
  }
}
