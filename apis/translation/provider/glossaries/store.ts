// Glossaries and their dictionaries in the database. Changes of an account's glossaries are serialised.
import type { Kysely } from 'kysely'
import type { ProviderKit } from '#define'
import { keyedMutex } from '#provider'
import { exclusively } from '#provider/sql'
import type { DictionariesTable, Tables } from '../../tables.ts'
import { badRequest, notFound } from '../errors.ts'
import { newUuid } from '../ids.ts'
import { type Entries, maxEntriesBytes, writeEntries } from './entries.ts'
import {
  countGlossaries,
  type GlossaryRecord,
  type LanguagePair,
  readDictionary,
  readGlossaries,
  readGlossary,
  writeDictionary,
} from './rows.ts'

export interface NewDictionary {
  readonly source: string
  readonly target: string
  readonly entries: Entries
}
export interface GlossaryStore {
  list(account: string): Promise<GlossaryRecord[]>
  /** Returns the glossary; throws 404 if there is none. */
  get(account: string, id: string): Promise<GlossaryRecord>
  create(account: string, name: string, dictionaries: readonly NewDictionary[]): Promise<GlossaryRecord>
  /** Changes the name or one dictionary; `change` receives its current lines, if it exists. */
  edit(account: string, id: string, change: GlossaryChange): Promise<GlossaryRecord>
  removeDictionary(account: string, id: string, pair: LanguagePair): Promise<void>
  remove(account: string, id: string): Promise<void>
  /** The lines of a dictionary; throws 404 if there is none. */
  entries(id: string, source: string, target: string): Promise<string>
}
interface GlossaryChange {
  readonly name?: string | undefined
  readonly dictionary?: DictionaryChange
}
interface DictionaryChange extends LanguagePair {
  readonly change: (lines: string | undefined) => Promise<Entries>
}

const maxGlossaries = 1000
const maxDictionaries = 1000

type GlossaryDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>

export function createGlossaryStore({ db, dialect, now, random }: GlossaryDeps): GlossaryStore {
  const changes = keyedMutex<string>({ maxWaiting: 100 })

  return {
    get: (account, id) => readGlossary(db, account, id),
    list: (account) => readGlossaries(db, account),
    create: (account, name, dictionaries) =>
      changes.run(account, async () => {
        const id = newUuid(random)
        const rows: DictionariesTable[] = []
        for (const dictionary of dictionaries) rows.push(await dictionaryRow(id, dictionary, 1))
        requireSize(rows.map(({ entries }) => entries.length))
        return exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          if ((await countGlossaries(transaction, account)) >= maxGlossaries)
            throw badRequest(`There are already ${maxGlossaries} glossaries`)
          const glossary = { account, id, name, created_at: now(), edited: 0 }
          await transaction.insertInto('translation_glossaries').values(glossary).execute()
          if (rows.length > 0) await transaction.insertInto('translation_dictionaries').values(rows).execute()
          return readGlossary(transaction, account, id)
        })
      }),
    edit: (account, id, { name, dictionary }) =>
      changes.run(account, async () => {
        const before = await readGlossary(db, account, id)
        const row = dictionary && (await changedRow(db, id, dictionary))
        if (row) requireSize([row.entries.length])
        return exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          const { dictionaries } = await readGlossary(transaction, account, id)
          const isNew = row && !dictionaries.some((one) => one.source === row.source && one.target === row.target)
          if (isNew && dictionaries.length >= maxDictionaries)
            throw badRequest(`A glossary has at most ${maxDictionaries} dictionaries`)
          await transaction
            .updateTable('translation_glossaries')
            .set({ edited: 1, name: name ?? before.name })
            .where('account', '=', account)
            .where('id', '=', id)
            .execute()
          if (row) await writeDictionary(transaction, row)
          return readGlossary(transaction, account, id)
        })
      }),
    removeDictionary: (account, id, { source, target }) =>
      changes.run(account, async () => {
        await readGlossary(db, account, id)
        const { numDeletedRows } = await db
          .deleteFrom('translation_dictionaries')
          .where('glossary_id', '=', id)
          .where('source', '=', source)
          .where('target', '=', target)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound('Dictionary not found')
        await db.updateTable('translation_glossaries').set({ edited: 1 }).where('id', '=', id).execute()
      }),
    remove: (account, id) =>
      changes.run(account, async () => {
        await readGlossary(db, account, id)
        await exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          await transaction.deleteFrom('translation_dictionaries').where('glossary_id', '=', id).execute()
          await transaction.deleteFrom('translation_glossaries').where('id', '=', id).execute()
        })
      }),
    async entries(id, source, target) {
      const row = await readDictionary(db, id, { source, target })
      if (!row) throw notFound('Dictionary not found')
      return row.entries
    },
  }
}

async function changedRow(db: Kysely<Tables>, id: string, { source, target, change }: DictionaryChange) {
  const stored = await readDictionary(db, id, { source, target })
  const entries = await change(stored?.entries)
  return dictionaryRow(id, { source, target, entries }, (stored?.version ?? 0) + 1)
}

async function dictionaryRow(
  id: string,
  { source, target, entries }: NewDictionary,
  version: number,
): Promise<DictionariesTable> {
  const lines = await writeEntries(entries)
  return { glossary_id: id, source, target, entries: lines, entry_count: entries.size, version }
}

function requireSize(lengths: readonly number[]): void {
  if (lengths.reduce((sum, length) => sum + length, 0) > maxEntriesBytes)
    throw badRequest('A glossary has at most 10 MiB of entries')
}
