// Writes segments and their keys in transactions of some 40 ms. Separate statements would each wait for the disk.
import type { ProviderKit } from '#define'
import { createWriteSlices, inSlices } from '#provider/import'
import { insertMany } from '#provider/sql'
import type { Tables } from '../../tables.ts'

type SegmentTable = 'translation_segments' | 'translation_segment_keys'
type KeyRow = Tables['translation_segment_keys']

interface TableWriter<Row> {
  write(rows: readonly Row[]): Promise<void>
}
interface KeyWriter {
  add(row: KeyRow): void
  /** Writes the added keys if there are many. */
  writeMany(): Promise<void>
  writeAll(): Promise<void>
}

export function createTableWriter<Table extends SegmentTable>(
  db: ProviderKit<Tables>['db'],
  table: Table,
): TableWriter<Tables[Table]> {
  const slices = createWriteSlices({ most: 2000 })
  return {
    async write(rows) {
      for (const some of inSlices(rows, slices))
        await slices.run(some.length, () => db.transaction().execute((trx) => insertMany(trx, table, some)))
    },
  }
}

/** Number of keys that are written together: some megabytes. */
const keysAtOnce = 50_000
/** Length of the common beginning by which keys share pages of the index. */
const alike = 3

/**
 * Collects keys and writes those with a common beginning together. Keys come in random order, so if they were written
 * segment by segment, nearly every key would change another page of the index.
 */
export function createKeyWriter(table: TableWriter<KeyRow>): KeyWriter {
  const waiting = new Map<string, KeyRow[]>()
  let count = 0
  const writeAll = async () => {
    const groups = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rows]) => rows)
    waiting.clear()
    count = 0
    await table.write(groups.flat())
  }
  return {
    writeAll,
    add(row) {
      const start = row.key.slice(0, alike)
      const group = waiting.get(start)
      if (group) group.push(row)
      else waiting.set(start, [row])
      count += 1
    },
    async writeMany() {
      if (count >= keysAtOnce) await writeAll()
    },
  }
}
