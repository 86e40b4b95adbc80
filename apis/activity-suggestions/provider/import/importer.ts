// Reads activities from JSON: the data file of the older provider (one object per line, SOURCES 3.2) or a list of the
// same objects.
import type { ImportCounts } from '#define/imports'
import {
  createImportProblems,
  decodeUtf8,
  excerpt,
  invalidImport,
  jsonObjects,
  limitBytes,
  parseJson,
} from '#provider/import'
import type { Draft } from '../activities/activity.ts'
import { maxActivities } from '../activities/store.ts'
import { readActivity } from './activity-reader.ts'

const maxFileBytes = 64 * 1024 * 1024
/** Maximum length of an object; an activity has some 300 characters. */
const maxObjectLength = 100_000
const activitiesPerReport = 1000

/** Returns the activities of a file, in its order. Throws `import.invalid` with line numbers unless all are valid. */
export async function readActivityFile(
  chunks: AsyncIterable<Buffer>,
  progress: (counts: ImportCounts) => void,
): Promise<Draft[]> {
  const drafts: Draft[] = []
  const problems = createImportProblems()
  for await (const { line, json } of jsonObjects(decodeUtf8(limitBytes(chunks, maxFileBytes)), maxObjectLength)) {
    const read = readActivity(parseJson(json))
    if (typeof read === 'string') {
      problems.add(`line ${line}`, `${read} (${excerpt(json)})`)
      continue
    }
    drafts.push(read)
    if (drafts.length > maxActivities) throw invalidImport(`line ${line}: more than ${maxActivities} activities`)
    if (drafts.length % activitiesPerReport === 0) progress({ activities: drafts.length })
  }
  problems.throwIfAny()
  if (drafts.length === 0) throw invalidImport('it holds no activities')
  return drafts
}
