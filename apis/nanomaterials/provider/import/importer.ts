// Imports a file: any number of AMBIT bodies or Solr documents. It is stored whole or not at all.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import {
  decodeUtf8,
  gunzipped,
  invalidImport,
  isGzip,
  jsonObjects,
  limitBytes,
  parseJson,
  peekBytes,
  publishRows,
} from '#provider/import'
import type { Tables } from '../../tables.ts'
import { publishedTables, type StoredRecord, substanceFrom } from '../store/read-materials.ts'
import { Collection, mergedSubstance, substanceKey } from './collection.ts'
import { completeStructures } from './complete-structures.ts'
import { limits } from './limits.ts'

const maxUnpackedBytes = 2 * 2 ** 30

/** Imports a file and returns the counts. Throws `import.invalid` and stores nothing unless all of it is valid. */
export async function importMaterials(
  kit: ProviderKit<Tables>,
  file: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const collection = new Collection(file.name)
  const { counts } = collection
  const { head, chunks } = await peekBytes(file.chunks, 2)
  const bytes = limitBytes(isGzip(head) ? gunzipped(chunks) : chunks, maxUnpackedBytes)
  for await (const { line, json } of jsonObjects(decodeUtf8(bytes), limits.object)) {
    const value = parseJson(json)
    if (value === undefined) throw invalidImport(`line ${line}: it is not JSON`)
    collection.add(`line ${line}`, value)
    progress({ phase: 'reading', counts: { ...counts } })
  }
  collection.finish()
  if (collection.substances.size === 0) throw invalidImport('it has nothing to import')
  await completeStructures(collection, kit.enginesFolder)
  await publishRows(kit.db, publishedTables, {
    plan: (stored) => ({ rows: changedRecords(stored, collection) }),
    onWritten: (percent) => progress({ phase: 'writing', percent, counts: { ...counts } }),
  })
  return { ...counts }
}

/** Returns the records that are new or differ from the stored ones. */
function changedRecords(stored: readonly StoredRecord[], { substances }: Collection): StoredRecord[] {
  const known = new Map(stored.map(({ database, key, value }) => [substanceKey(database, key), value]))
  const changed: StoredRecord[] = []
  for (const [key, collected] of substances) {
    const before = known.get(key)
    if (before === undefined && collected.fields === undefined)
      throw invalidImport(`nothing is known of the substance ${collected.uuid}: import it first`)
    const value = JSON.stringify(mergedSubstance(before === undefined ? undefined : substanceFrom(before), collected))
    if (value !== before) changed.push({ database: collected.database, key: collected.uuid, value })
    known.set(key, value)
  }
  if (known.size > limits.substances) throw invalidImport(`there would be more than ${limits.substances} substances`)
  return changed
}
