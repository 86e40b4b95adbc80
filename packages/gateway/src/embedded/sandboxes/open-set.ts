// The sandboxes that this process has open, and the room for them. One is opened with its first call, shared by its
// calls, and closed after ten minutes without any, or when others need its room.
import { setTimeout } from 'node:timers/promises'
import { fail } from '#define'
import type { SandboxRow } from '#store'
import type { Log } from '../../process/log.ts'
import type { OpenSandbox } from './open-sandbox.ts'

/** An open generation with the number of calls that use it. */
interface Entry {
  readonly id: string
  readonly key: string
  readonly opening: Promise<OpenSandbox>
  /** Set once it is open. */
  sandbox: OpenSandbox | undefined
  leases: number
  usedMs: number
}

export interface OpenSandboxes {
  /** Opens a generation, or returns the open one, for one call, which must release it. Fails with 'gateway.busy'. */
  lease(row: SandboxRow): Promise<{ readonly sandbox: OpenSandbox; release(): void }>
  /**
   * Closes a generation if it is open. Calls that use it have `quietMs` to end, or as long as they take. Returns false
   * if they have not ended.
   */
  end(row: SandboxRow, quietMs?: number): Promise<boolean>
  close(): Promise<void>
}

interface OpenSetDeps {
  readonly open: (row: SandboxRow) => Promise<OpenSandbox>
  /** Milliseconds that never go back. */
  readonly monotonic: () => number
  readonly log: Pick<Log, 'warn'>
}

/** The number of sandboxes, and of threads in them, up to which none is closed for another one. */
const roomySandboxes = 8
const roomyThreads = 24
const mostSandboxes = 24
const idleMs = 600_000
const pollMs = 20

/** Creates the empty set. */
export function createOpenSandboxes({ open, monotonic, log }: OpenSetDeps): OpenSandboxes {
  const entries = new Map<string, Entry>()
  /** Sandboxes that are being closed; the same generation is opened again only after that. */
  const closing = new Map<string, Promise<void>>()
  const timer = setInterval(() => void closeIdle(), idleMs / 10).unref()

  function begin(row: SandboxRow, key: string): Entry {
    makeRoom()
    // another process has reset the sandbox, and what is open here is past
    for (const entry of entries.values()) if (entry.id === row.id) void endQuiet(entry)
    const opening = Promise.resolve(closing.get(key)).then(() => open(row))
    const entry: Entry = { id: row.id, key, opening, sandbox: undefined, leases: 0, usedMs: monotonic() }
    entries.set(key, entry)
    opening.then(
      (sandbox) => {
        entry.sandbox = sandbox
      },
      () => entries.delete(key),
    )
    return entry
  }

  /** Closes the sandbox that has been unused for longest, if there are many. */
  function makeRoom(): void {
    const all = [...entries.values()]
    const threads = all.reduce((sum, { sandbox }) => sum + (sandbox?.providers.threads().length ?? 0), 0)
    if (all.length < roomySandboxes && threads < roomyThreads) return
    const [oldest] = all.filter(({ leases }) => leases === 0).sort((a, b) => a.usedMs - b.usedMs)
    if (oldest) void end(oldest)
    else if (all.length >= mostSandboxes) throw fail('gateway.busy', {}, { retryAfterS: 1 })
  }

  function end(entry: Entry): Promise<void> {
    entries.delete(entry.key)
    const ending = entry.opening
      .then((sandbox) => sandbox.close())
      .catch((error: unknown) => log.warn('a sandbox could not be closed', { sandbox: entry.id, cause: String(error) }))
      .finally(() => closing.delete(entry.key))
    closing.set(entry.key, ending)
    return ending
  }

  /** Closes it when no call uses it, or after `quietMs`; false if a call still does. */
  async function endQuiet(entry: Entry, quietMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const until = monotonic() + quietMs
    while (entry.leases > 0) {
      if (monotonic() >= until) return false
      await setTimeout(pollMs, undefined, { ref: false })
    }
    if (entries.get(entry.key) === entry) await end(entry)
    else await closing.get(entry.key)
    return true
  }

  async function closeIdle(): Promise<void> {
    const before = monotonic() - idleMs
    for (const entry of [...entries.values()]) if (entry.leases === 0 && entry.usedMs < before) await end(entry)
  }

  return {
    async lease(row) {
      const key = keyOf(row)
      const entry = entries.get(key) ?? begin(row, key)
      entry.leases++
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        entry.leases--
        entry.usedMs = monotonic()
      }
      try {
        return { sandbox: await entry.opening, release }
      } catch (error) {
        release()
        throw error
      }
    },
    async end(row, quietMs) {
      const entry = entries.get(keyOf(row))
      if (entry) return endQuiet(entry, quietMs)
      await closing.get(keyOf(row))
      return true
    },
    async close() {
      clearInterval(timer)
      await Promise.all([...[...entries.values()].map(end), ...closing.values()])
    },
  }
}

const keyOf = ({ id, generation }: Pick<SandboxRow, 'id' | 'generation'>) => `${id}/${generation}`
