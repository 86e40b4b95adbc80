// Tasks that take seconds of CPU or hundreds of megabytes: each runs on a thread that ends with it, a few at once, and
// owners take turns.
import { Worker } from 'node:worker_threads'
import { createTurns } from './turns.ts'

export interface WorkerPoolOptions {
  /** Module that computes a result from `workerData` and posts it. */
  readonly entry: URL
  /** How many threads run at once; an owner has at most one of them. */
  readonly threads: number
  readonly timeoutMs: number
  /** Of the thread's JavaScript heap; the task bounds what it holds outside. */
  readonly memoryMb: number
  readonly waiting: number
  readonly waitingPerOwner: number
  /** The rejection of a task that finds so many waiting. */
  readonly makeBusyError: () => unknown
}
export interface WorkerPool {
  /**
   * Resolves with what the thread posts; undefined when it fails, takes too long or runs out of memory. Rejects with
   * the signal's reason once that is aborted, which also ends the thread.
   */
  run(owner: string, data: unknown, signal?: AbortSignal): Promise<unknown>
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { threads, waiting, waitingPerOwner, makeBusyError } = options
  const turns = createTurns({ running: threads, runningPerOwner: 1, waiting, waitingPerOwner, makeBusyError })
  return { run: (owner, data, signal) => turns.run(owner, () => runInThread(options, data, signal), signal) }
}

function runInThread({ entry, memoryMb, timeoutMs }: WorkerPoolOptions, data: unknown, signal?: AbortSignal) {
  return new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // our environment may hold secrets that a task has no use for
      env: {},
      // keeps what a library prints about damaged input out of the log
      stdout: true,
      stderr: true,
    })
    let isOver = false
    const end = (settled: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', abandon)
      // the turn is over once the thread is gone, so that no more run than are counted
      void worker.terminate().then(settled)
    }
    const settle = (result: unknown) => end(() => resolve(result))
    const abandon = () => end(() => reject(signal?.reason))
    const timer = setTimeout(() => settle(undefined), timeoutMs)
    signal?.addEventListener('abort', abandon, { once: true })
    worker.once('message', settle)
    worker.once('error', () => settle(undefined))
    worker.once('exit', () => settle(undefined))
  })
}
