// The sandboxes of this data folder: opening them for calls, and the files of their generations and snapshots.
import { Failure, fail } from '#define'
import { keyedMutex } from '#provider'
import {
  createSandboxesRepository,
  type SandboxBeginning,
  type SandboxesRepository,
  type SandboxRow,
  type SandboxSnapshot,
  type Store,
} from '#store'
import { createBlank } from './blank.ts'
import { createSandboxFolders } from './folders.ts'
import { createNextGeneration, createOpenGeneration } from './generations.ts'
import type { OpenSandbox, OpenSandboxDeps } from './open-sandbox.ts'
import { createOpenSandboxes, type OpenSandboxes } from './open-set.ts'
import { createRoom } from './room.ts'
import { createSnapshots, findAgain, type SandboxSource } from './snapshots.ts'
import { startClearing } from './unused.ts'

export interface Sandboxes {
  /** Returns the id of the data folder, which new sandboxes get as their home. */
  home(): Promise<string>
  /**
   * Opens the sandbox of an account for one call, which must release it. Fails with 'sandbox.unknown', with
   * 'thing.conflict' if the account has no room left, with 'sandbox.elsewhere' if its files are not in this data
   * folder, and with 'gateway.busy' if all room is in use.
   */
  acquire(account: string, name: string): Promise<Lease>
  /**
   * Makes the files of a new sandbox out of those of another one, or of a snapshot of it. Fails with
   * 'sandbox.restarted' if those are others by now.
   */
  copy(from: SandboxSource, to: SandboxRow): Promise<void>
  /** Begins the next generation, from a snapshot or from nothing; calls under way end on the one they began with. */
  restart(row: SandboxRow, from: SandboxBeginning | { readonly snapshot: string }): Promise<SandboxRow>
  /**
   * Keeps a copy of the current files under a name, made while no call of this process uses them. Fails with
   * 'sandbox.busy' if one does for ten seconds.
   */
  takeSnapshot(row: SandboxRow, order: { readonly name: string; readonly createdAt: number }): Promise<SandboxSnapshot>
  /** Returns a snapshot; fails with 'thing.unknown'. */
  snapshot(row: SandboxRow, name: string): Promise<SandboxSnapshot>
  /** Fails with 'thing.unknown'. */
  removeSnapshot(row: SandboxRow, name: string): Promise<void>
  /** Returns the bytes of a sandbox with its snapshots; 0 if they are in another data folder. */
  bytesOf(row: SandboxRow): Promise<number>
  /** Removes all files of a sandbox that is no longer listed. */
  remove(row: SandboxRow): Promise<void>
  close(): Promise<void>
}

export interface Lease {
  readonly row: SandboxRow
  readonly sandbox: OpenSandbox
  release(): void
}

interface SandboxesDeps extends OpenSandboxDeps {
  readonly store: Store
  readonly dataDir: string
  readonly processId: string
  /** Bytes of an account on the disk, 1 GB by default. */
  readonly roomBytes?: number
  /** Milliseconds that never go back. */
  readonly monotonic: () => number
}

const quietMs = 10_000
/** The step in which the time of the last use is kept. */
const usedStepMs = 60_000
/** The most attempts at a sandbox that another process resets meanwhile. */
const attempts = 5
/** The number of calls of a sandbox that wait until it is open, or its files are copied. */
const maxWaiting = 1000

/** Creates the sandboxes of a gateway; nothing is opened before the first call. */
export function createSandboxes(deps: SandboxesDeps): Sandboxes {
  const { store, monotonic } = deps
  const { log, clock } = deps.providers
  const rows = createSandboxesRepository(store)
  const folders = createSandboxFolders(deps.dataDir, deps.processId)
  const blank = createBlank(deps)
  const open = createOpenSandboxes({
    open: createOpenGeneration({ rows, folders, blank }, deps),
    monotonic,
    log,
  })
  /** Calls begin, and files change, one after another for each sandbox. */
  const turns = keyedMutex<string>({ maxWaiting, makeBusyError: () => fail('gateway.busy', {}, { retryAfterS: 1 }) })
  const room = createRoom({ rows, folders, monotonic, ...(deps.roomBytes !== undefined && { limit: deps.roomBytes }) })
  const snapshots = createSnapshots({ rows, folders, blank, room })
  const acquire = createAcquire({ rows, home: folders.home, open })
  const warn = (error: unknown) => log.warn('files of sandboxes could not be removed', { cause: String(error) })
  const next = createNextGeneration({ rows, folders, blank, open, warn })
  const end = (row: SandboxRow) => open.end(row, quietMs)
  const stopClearing = startClearing({ ...deps, rows, folders, clock, end, warn })

  /** Runs work on the row of a sandbox while it is closed here. */
  const whileClosed = <T>(row: SandboxRow, work: () => Promise<T>) =>
    turns.run(keyOf(row.accountId, row.name), async () => {
      const now = await findAgain({ rows, folders }, row)
      if (!(await open.end(now, quietMs))) throw fail('sandbox.busy', { name: row.name }, { retryAfterS: 1 })
      return work()
    })

  async function remove(row: SandboxRow): Promise<void> {
    await end(row)
    await folders.removeAll(row.id)
  }

  return {
    home: folders.home,
    bytesOf: room.bytesOf,
    async acquire(account, name) {
      await room.forCall(account)
      const lease = await turns.run(keyOf(account, name), () => following(() => acquire(account, name)))
      const at = clock()
      if (at - lease.row.usedAt >= usedStepMs) await rows.touch(lease.row.id, at)
      return lease
    },
    copy: (from, to) =>
      whileClosed(from.row, () =>
        snapshots.read(from, async (folder) => {
          await room.forCopy(from.row.accountId, folder)
          await folders.copy(folder, folders.generation(to.id, to.generation), await blank.path())
        }),
      ),
    restart: (of, from) =>
      // alone, and from the row as it is then: the next folder of an older row would be the current one of another call
      turns.run(keyOf(of.accountId, of.name), () =>
        following(async () => {
          const row = await findAgain({ rows, folders }, of)
          if (!('snapshot' in from)) return next.begin(row, from)
          const snapshot = await snapshots.find(row, from.snapshot)
          const { openings, clock } = snapshot
          return snapshots.read({ row, snapshot }, (source) => next.begin(row, { openings, clock, source }))
        }),
      ),
    takeSnapshot: (of, order) =>
      whileClosed(of, () => following(async () => snapshots.take(await findAgain({ rows, folders }, of), order))),
    snapshot: snapshots.find,
    removeSnapshot: snapshots.remove,
    remove,
    async close() {
      stopClearing()
      await open.close()
      await next.retired()
      await blank.remove()
    },
  }
}

interface AcquireDeps {
  readonly rows: Pick<SandboxesRepository, 'find'>
  readonly home: () => Promise<string>
  readonly open: Pick<OpenSandboxes, 'lease'>
}

function createAcquire({ rows, home, open }: AcquireDeps) {
  async function find(account: string, name: string): Promise<SandboxRow> {
    const row = await rows.find(account, name)
    if (!row) throw fail('sandbox.unknown', { name })
    if (row.home !== (await home())) throw fail('sandbox.elsewhere', { name })
    return row
  }
  return async function acquire(account: string, name: string): Promise<Lease> {
    const row = await find(account, name)
    const { sandbox, release } = await open.lease(row)
    sandbox.setClock(row.clock)
    return { row, sandbox, release }
  }
}

/** Begins work again where another process was first, which this one follows. */
async function following<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      const isStale = error instanceof Failure && error.code === 'sandbox.restarted'
      if (!isStale || attempt === attempts) throw error
    }
}

const keyOf = (account: string, name: string) => `${account}/${name}`
