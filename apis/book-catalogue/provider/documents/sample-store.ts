// Stores the sample on the first request to an empty catalogue. Storing it at each start would cost every gateway a few
// hundred milliseconds, even one that never serves books.
import type { Database } from '../../tables.ts'
import { saveSample } from './store.ts'

/** Returns a function that resolves when the store has data. */
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
