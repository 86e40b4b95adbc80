// Snapshots of an account's sandboxes.
import { fail } from '#define'
import { createSandboxesRepository, type SandboxRow, type Store } from '#store'
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

  async function known(row: SandboxRow, name: string) {
    const snapshot = await rows.snapshot(row.id, name)
    if (!snapshot) throw unknown(name)
    return snapshot
  }

  return {
    known,
    /** Fails with 'thing.conflict' if there are twenty others. */
    async takeSnapshot(account: string, name: string, snapshot: string) {
      const row = await find(account, name)
      const others = (await rows.snapshots(row.id)).filter((one) => one.name !== snapshot)
      if (others.length >= mostSnapshots)
        throw fail('thing.conflict', { reason: `A sandbox has at most ${mostSnapshots} snapshots. Remove one first.` })
      await sandboxes.takeSnapshot(row, snapshot)
      const { clock } = await find(account, name)
      const createdAt = providerClock()
      await rows.putSnapshot(row.id, { name: snapshot, openings: await rows.openings(row.id), clock, createdAt })
      return { name: snapshot, now: isoOf(clock), createdAt }
    },
    async removeSnapshot(account: string, name: string, snapshot: string) {
      const row = await find(account, name)
      if (!(await rows.removeSnapshot(row.id, snapshot))) throw unknown(snapshot)
      await sandboxes.removeSnapshot(row, snapshot)
    },
    async restore(account: string, name: string, snapshot: string) {
      const row = await find(account, name)
      const { openings, clock } = await known(row, snapshot)
      return view(await sandboxes.restart(row, { openings, clock, snapshot }))
    },
  }
}

const unknown = (name: string) => fail('thing.unknown', { thing: 'snapshot', id: name })
