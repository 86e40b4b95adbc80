// Reads notes as CSV with a column `text`.
import { createImportProblems, decodeUtf8, invalidImport, limitBytes, namedCsvRows } from '#provider/import'
import { mostPublic } from '../notes/store.ts'

const maxFileBytes = 8 * 1024 * 1024
const maxLength = 1000

/** Reads the notes of a file. Throws `import.invalid` with line numbers unless all are valid. */
export async function readNotes(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const notes: string[] = []
  const problems = createImportProblems()
  for await (const { line, cells, problem } of namedCsvRows(decodeUtf8(limitBytes(chunks, maxFileBytes)))) {
    const { text = '' } = cells
    if (problem !== undefined) problems.add(`line ${line}`, problem)
    else if (text === '' || text.length > maxLength)
      problems.add(`line ${line}`, `text has 1 to ${maxLength} characters`)
    else notes.push(text)
    if (notes.length > mostPublic) throw invalidImport(`line ${line}: more than ${mostPublic} notes`)
  }
  problems.throwIfAny()
  if (notes.length === 0) throw invalidImport('it holds no notes')
  return notes
}
