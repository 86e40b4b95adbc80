// Removes what nobody uses: sandboxes without a call for seven days, and files that belong to none.
import type { SandboxesRepository, SandboxRow } from '#store'
import type { SandboxFolders } from './folders.ts'

interface UnusedDeps {
  readonly rows: Pick<SandboxesRepository, 'unusedSince' | 'remove' | 'ids'>
  readonly folders: Pick<SandboxFolders, 'ids' | 'removeAll'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Closes the sandbox if it is open. */
  readonly end: (row: SandboxRow) => Promise<unknown>
}

const unusedMs = 7 * 86_400_000

/**
 * Removes them once. The files of a sandbox whose row another machine has removed go as well, and so do those that a
 * killed process left behind.
 */
export async function removeUnused({ rows, folders, clock, end }: UnusedDeps): Promise<void> {
  for (const row of await rows.unusedSince(clock() - unusedMs)) {
    await rows.remove(row.id)
    await end(row)
  }
  // listed before the rows: a sandbox that is made meanwhile has a row when it has files
  const withFiles = await folders.ids()
  const listed = new Set(await rows.ids())
  for (const id of withFiles) if (!listed.has(id)) await folders.removeAll(id)
}
