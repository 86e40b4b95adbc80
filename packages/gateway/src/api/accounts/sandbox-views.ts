// Sandboxes as their accounts see them.
import { fail } from '#define'
import {
  createSandboxesRepository,
  createSandboxFaultsRepository,
  type SandboxClock,
  type SandboxRow,
  type Store,
} from '#store'
import type { Sandboxes } from '../../embedded/sandboxes/sandboxes.ts'
import { timeOf } from '../../embedded/sandboxes/time.ts'

export type SandboxViews = ReturnType<typeof createSandboxViews>

/** Creates the views. `real` returns milliseconds since the epoch, as the gateway's own providers see it. */
export function createSandboxViews(store: Store, real: () => number, sandboxes: Pick<Sandboxes, 'bytesOf'>) {
  const rows = createSandboxesRepository(store)
  const faults = createSandboxFaultsRepository(store.db)
  const isoOf = (clock: SandboxClock) => new Date(timeOf(clock, real)).toISOString()
  return {
    isoOf,
    /** Returns the row of a sandbox; fails with 'sandbox.unknown'. */
    async find(account: string, name: string): Promise<SandboxRow> {
      const row = await rows.find(account, name)
      if (!row) throw fail('sandbox.unknown', { name })
      return row
    },
    async view(row: SandboxRow) {
      const snapshots = await rows.snapshots(row.id)
      return {
        name: row.name,
        seed: row.seed,
        clock: { now: isoOf(row.clock), running: 'aheadMs' in row.clock },
        faults: (await faults.list(row.id)).length,
        snapshots: snapshots.map(({ name, clock, createdAt }) => ({ name, now: isoOf(clock), createdAt })),
        bytes: await sandboxes.bytesOf(row),
        createdAt: row.createdAt,
        usedAt: row.usedAt,
      }
    },
  }
}
