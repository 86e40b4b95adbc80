// Reads facts and breeds from JSON (one object per line, a list, or the provider's own pages) and from comma-separated
// values. The content, not the name of the file, determines the format.
import type { ImportCounts } from '#define/imports'
import { createImportProblems, decodeUtf8, jsonRecords, limitBytes, namedCsvRows, sniffJson } from '#provider/import'
import type { CatRecords } from '../cats/cat-data.ts'
import { createCatCollector } from './cat-collector.ts'

const maxFileBytes = 64 * 1024 * 1024
/** Maximum length of an object; a page of a thousand records has fewer than 400,000 characters. */
const maxObjectLength = 4_000_000

/**
 * Returns the records of a file, each kind in its order. Throws `import.invalid` with line numbers unless all are
 * valid.
 */
export async function readCatFile(
  chunks: AsyncIterable<Buffer>,
  progress: (counts: ImportCounts) => void,
): Promise<CatRecords> {
  const problems = createImportProblems()
  const collector = createCatCollector(problems, progress)
  const { isJson, text } = await sniffJson(decodeUtf8(limitBytes(chunks, maxFileBytes)))
  if (isJson) {
    const records = jsonRecords(text, { pageMember: 'data', maxLength: maxObjectLength, problems })
    for await (const { where, value } of records) collector.add(where, value)
  } else
    for await (const { line, cells, problem } of namedCsvRows(text)) {
      if (problem === undefined) collector.add(`line ${line}`, cells)
      else problems.add(`line ${line}`, problem)
    }
  return collector.finish()
}
