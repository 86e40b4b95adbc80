// Stores the entries of a file in short transactions, each with the position reached, so that an interrupted import
// resumes there.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createPacer } from '#provider'
import { createWriteSlices, invalidImport } from '#provider/import'
import type { Tables } from '../../tables.ts'
import { createCollector } from './batch.ts'
import { openEntries } from './entries.ts'
import { countRows, forgetMark, markOf, saveBatch } from './store.ts'

/** The limit of records, which are served from memory. */
const maxRecords = 300_000
const maxBroadcasts = 2_000_000
const mostPerBatch = 4000
/** The limit of logged entries with problems; beyond the second number the file is rejected. */
const maxLogged = 20
const maxRefused = 1000

/**
 * Imports a file and returns counts of the entries: read, stored by an earlier run, and rejected; and of the records
 * and broadcasts now stored. Importing a file again changes nothing. Throws `import.invalid` for a file without a valid
 * entry and for one that exceeds the limits.
 */
export async function importFile(
  { db, log }: Pick<ProviderKit<Tables>, 'db' | 'log'>,
  { name, chunks }: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const file = await openEntries(name, chunks)
  const stored = await markOf(db, file.id)
  const counts = { entries: 0, skipped: 0, refused: 0 }
  const problems: string[] = []
  const collector = createCollector()
  const slices = createWriteSlices({ most: mostPerBatch })
  const pause = createPacer()
  const store = async () => {
    const { size } = collector
    await slices.run(size, () => saveBatch(db, collector.take(), { file: file.id, position: counts.entries }))
    const rows = await countRows(db)
    if (rows.records > maxRecords) throw invalidImport(`there would be more than ${maxRecords} records`)
    if (rows.broadcasts > maxBroadcasts) throw invalidImport(`there would be more than ${maxBroadcasts} broadcasts`)
    progress({ phase: 'reading', counts: { ...counts } })
  }
  for await (const { line, put } of file.entries) {
    const problem = put(collector)
    counts.entries += 1
    if (problem !== undefined) {
      counts.refused += 1
      problems.push(`line ${line}: ${problem}`)
      if (problems.length <= maxLogged) log.warn('an entry of the import was refused', { line, problem })
      if (problems.length > maxRefused) throw refused(problems)
    }
    if (counts.entries <= stored) {
      counts.skipped += 1
      collector.drop()
    } else if (collector.size >= slices.size) await store()
    await pause()
  }
  if (counts.entries === counts.refused) throw refused(problems)
  if (collector.size > 0) await store()
  await forgetMark(db, file.id)
  const rows = await countRows(db)
  return { ...counts, ...rows }
}

function refused(problems: readonly string[]): Error {
  if (problems.length === 0)
    return invalidImport('it holds no item of the API, no XMLTV programme and no item of a podcast')
  const named = problems.slice(0, 5).join('; ')
  return invalidImport(`${named}${problems.length > 5 ? '; and more' : ''}`)
}
