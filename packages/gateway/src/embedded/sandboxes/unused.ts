// Removes what nobody uses: sandboxes without a call for seven days, files that belong to none, and what processes left
// behind that were killed.
import { readProcesses, type SandboxesRepository, type SandboxRow, type Store } from '#store'
import { removeLeftBlanks } from './blank.ts'
import type { SandboxFolders } from './folders.ts'

interface ClearingDeps extends Omit<UnusedDeps, 'liveProcesses'> {
  readonly store: Pick<Store, 'db'>
  readonly dataDir: string
  readonly processId: string
  /** Receives why files could not be removed. */
  readonly warn: (error: unknown) => void
}

const everyMs = 3_600_000
/** The time after which a process that ended before this one began is no longer listed. */
const firstMs = 60_000

/** Removes them soon and then every hour; returns a function that stops that. */
export function startClearing(deps: ClearingDeps): () => void {
  const { store, dataDir, processId, warn } = deps
  const liveProcesses = async () => new Set([processId, ...(await readProcesses(store.db)).map(({ id }) => id)])
  const clear = async () => {
    await removeUnused({ ...deps, liveProcesses })
    await removeLeftBlanks(dataDir, await liveProcesses())
  }
  const first = setTimeout(() => void clear().catch(warn), firstMs).unref()
  const timer = setInterval(() => void clear().catch(warn), everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}

interface UnusedDeps {
  readonly rows: Pick<SandboxesRepository, 'unusedSince' | 'remove' | 'generations'>
  readonly folders: SandboxFolders
  /** Lists the processes that have not ended. */
  readonly liveProcesses: () => Promise<ReadonlySet<string>>
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
export async function removeUnused(deps: UnusedDeps): Promise<void> {
  const { rows, folders, clock, end } = deps
  for (const row of await rows.unusedSince(clock() - unusedMs)) {
    await rows.remove(row.id)
    await end(row)
  }
  // listed before the rows: a sandbox that is made meanwhile has a row when it has files
  const withFiles = await folders.ids()
  const listed = await rows.generations()
  for (const id of withFiles)
    if (listed.has(id)) await removePast(deps, id)
    else await folders.removeAll(id)
}

/** Removes the generations that are neither current nor a snapshot, and that no living process needs. */
async function removePast({ rows, folders, liveProcesses }: UnusedDeps, id: string): Promise<void> {
  const found = await folders.generations(id)
  // read before and after: what a process needs for a short time only is listed at one of the two
  const before = (await rows.generations()).get(id) ?? []
  const needs = await folders.needs(id)
  const live = await liveProcesses()
  const after = (await rows.generations()).get(id) ?? []
  const needed = new Set([
    ...before,
    ...after,
    ...needs.filter(({ process }) => live.has(process)).map((one) => one.generation),
  ])
  for (const generation of found) if (!needed.has(generation)) await folders.remove(folders.generation(id, generation))
  for (const need of needs) if (!live.has(need.process)) await folders.forget(id, need)
}
