// Snapshots of sandboxes: generations that no call uses, each in a folder that no process has had before. The row of
// the snapshot names it, so that of two that are taken under one name at once either is whole.
import { fail } from '#define'
import type { SandboxesRepository, SandboxRow, SandboxSnapshot } from '#store'
import type { Blank } from './blank.ts'
import type { SandboxFolders } from './folders.ts'
import { reading, removeIfPast, restarted } from './generations.ts'
import type { Room } from './room.ts'

export interface SandboxSource {
  readonly row: SandboxRow
  /** Undefined for the current state. */
  readonly snapshot?: SandboxSnapshot | undefined
}

interface SnapshotsDeps {
  readonly rows: SandboxesRepository
  readonly folders: SandboxFolders
  readonly blank: Pick<Blank, 'path'>
  readonly room: Pick<Room, 'forCopy'>
}

/** Creates what takes and reads them. */
export function createSnapshots({ rows, folders, blank, room }: SnapshotsDeps) {
  /** Returns a snapshot; fails with 'thing.unknown'. */
  async function find({ id }: SandboxRow, name: string): Promise<SandboxSnapshot> {
    const snapshot = await rows.snapshot(id, name)
    if (!snapshot) throw fail('thing.unknown', { thing: 'snapshot', id: name })
    return snapshot
  }

  /** Runs work on the files of a sandbox or a snapshot. Fails with 'sandbox.restarted' if those are others by now. */
  function read<T>({ row, snapshot }: SandboxSource, run: (folder: string) => Promise<T>): Promise<T> {
    const { generation } = snapshot ?? row
    const isListed = async () => {
      const now = snapshot ? await rows.snapshot(row.id, snapshot.name) : await findAgain({ rows, folders }, row)
      return now?.generation === generation
    }
    return reading({ rows, folders }, { ...row, generation }, { isListed, run })
  }

  async function copy(row: SandboxRow, from: string, order: Pick<SandboxSnapshot, 'name' | 'createdAt'>) {
    const { id } = row
    await room.forCopy(row.accountId, from)
    const generation = await folders.claim(id, row.generation)
    const folder = folders.generation(id, generation)
    try {
      await folders.fill(from, folder, await blank.path())
      const { clock, generation: current } = await findAgain({ rows, folders }, row)
      if (current !== row.generation) throw restarted(row)
      // counted after the copy: what it may hold was drawn in an opening that has been counted
      const snapshot = { ...order, generation, clock, openings: await rows.openings(id) }
      await rows.putSnapshot(id, snapshot)
      return snapshot
    } catch (error) {
      await folders.remove(folder)
      throw error
    } finally {
      await folders.needNoMore(id, generation)
    }
  }

  return {
    find,
    read,
    /** Keeps a copy of the current files under a name. */
    async take(row: SandboxRow, order: Pick<SandboxSnapshot, 'name' | 'createdAt'>): Promise<SandboxSnapshot> {
      const replaced = await rows.snapshot(row.id, order.name)
      const kept = await read({ row }, (folder) => copy(row, folder, order))
      if (replaced) await removeIfPast({ rows, folders }, { id: row.id, generation: replaced.generation })
      return kept
    },
    async remove(row: SandboxRow, name: string): Promise<void> {
      const { generation } = await find(row, name)
      await rows.removeSnapshot(row.id, name)
      await removeIfPast({ rows, folders }, { id: row.id, generation })
    },
  }
}

/**
 * Returns the row of a sandbox as it is now. Fails with 'sandbox.unknown' if it is gone, and with 'sandbox.elsewhere'
 * if its files are not in this data folder.
 */
export async function findAgain(
  {
    rows,
    folders,
  }: { readonly rows: Pick<SandboxesRepository, 'find'>; readonly folders: Pick<SandboxFolders, 'home'> },
  { id, accountId, name }: SandboxRow,
): Promise<SandboxRow> {
  const row = await rows.find(accountId, name)
  if (row?.id !== id) throw fail('sandbox.unknown', { name })
  if (row.home !== (await folders.home())) throw fail('sandbox.elsewhere', { name })
  return row
}
