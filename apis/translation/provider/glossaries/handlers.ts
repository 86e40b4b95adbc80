// Serves glossaries of version 3, with any number of language pairs.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest } from '../errors.ts'
import { isoTime, uuidIn } from '../ids.ts'
import { mergedEntries, readEntries } from './entries.ts'
import { type DictionaryFields, dictionariesIn, formatIn, nameIn, pairIn } from './fields.ts'
import type { DictionaryInfo, GlossaryRecord } from './rows.ts'
import type { GlossaryStore, NewDictionary } from './store.ts'

type GlossaryHandlers = HandlersFor<
  typeof endpoints,
  | 'listGlossaries'
  | 'createGlossary'
  | 'getGlossary'
  | 'editGlossary'
  | 'deleteGlossary'
  | 'getGlossaryEntries'
  | 'replaceDictionary'
  | 'deleteDictionary'
>

export function createGlossaryHandlers(store: GlossaryStore): GlossaryHandlers {
  return {
    async listGlossaries(_input, { account }) {
      return { glossaries: (await store.list(account)).map(view) }
    },
    async createGlossary({ body }, { account }) {
      const name = nameIn(body.name)
      const dictionaries: NewDictionary[] = []
      for (const fields of dictionariesIn(body)) dictionaries.push(await dictionaryIn(fields))
      const pairs = new Set(dictionaries.map(({ source, target }) => `${source} ${target}`))
      if (pairs.size < dictionaries.length) throw badRequest('A language pair has more than one dictionary')
      return { ...view(await store.create(account, name, dictionaries)), ready: true }
    },
    async getGlossary({ glossary_id }, { account }) {
      return view(await store.get(account, idIn(glossary_id)))
    },
    async editGlossary({ glossary_id, body }, { account }) {
      const id = idIn(glossary_id)
      const name = body.name === undefined ? undefined : nameIn(body.name)
      const [fields, more] = dictionariesIn(body)
      if (more) throw badRequest('At most one dictionary can be edited at a time')
      if (!fields) {
        if (name === undefined) throw badRequest('Neither name nor dictionaries provided.')
        return view(await store.edit(account, id, { name }))
      }
      await store.get(account, id)
      const { source, target, entries } = await dictionaryIn(fields)
      const change = async (lines: string | undefined) =>
        lines === undefined ? entries : mergedEntries(lines, entries)
      return view(await store.edit(account, id, { name, dictionary: { source, target, change } }))
    },
    async deleteGlossary({ glossary_id }, { account }) {
      await store.remove(account, idIn(glossary_id))
    },
    async getGlossaryEntries({ glossary_id, ...fields }, { account }) {
      const id = idIn(glossary_id)
      await store.get(account, id)
      const { source, target } = pairIn(fields)
      const entries = await store.entries(id, source, target)
      return { dictionaries: [{ source_lang: source, target_lang: target, entries, entries_format: 'tsv' }] }
    },
    async replaceDictionary({ glossary_id, body }, { account }) {
      const id = idIn(glossary_id)
      await store.get(account, id)
      const { source, target, entries } = await dictionaryIn(body)
      await store.edit(account, id, { dictionary: { source, target, change: async () => entries } })
      return infoView({ source, target, entry_count: entries.size })
    },
    async deleteDictionary({ glossary_id, ...fields }, { account }) {
      await store.removeDictionary(account, idIn(glossary_id), pairIn(fields))
    },
  }
}

async function dictionaryIn(fields: DictionaryFields): Promise<NewDictionary> {
  const pair = pairIn(fields)
  if (fields.entries == null) throw badRequest("Parameter 'entries' not specified.")
  return { ...pair, entries: await readEntries(fields.entries, formatIn(fields), pair) }
}

const idIn = (id: string) => uuidIn(id, 'glossary_id')

function infoView({ source, target, entry_count }: Pick<DictionaryInfo, 'source' | 'target' | 'entry_count'>) {
  return { source_lang: source, target_lang: target, entry_count }
}

function view({ id, name, dictionaries, created_at }: GlossaryRecord) {
  return { glossary_id: id, name, dictionaries: dictionaries.map(infoView), creation_time: isoTime(created_at) }
}
