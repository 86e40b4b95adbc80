// Reads the imported data, or the sample if nothing was imported.
import type { Kysely } from 'kysely'
import { type PublishedTables, parseJson, readPublished } from '#provider/import'
import { loadCategories } from '../../model/categories.ts'
import type { Substance } from '../../model/records.ts'
import type { RecordsTable, Tables } from '../../tables.ts'
import { buildMaterials, type Materials } from '../materials/materials.ts'

/** A record without its import number. */
export type StoredRecord = Omit<RecordsTable, 'import'>

export const publishedTables: PublishedTables<StoredRecord> = {
  records: 'nanomaterials_records',
  key: ['database', 'key'],
  imports: 'nanomaterials_imports',
  state: 'nanomaterials_state',
}

export async function readMaterials(db: Kysely<Tables>, pause: () => Promise<void>): Promise<Materials> {
  const categories = await loadCategories()
  const substances: Substance[] = []
  for (const { value } of await readPublished(db, publishedTables)) {
    const substance = substanceFrom(value)
    if (substance) substances.push(substance)
    await pause()
  }
  if (substances.length > 0) return buildMaterials({ isSample: false, categories, substances }, pause)
  const { makeSample } = await import('../../seed/sample.ts')
  return buildMaterials({ isSample: true, categories, substances: await makeSample(pause) }, pause)
}

/**
 * Parses a substance. Only the import writes the column; even so, a malformed row is skipped. Older rows lack bundles.
 */
export function substanceFrom(json: string): Substance | undefined {
  const value = parseJson(json)
  return typeof Object(value).uuid === 'string' ? { bundles: [], ...(value as Omit<Substance, 'bundles'>) } : undefined
}
