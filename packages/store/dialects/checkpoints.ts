// SQLite copies its log (WAL) into the database file on the commit that makes the log long. That writes and syncs up to
// 1,000 pages and blocks the thread for 70 ms on a busy disk. A separate thread does it here instead.
import { type Stats, statSync } from 'node:fs'

/** Creates the thread: `createThread` of packages/provider, which this package does not import. */
export type CreateThread = (options: CopyingThread) => {
  run(file: string, by: { readonly owner: string }): Promise<unknown>
  close(): Promise<void>
}
interface CopyingThread {
  /** Receives `{ task }` and answers `{ result }`. */
  readonly entry: URL
  readonly name: string
  readonly memoryMb: number
  readonly timeoutMs: number
  readonly keepMs: number
}

export interface Checkpoints {
  /** Ends the thread, so that the caller holds the last connection to the database. */
  stop(): Promise<void>
}

/** Minimum log size for a copy: about 1,000 pages, the point at which SQLite copies by itself. */
const worthwhileBytes = 4 * 1024 * 1024
const periodMs = 2000
/** If the thread cannot keep up, or has failed, the connection itself copies: 64 MB of log. */
export const pagesAtMost = 16_384
const limits = { memoryMb: 16, timeoutMs: 60_000 }
/** Idle time without writes after which the thread ends: it takes some 10 MB. */
const keepMs = 30_000

/** Copies a long log every 2 s if it was written meanwhile. Keeps no process alive. */
export function startCheckpoints(file: string, createThread: CreateThread): Checkpoints {
  const entry = new URL('./checkpoint-thread.ts', import.meta.url)
  const thread = createThread({ entry, name: 'checkpoints', ...limits, keepMs })
  let isCopying = false
  let copiedMs = 0

  async function copy(): Promise<void> {
    const log = statOf(`${file}-wal`)
    if (isCopying || log === undefined || log.size < worthwhileBytes || log.mtimeMs === copiedMs) return
    copiedMs = log.mtimeMs
    isCopying = true
    try {
      await thread.run(file, { owner: file })
    } catch {
      // such as a system that cannot create a thread: the connection itself copies
    }
    isCopying = false
  }

  const timer = setInterval(copy, periodMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await thread.close()
    },
  }
}

/** Ignores a failing disk: writers report it, and it must not end the process here. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
