// Serves glossaries of version 2: those of version 3 with exactly one language pair.
import { type HandlersFor, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest, notFound, unsupportedMedia } from '../errors.ts'
import { isoTime, uuidIn } from '../ids.ts'
import { glossaryLanguages } from '../languages/catalogue.ts'
import { readEntries } from './entries.ts'
import { formatIn, nameIn, pairIn } from './fields.ts'
import type { GlossaryRecord } from './rows.ts'
import type { GlossaryStore } from './store.ts'

type GlossaryHandlersV2 = HandlersFor<
  typeof endpoints,
  | 'listGlossariesV2'
  | 'createGlossaryV2'
  | 'getGlossaryV2'
  | 'deleteGlossaryV2'
  | 'getGlossaryEntriesV2'
  | 'glossaryLanguagePairs'
>

export function createGlossaryHandlersV2(store: GlossaryStore): GlossaryHandlersV2 {
  async function find(account: string, glossaryId: string): Promise<GlossaryRecord> {
    const glossary = await store.get(account, uuidIn(glossaryId, 'glossary_id'))
    if (glossary.dictionaries.length !== 1) throw notFound('Glossary not found')
    return glossary
  }
  return {
    async listGlossariesV2(_input, { account }) {
      const all = await store.list(account)
      return { glossaries: all.filter(({ dictionaries }) => dictionaries.length === 1).map(view) }
    },
    async createGlossaryV2({ body }, { account }) {
      const name = nameIn(body.name)
      const pair = pairIn(body)
      const entries = await readEntries(body.entries, formatIn(body), pair)
      return view(await store.create(account, name, [{ ...pair, entries }]))
    },
    async getGlossaryV2({ glossary_id }, { account }) {
      return view(await find(account, glossary_id))
    },
    async deleteGlossaryV2({ glossary_id }, { account }) {
      const { id, edited } = await find(account, glossary_id)
      if (edited === 1) throw badRequest('This glossary was edited through version 3 and can only be removed there.')
      await store.remove(account, id)
    },
    async getGlossaryEntriesV2({ glossary_id, Accept: accept = '*/*' }, { account }) {
      if (!/(?:^|,)\s*(?:text\/tab-separated-values|text\/\*|\*\/\*)/.test(accept))
        throw unsupportedMedia('No supported media type specified in Accept header')
      const { id, dictionaries } = await find(account, glossary_id)
      const [pair] = dictionaries
      const entries = pair ? await store.entries(id, pair.source, pair.target) : ''
      return reply(entries, { headers: { 'content-type': 'text/tab-separated-values' } })
    },
    glossaryLanguagePairs: () => ({
      supported_languages: glossaryLanguages.flatMap((source) =>
        glossaryLanguages
          .filter((target) => target !== source)
          .map((target) => ({ source_lang: source, target_lang: target })),
      ),
    }),
  }
}

function view({ id, name, dictionaries, created_at }: GlossaryRecord) {
  const [pair] = dictionaries
  return {
    glossary_id: id,
    ready: true,
    name,
    source_lang: pair?.source ?? '',
    target_lang: pair?.target ?? '',
    creation_time: isoTime(created_at),
    entry_count: pair?.entry_count ?? 0,
  }
}
