// Reads glossaries and their dictionaries, and writes changed dictionaries.
import type { Kysely } from 'kysely'
import type { DictionariesTable, GlossariesTable, Tables } from '../../tables.ts'
import { notFound } from '../errors.ts'

type Db = Kysely<Tables>
export type LanguagePair = Pick<DictionariesTable, 'source' | 'target'>
export type DictionaryInfo = Pick<DictionariesTable, 'source' | 'target' | 'entry_count' | 'version'>
export interface GlossaryRecord extends GlossariesTable {
  readonly dictionaries: readonly DictionaryInfo[]
}

/** Columns of a dictionary without its entries. */
const summary = ['glossary_id', 'source', 'target', 'entry_count', 'version'] as const

/** Returns the glossary; throws 404 if there is none. */
export async function readGlossary(db: Db, account: string, id: string): Promise<GlossaryRecord> {
  const row = await db
    .selectFrom('translation_glossaries')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Glossary not found')
  const dictionaries = await db
    .selectFrom('translation_dictionaries')
    .select(summary)
    .where('glossary_id', '=', id)
    .orderBy('source')
    .orderBy('target')
    .execute()
  return { ...row, dictionaries }
}

export async function readGlossaries(db: Db, account: string): Promise<GlossaryRecord[]> {
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
}

export async function countGlossaries(db: Db, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('translation_glossaries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the entries of a dictionary and their version. */
export function readDictionary(db: Db, id: string, pair: LanguagePair) {
  return db
    .selectFrom('translation_dictionaries')
    .select(['entries', 'version'])
    .where('glossary_id', '=', id)
    .where('source', '=', pair.source)
    .where('target', '=', pair.target)
    .executeTakeFirst()
}

/** Stores a dictionary in place of an earlier version. */
export async function writeDictionary(db: Db, row: DictionariesTable): Promise<void> {
  const { entries, entry_count, version } = row
  await db
    .insertInto('translation_dictionaries')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['glossary_id', 'source', 'target']).doUpdateSet({ entries, entry_count, version }),
    )
    .execute()
}
