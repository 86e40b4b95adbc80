// Glossaries and their dictionaries in the database. Changes of an account's glossaries are serialised.
import type { Kysely } from 'kysely'
import type { ProviderKit } from '#define'
import { keyedMutex } from '#provider'
import { exclusively } from '#provider/sql'
import type { DictionariesTable, GlossariesTable, Tables } from '../../tables.ts'
import { badRequest, notFound } from '../errors.ts'
import { newUuid } from '../ids.ts'
import { type Entries, maxEntriesBytes, writeEntries } from './entries.ts'

export interface NewDictionary {
  readonly source: string
  readonly target: string
  readonly entries: Entries
}
export type DictionaryInfo = Pick<DictionariesTable, 'source' | 'target' | 'entry_count' | 'version'>
export interface GlossaryRecord extends GlossariesTable {
  readonly dictionaries: readonly DictionaryInfo[]
}
export interface GlossaryStore {
  list(account: string): Promise<GlossaryRecord[]>
  /** Returns the glossary; throws 404 if there is none. */
  get(account: string, id: string): Promise<GlossaryRecord>
  create(account: string, name: string, dictionaries: readonly NewDictionary[]): Promise<GlossaryRecord>
  /** Changes the name or one dictionary; `change` receives its current lines, if it exists. */
  edit(account: string, id: string, change: GlossaryChange): Promise<GlossaryRecord>
  removeDictionary(account: string, id: string, pair: Pick<DictionaryInfo, 'source' | 'target'>): Promise<void>
  remove(account: string, id: string): Promise<void>
  /** The lines of a dictionary; throws 404 if there is none. */
  entries(id: string, source: string, target: string): Promise<string>
}
export interface GlossaryChange {
  readonly name?: string | undefined
  readonly dictionary?: {
    readonly source: string
    readonly target: string
    readonly change: (lines: string | undefined) => Promise<Entries>
  }
}

const maxGlossaries = 1000
const maxDictionaries = 1000
const summary = ['glossary_id', 'source', 'target', 'entry_count', 'version'] as const

type GlossaryDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>

export function createGlossaryStore({ db, dialect, now, random }: GlossaryDeps) {
  const changes = keyedMutex<string>({ maxWaiting: 100 })

  async function get(account: string, id: string, on: Kysely<Tables> = db): Promise<GlossaryRecord> {
    const row = await on
      .selectFrom('translation_glossaries')
      .selectAll()
      .where('account', '=', account)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('Glossary not found')
    const dictionaries = await on
      .selectFrom('translation_dictionaries')
      .select(summary)
      .where('glossary_id', '=', id)
      .orderBy('source')
      .orderBy('target')
      .execute()
    return { ...row, dictionaries }
  }

  async function linesOf(id: string, pair: { source: string; target: string }, on: Kysely<Tables> = db) {
    const row = await on
      .selectFrom('translation_dictionaries')
      .select(['entries', 'version'])
      .where('glossary_id', '=', id)
      .where('source', '=', pair.source)
      .where('target', '=', pair.target)
      .executeTakeFirst()
    return row
  }

  const store: GlossaryStore = {
    get,
    async list(account) {
      const rows = await db
        .selectFrom('translation_glossaries')
        .selectAll()
        .where('account', '=', account)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const all = await db
        .selectFrom('translation_dictionaries')
        .select(summary)
        .where('glossary_id', 'in', db.selectFrom('translation_glossaries').select('id').where('account', '=', account))
        .orderBy('source')
        .orderBy('target')
        .execute()
      return rows.map((row) => ({ ...row, dictionaries: all.filter(({ glossary_id }) => glossary_id === row.id) }))
    },
    create: (account, name, dictionaries) =>
      changes.run(account, async () => {
        const id = newUuid(random)
        const rows: DictionariesTable[] = []
        for (const dictionary of dictionaries) rows.push(await dictionaryRow(id, dictionary, 1))
        requireSize(rows.map(({ entries }) => entries.length))
        return exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          const { count } = await transaction
            .selectFrom('translation_glossaries')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('account', '=', account)
            .executeTakeFirstOrThrow()
          if (Number(count) >= maxGlossaries) throw badRequest(`There are already ${maxGlossaries} glossaries`)
          const glossary = { account, id, name, created_at: now(), edited: 0 }
          await transaction.insertInto('translation_glossaries').values(glossary).execute()
          if (rows.length > 0) await transaction.insertInto('translation_dictionaries').values(rows).execute()
          return get(account, id, transaction)
        })
      }),
    edit: (account, id, { name, dictionary }) =>
      changes.run(account, async () => {
        const before = await get(account, id)
        const present = dictionary && (await linesOf(id, dictionary))
        const row =
          dictionary &&
          (await dictionaryRow(
            id,
            { ...dictionary, entries: await dictionary.change(present?.entries) },
            (present?.version ?? 0) + 1,
          ))
        if (row) requireSize([row.entries.length])
        return exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          const { dictionaries } = await get(account, id, transaction)
          const isNew = row && !dictionaries.some((one) => one.source === row.source && one.target === row.target)
          if (isNew && dictionaries.length >= maxDictionaries)
            throw badRequest(`A glossary has at most ${maxDictionaries} dictionaries`)
          await transaction
            .updateTable('translation_glossaries')
            .set({ edited: 1, name: name ?? before.name })
            .where('account', '=', account)
            .where('id', '=', id)
            .execute()
          if (row)
            await transaction
              .insertInto('translation_dictionaries')
              .values(row)
              .onConflict((conflict) =>
                conflict.columns(['glossary_id', 'source', 'target']).doUpdateSet({
                  entries: row.entries,
                  entry_count: row.entry_count,
                  version: row.version,
                }),
              )
              .execute()
          return get(account, id, transaction)
        })
      }),
    removeDictionary: (account, id, { source, target }) =>
      changes.run(account, async () => {
        await get(account, id)
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
        await get(account, id)
        await exclusively({ db, dialect }, `translation_glossaries ${account}`, async (transaction) => {
          await transaction.deleteFrom('translation_dictionaries').where('glossary_id', '=', id).execute()
          await transaction.deleteFrom('translation_glossaries').where('id', '=', id).execute()
        })
      }),
    async entries(id, source, target) {
      const row = await linesOf(id, { source, target })
      if (!row) throw notFound('Dictionary not found')
      return row.entries
    },
  }
  return store
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
