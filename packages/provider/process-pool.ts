// Tasks for native code or hundreds of megabytes: each runs in a process that ends with it, a few at once, and owners
// take turns. A process can be killed at any moment, and what goes wrong in it cannot reach the gateway's memory.
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createTurns } from './turns.ts'

export interface ProcessPoolOptions {
  /** Module that calls `serveTask`. */
  readonly entry: URL
  /** How many processes run at once; an owner has at most one of them. */
  readonly processes: number
  readonly timeoutMs: number
  /** Of everything the process holds, heap or not; enforced on Linux, elsewhere it bounds only the heap. */
  readonly memoryMb: number
  readonly waiting: number
  readonly waitingPerOwner: number
  /** The rejection of a task that finds so many waiting. */
  readonly makeBusyError: () => unknown
  /** Hears why a task has no result, for the log. */
  readonly onFailure?: ((reason: ProcessFailure) => void) | undefined
}
export type ProcessFailure = 'failed' | 'slow' | 'memory'
export interface ProcessPool {
  /**
   * Resolves with what the task returned; undefined when it failed, took too long or too much memory. `data` and the
   * result are structured-clone data. Rejects with the signal's reason once that is aborted, which also kills the
   * process.
   */
  run(owner: string, data: unknown, signal?: AbortSignal): Promise<unknown>
}

/** How often the memory of a process is read. */
const watchMs = 50
const lowerBy = 10

export function createProcessPool(options: ProcessPoolOptions): ProcessPool {
  const { processes, waiting, waitingPerOwner, makeBusyError } = options
  const turns = createTurns({ running: processes, runningPerOwner: 1, waiting, waitingPerOwner, makeBusyError })
  return { run: (owner, data, signal) => turns.run(owner, () => runInProcess(options, data, signal), signal) }
}

function runInProcess(options: ProcessPoolOptions, data: unknown, signal?: AbortSignal): Promise<unknown> {
  const { memoryMb, timeoutMs, onFailure } = options
  return new Promise<unknown>((resolve, reject) => {
    const child = start(options)
    const gone = new Promise<void>((exited) => {
      child.once('exit', () => exited())
      // without a process there is no exit
      if (child.pid === undefined) exited()
    })
    let isOver = false
    const end = (settled: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', abandon)
      child.kill('SIGKILL')
      // the turn is over once the process is gone, so that no more run than are counted
      void gone.then(settled)
    }
    const failWith = (reason: ProcessFailure) =>
      end(() => {
        onFailure?.(reason)
        resolve(undefined)
      })
    const abandon = () => end(() => reject(signal?.reason))
    const timer = setTimeout(() => failWith('slow'), timeoutMs)
    const watch = setInterval(() => {
      if (residentMb(child.pid) > memoryMb) failWith('memory')
    }, watchMs)
    signal?.addEventListener('abort', abandon, { once: true })
    child.once('message', (result) => end(() => resolve(result)))
    child.once('error', () => failWith('failed'))
    child.once('exit', () => failWith('failed'))
    // a process that has ended already is reported by its exit
    child.send({ task: data }, () => undefined)
  })
}

function start({ entry, memoryMb }: ProcessPoolOptions): ChildProcess {
  const child = fork(fileURLToPath(entry), [], {
    serialization: 'advanced',
    // our environment may hold secrets that a task has no use for
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    // keeps what a library prints about damaged input out of the log
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowerBy)
  } catch {
    // not permitted, or already gone: it works with ordinary priority
  }
  return child
}

/** 0 where the system does not show it (proc(5), status). */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Runs the one task of this process and returns its result to the pool. A task that throws has no result. */
export function serveTask(work: (task: unknown) => Promise<unknown>): void {
  // without the gateway there is nobody to answer
  process.once('disconnect', () => process.exit(1))
  process.once('message', (message: { readonly task: unknown }) => {
    work(message.task).then(
      (result) => process.send?.(result),
      () => process.exit(1),
    )
  })
}
