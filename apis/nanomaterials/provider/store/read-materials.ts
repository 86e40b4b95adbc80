// Reads what was imported; the sample while nothing was.
import type { Kysely } from 'kysely'
import { type PublishedTables, parseJson, readPublished } from '#provider'
import type { RecordsTable, Tables } from '../../tables.ts'
import { loadCategories } from '../materials/categories.ts'
import { buildMaterials, type Materials } from '../materials/materials.ts'
import type { Substance } from '../materials/records.ts'

/** A record without the number of its import. */
export type StoredRecord = Omit<RecordsTable, 'import'>

export const publishedTables: PublishedTables<StoredRecord> = {
  records: 'nanomaterials_records',
  key: ['database', 'key'],
  imports: 'nanomaterials_imports',
  state: 'nanomaterials_state',
}

export async function readMaterials(db: Kysely<Tables>, pause: () => Promise<void> | undefined): Promise<Materials> {
  const categories = await loadCategories()
  const substances: Substance[] = []
  for (const { value } of await readPublished(db, publishedTables)) {
    const substance = substanceFrom(value)
    if (substance) substances.push(substance)
    const pausing = pause()
    if (pausing) await pausing
  }
  if (substances.length > 0) return buildMaterials({ isSample: false, categories, substances }, pause)
  const { makeSample } = await import('../../seed/sample.ts')
  return buildMaterials({ isSample: true, categories, substances: await makeSample(pause) }, pause)
}

/** Only the import writes the column; even so, a row of another form is skipped. Older ones know of no bundles. */
export function substanceFrom(json: string): Substance | undefined {
  const value = parseJson(json)
  return typeof Reflect.get(Object(value), 'uuid') === 'string'
    ? { bundles: [], ...(value as Omit<Substance, 'bundles'>) }
    : undefined
}
