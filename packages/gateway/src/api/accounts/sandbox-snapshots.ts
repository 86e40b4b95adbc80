// Snapshots of an account's sandboxes.
import { fail } from '#define'
import { createSandboxesRepository, type Store } from '#store'
import type { Sandboxes } from '../../embedded/sandboxes/sandboxes.ts'
import type { SandboxViews } from './sandbox-views.ts'

interface SnapshotsDeps {
  readonly store: Store
  readonly sandboxes: Sandboxes
  readonly views: SandboxViews
  /** Milliseconds since the epoch, as the gateway's own providers see it. */
  readonly providerClock: () => number
}

const mostSnapshots = 20

/** Creates the rules, which fail with 'sandbox.unknown' and, for a snapshot, with 'thing.unknown'. */
export function createSandboxSnapshots({ store, sandboxes, views, providerClock }: SnapshotsDeps) {
  const rows = createSandboxesRepository(store)
  const { find, view, isoOf } = views

  return {
    /** Fails with 'thing.conflict' if there are twenty others. */
    async takeSnapshot(account: string, name: string, snapshot: string) {
      const row = await find(account, name)
      const others = (await rows.snapshots(row.id)).filter((one) => one.name !== snapshot)
      if (others.length >= mostSnapshots)
        throw fail('thing.conflict', { reason: `A sandbox has at most ${mostSnapshots} snapshots. Remove one first.` })
      const createdAt = providerClock()
      const { clock } = await sandboxes.takeSnapshot(row, { name: snapshot, createdAt })
      return { name: snapshot, now: isoOf(clock), createdAt }
    },
    async removeSnapshot(account: string, name: string, snapshot: string) {
      await sandboxes.removeSnapshot(await find(account, name), snapshot)
    },
    async restore(account: string, name: string, snapshot: string) {
      return view(await sandboxes.restart(await find(account, name), { snapshot }))
    },
  }
}
