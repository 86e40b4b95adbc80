// Stores the sample when an empty catalogue is first requested. Doing so at each start would cost every gateway a few
// hundred milliseconds, even one that is never asked for books.
import type { Database } from '../../tables.ts'
import { saveSample } from './store.ts'

/** Returns a function that resolves when there is something to answer from. */
export function createSampleStore(database: Database): () => Promise<void> {
  let storing: Promise<void> | undefined
  return () => {
    storing ??= saveSample(database, async () => (await import('../../seed/sample.ts')).readSample()).catch((error) => {
      storing = undefined
      throw error
    })
    return storing
  }
}
