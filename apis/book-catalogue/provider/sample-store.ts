// Stores the sample when an empty catalogue is first asked. At start that would cost every gateway a few hundred milliseconds,
// also those that nobody asks for books.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { saveSample } from './catalogue-store.ts'

export interface Sample {
  /** Resolves when there is something to answer from. */
  ready(kit: ProviderKit<Tables>): Promise<void>
}

export function createSample(): Sample {
  const stored = new WeakMap<ProviderKit<Tables>['db'], Promise<void>>()
  return {
    ready({ db }) {
      const known = stored.get(db)
      if (known) return known
      const storing = saveSample(db, async () => (await import('../seed/sample.ts')).readSample())
      stored.set(db, storing)
      storing.catch(() => stored.delete(db))
      return storing
    },
  }
}
