// Imports activities from JSON: the data file of the older provider (one object to a line) or a list of the same objects. A
// file is taken whole or not at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { type Draft, readActivity } from '../activities/activity.ts'
import { type ActivityStore, activityLimit } from '../activities/store.ts'
import { jsonObjects } from './json-objects.ts'
import { quoted, refused } from './refused.ts'

const fileLimit = 64 * 1024 * 1024
const problemLimit = 5
const activitiesPerReport = 1000

export const formats =
  'Activities as JSON, one object to a line or a list: activity, availability, type, participants, price, accessibility, ' +
  'duration, kidFriendly, link (may be missing), key (made where it is missing).'

export interface Import {
  readonly chunks: AsyncIterable<Buffer>
  readonly store: ActivityStore
  readonly progress: (counts: Record<string, number>) => void
}

/**
 * Reads a file and stores its activities behind those of earlier imports. Importing the same file again changes nothing.
 * Returns how many were read, new and changed. Throws `import.invalid` with line numbers.
 */
export async function importActivities(
  kit: ProviderKit<Tables>,
  { chunks, store, progress }: Import,
): Promise<Record<string, number>> {
  const drafts: Draft[] = []
  const problems: string[] = []
  for await (const { line, json } of jsonObjects(decode(limited(chunks)))) {
    const read = readActivity(parse(json))
    if (typeof read === 'string') {
      refuseRecord(problems, `line ${line}: ${read} (${quoted(json)})`)
      continue
    }
    drafts.push(read)
    if (drafts.length > activityLimit) throw refused([`line ${line}: more than ${activityLimit} activities`])
    if (drafts.length % activitiesPerReport === 0) progress({ activities: drafts.length })
  }
  if (problems.length > 0) throw refused(problems)
  if (drafts.length === 0) throw refused(['it holds no activities'])
  const { added, changed } = await store.save(kit, drafts)
  return { activities: drafts.length, added, changed }
}

function refuseRecord(problems: string[], problem: string): void {
  problems.push(problem)
  if (problems.length >= problemLimit) throw refused([...problems, 'and perhaps more'])
}

/** Undefined for what is not JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw refused([`the file has more than ${fileLimit} bytes`])
    yield chunk
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError && 'code' in error ? refused(['it is not UTF-8 text']) : error
  }
}
