// Serves collections of spoken terms, stored per account for the speech engines that support them.
import type { HandlersFor, ProviderKit } from '#define'
import { keyedMutex } from '#provider'
import { exclusively } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import type { SpokenTermsTable, Tables } from '../../tables.ts'
import { badRequest, notFound, notSupported, quotaExceeded } from '../errors.ts'
import { nameIn } from '../glossaries/fields.ts'
import { isoTime, newUuid, uuidIn } from '../ids.ts'
import { commonLanguages } from '../languages/catalogue.ts'

type SpokenHandlers = HandlersFor<
  typeof endpoints,
  | 'listSpokenTerms'
  | 'createSpokenTerms'
  | 'getSpokenTerms'
  | 'editSpokenTerms'
  | 'deleteSpokenTerms'
  | 'getSpokenTermEntries'
  | 'replaceTermList'
  | 'deleteTermList'
>
/** The terms of a collection in a language, empty without a list for it; throws 404 for an unknown collection. */
export type FindTerms = (account: string, id: string, language: string) => Promise<string[]>
/** Lines by language. */
type TermLists = Readonly<Record<string, string>>
interface Collection extends Omit<SpokenTermsTable, 'lists'> {
  readonly lists: TermLists
}

const maxCollections = 1000
const maxCharacters = 300

type SpokenDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>

export function createSpokenHandlers({ db, dialect, now, random }: SpokenDeps) {
  const changes = keyedMutex<string>({ maxWaiting: 100 })
  const rows = () => db.selectFrom('translation_spoken_terms').selectAll()

  async function find(account: string, spokenTermsId: string): Promise<Collection> {
    const id = uuidIn(spokenTermsId, 'spoken_terms_id')
    const row = await rows().where('account', '=', account).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('Spoken terms not found')
    return collectionOf(row)
  }

  function change(account: string, id: string, edit: (before: Collection) => { name?: string; lists?: TermLists }) {
    return changes.run(account, async () => {
      const before = await find(account, id)
      const after = { ...before, ...edit(before) }
      await db
        .updateTable('translation_spoken_terms')
        .set({ name: after.name, lists: JSON.stringify(after.lists) })
        .where('account', '=', account)
        .where('id', '=', before.id)
        .execute()
      return after
    })
  }

  const handlers: SpokenHandlers = {
    async listSpokenTerms(_input, { account }) {
      const all = await rows().where('account', '=', account).orderBy('created_at').orderBy('id').execute()
      return { spoken_terms: all.map((row) => view(collectionOf(row))) }
    },
    createSpokenTerms: ({ body }, { account }) =>
      exclusively({ db, dialect }, `translation_spoken_terms ${account}`, async (trx) => {
        const name = nameIn(body.name)
        const lists = listsIn(body.term_lists ?? [])
        const all = await trx
          .selectFrom('translation_spoken_terms')
          .select('id')
          .where('account', '=', account)
          .execute()
        if (all.length >= maxCollections) throw quotaExceeded('Spoken Terms quota exhausted')
        const row = { account, id: newUuid(random), name, created_at: now(), lists: JSON.stringify(lists) }
        await trx.insertInto('translation_spoken_terms').values(row).execute()
        return view({ ...row, lists })
      }),
    async getSpokenTerms({ spoken_terms_id }, { account }) {
      return view(await find(account, spoken_terms_id))
    },
    async editSpokenTerms({ spoken_terms_id, body }, { account }) {
      const name = body.name === undefined ? undefined : nameIn(body.name)
      const lists = listsIn(body.term_lists ?? [])
      const after = await change(account, spoken_terms_id, (before) => ({
        ...(name === undefined ? {} : { name }),
        lists: { ...before.lists, ...lists },
      }))
      return view(after)
    },
    async deleteSpokenTerms({ spoken_terms_id }, { account }) {
      const { id } = await find(account, spoken_terms_id)
      await db.deleteFrom('translation_spoken_terms').where('account', '=', account).where('id', '=', id).execute()
    },
    async getSpokenTermEntries({ spoken_terms_id, lang }, { account }) {
      const { lists } = await find(account, spoken_terms_id)
      const language = languageIn(lang)
      return { lang: language, entries: entriesOf(lists, language) }
    },
    async replaceTermList({ spoken_terms_id, body }, { account }) {
      const lists = listsIn([body])
      const [language = ''] = Object.keys(lists)
      const after = await change(account, spoken_terms_id, (before) => ({ lists: { ...before.lists, ...lists } }))
      return { lang: language, entry_count: entriesOf(after.lists, language).split('\n').length }
    },
    async deleteTermList({ spoken_terms_id, lang }, { account }) {
      const language = languageIn(lang)
      await change(account, spoken_terms_id, ({ lists }) => {
        entriesOf(lists, language)
        return { lists: Object.fromEntries(Object.entries(lists).filter(([one]) => one !== language)) }
      })
    },
  }
  const findTerms: FindTerms = async (account, id, language) => {
    const { lists } = await find(account, id)
    return Object.hasOwn(lists, language) ? entriesOf(lists, language).split('\n') : []
  }
  return { handlers, findTerms }
}

function collectionOf({ lists, ...row }: SpokenTermsTable): Collection {
  return { ...row, lists: JSON.parse(lists) }
}

function entriesOf(lists: TermLists, language: string): string {
  const entries = Object.hasOwn(lists, language) ? lists[language] : undefined
  if (entries === undefined) throw notFound('Term list not found')
  return entries
}

function languageIn(code: string): string {
  const language = code.toLowerCase()
  if (!commonLanguages.includes(language)) throw notSupported('lang')
  return language
}

function listsIn(lists: readonly { lang?: string | undefined; entries?: string | null | undefined }[]): TermLists {
  const read = lists.map(({ lang = '', entries }) => [languageIn(lang), linesIn(entries ?? '')] as const)
  if (new Set(read.map(([language]) => language)).size < read.length)
    throw badRequest('A language has more than one term list')
  return Object.fromEntries(read)
}

function linesIn(entries: string): string {
  const lines = entries.split('\n')
  if ([...entries].length > maxCharacters) throw badRequest(`A term list has at most ${maxCharacters} characters`)
  if (lines.some((line) => line === '' || line !== line.trim() || /\p{Cc}/u.test(line)))
    throw badRequest('Spoken terms are not empty and have no control characters or spaces around them')
  if (new Set(lines).size < lines.length) throw badRequest('A term list has a term twice')
  return lines.join('\n')
}

function view({ id, name, lists, created_at }: Collection) {
  const counted = Object.entries(lists).map(([lang, lines]) => ({ lang, entry_count: lines.split('\n').length }))
  return { spoken_terms_id: id, name, term_lists: counted, creation_time: isoTime(created_at) }
}
