// SQLite copies its log (WAL) into the database file at the commit that makes the log long. That writes and syncs up to
// 1,000 pages, 70 ms on a busy disk, in which a thread does nothing else. Here a thread of its own does it.
import { type Stats, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface Checkpoints {
  /** Ends the thread, so that the last connection to the database is the caller's. */
  stop(): Promise<void>
  /** Whether there is a thread. */
  readonly isRunning: boolean
}

/** A log of fewer bytes is not worth a thread: about 1,000 pages, from which SQLite copies by itself. */
const worthwhileBytes = 4 * 1024 * 1024
const periodMs = 2000
/** Where the thread cannot keep up, or has failed, the connection copies after all: 64 MB of log. */
export const pagesAtMost = 16_384
const memoryMb = 16
/** The thread ends when the log was not written for so long: it takes some 10 MB. */
const usualIdleMs = 30_000

/** Copies the log every 2 s in which it was written, once it is long. Keeps no process alive. */
export function startCheckpoints(file: string, idleMs = usualIdleMs): Checkpoints {
  let thread: Worker | undefined
  let isCopying = false
  let copiedMs = 0
  let idlePeriods = 0

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-thread.js', import.meta.url), {
      name: 'checkpoints',
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.unref()
    started.on('message', () => {
      isCopying = false
    })
    const forget = () => {
      if (thread === started) thread = undefined
      isCopying = false
    }
    started.on('error', forget).on('exit', forget)
    return started
  }

  function copy(): void {
    const log = statOf(`${file}-wal`)
    if (isCopying) return
    if (log === undefined || log.size < worthwhileBytes || log.mtimeMs === copiedMs) {
      if (++idlePeriods * periodMs >= idleMs) void thread?.terminate()
      return
    }
    idlePeriods = 0
    copiedMs = log.mtimeMs
    isCopying = true
    thread ??= start()
    thread.postMessage('copy')
  }

  const timer = setInterval(copy, periodMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await thread?.terminate()
    },
    get isRunning() {
      return thread !== undefined
    },
  }
}

/** A disk that fails is reported by whoever writes, and must not end the process here. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
