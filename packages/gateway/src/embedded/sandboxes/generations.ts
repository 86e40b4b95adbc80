// The generations of sandboxes: opening the current one, and beginning the next. Several processes may do either at
// once on one data folder: each begins in a folder that no other has had, and the row of the sandbox decides which is
// current.
import { fail } from '#define'
import type { SandboxBeginning, SandboxesRepository, SandboxRow } from '#store'
import type { Blank } from './blank.ts'
import type { SandboxFolders } from './folders.ts'
import { type OpenSandbox, type OpenSandboxDeps, openSandbox } from './open-sandbox.ts'
import type { OpenSandboxes } from './open-set.ts'

interface GenerationsDeps {
  readonly rows: Pick<SandboxesRepository, 'beginOpening' | 'nextGeneration' | 'generations'>
  readonly folders: SandboxFolders
  readonly blank: Pick<Blank, 'path'>
}
interface Next extends SandboxBeginning {
  /** The folder of a snapshot; undefined for a blank state. */
  readonly source?: string | undefined
}

/** Creates the function that opens the current generation. It fails with 'sandbox.restarted' for another one. */
export function createOpenGeneration(own: GenerationsDeps, deps: OpenSandboxDeps) {
  const { rows, folders, blank } = own
  return async (row: SandboxRow): Promise<OpenSandbox> => {
    const { id, generation } = row
    async function closed(): Promise<void> {
      await folders.needNoMore(id, generation)
      await removeIfPast(own, row)
    }
    // before it is known to be current, so that it is not removed in between
    await folders.need(id, generation)
    try {
      const opening = await rows.beginOpening(id, generation)
      if (opening === undefined) throw restarted(row)
      const folder = folders.generation(id, generation)
      await folders.begin(folder, await blank.path())
      const sandbox = await openSandbox({ row, opening, folder }, deps)
      return { ...sandbox, close: () => sandbox.close().finally(closed) }
    } catch (error) {
      await closed()
      throw error
    }
  }
}

/**
 * Runs work on the folder of a generation, which no process removes until then. Fails with 'sandbox.restarted' if
 * `isListed` says that it is neither current nor a snapshot by now.
 */
export async function reading<T>(
  own: RemoveDeps,
  { id, name, generation }: Pick<SandboxRow, 'id' | 'name' | 'generation'>,
  work: { isListed(): Promise<boolean>; run(folder: string): Promise<T> },
): Promise<T> {
  const { folders } = own
  await folders.need(id, generation)
  try {
    if (!(await work.isListed())) throw restarted({ name })
    return await work.run(folders.generation(id, generation))
  } finally {
    await folders.needNoMore(id, generation)
    await removeIfPast(own, { id, generation })
  }
}

interface RemoveDeps {
  readonly rows: Pick<SandboxesRepository, 'generations'>
  readonly folders: SandboxFolders
}

/** Removes the files of a generation that is neither current nor a snapshot, unless a process needs them. */
export async function removeIfPast(
  { rows, folders }: RemoveDeps,
  { id, generation }: Pick<SandboxRow, 'id' | 'generation'>,
): Promise<void> {
  // one that was listed and no longer is does not come back
  if ((await rows.generations()).get(id)?.has(generation) !== false) return
  if ((await folders.needs(id)).some((need) => need.generation === generation)) return
  await folders.remove(folders.generation(id, generation))
}

interface BeginDeps extends GenerationsDeps {
  readonly open: Pick<OpenSandboxes, 'end'>
  /** Receives why files could not be removed. */
  readonly warn: (error: unknown) => void
}

/** Creates what begins the next generation. */
export function createNextGeneration(deps: BeginDeps) {
  const { rows, folders, blank, open, warn } = deps
  const retiring = new Set<Promise<void>>()

  /** Lets the calls of a past generation end, then removes its files unless another process needs them. */
  function retire(row: SandboxRow): void {
    const done = open
      .end(row)
      .then(() => removeIfPast(deps, row))
      .catch(warn)
      .finally(() => retiring.delete(done))
    retiring.add(done)
  }

  return {
    /** Returns the row with the next generation. Fails with 'sandbox.restarted' if another process was first. */
    async begin(row: SandboxRow, { source, ...beginning }: Next): Promise<SandboxRow> {
      const { id, generation: from } = row
      const to = await folders.claim(id, from)
      const folder = folders.generation(id, to)
      let begun: SandboxRow | undefined
      try {
        if (source !== undefined) await folders.fill(source, folder, await blank.path())
        begun = await rows.nextGeneration(id, { from, to, ...beginning })
      } finally {
        if (!begun) await folders.remove(folder)
        await folders.needNoMore(id, to)
      }
      if (!begun) throw restarted(row)
      retire(row)
      return begun
    },
    /** Resolves when the past generations are closed. */
    async retired(): Promise<void> {
      await Promise.all(retiring)
    },
  }
}

/** Returns the failure of work on a generation that is no longer current. */
export const restarted = ({ name }: Pick<SandboxRow, 'name'>) => fail('sandbox.restarted', { name }, { retryAfterS: 1 })
