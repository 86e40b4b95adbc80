// A thread that turns one text after another into another. Accounts take turns on it, so that one account's texts delay
// another's by at most the one that is under way. It starts with the first text and ends after some minutes without
// one. A text that takes too long, and whatever ends the thread, refuse that text; the next starts it again.
import { Worker } from 'node:worker_threads'
import { createTurns } from '#provider'
import { tooBusy } from '../errors.ts'

export interface TextThread<Task> {
  /**
   * Rejects with the error of `onFailure`; with 503 where too many texts wait, or this one has waited too long; and
   * with the reason of the signal when that is aborted while the text waits. One that is under way goes on, since it
   * soon ends.
   */
  run(task: Task, caller: TextCaller): Promise<string>
  close(): Promise<void>
}
/** Whose text it is. */
export interface TextCaller {
  readonly account: string
  readonly signal: AbortSignal
}
export interface TextThreadOptions<Task> {
  /** Module that answers each task that is posted with a string. */
  readonly entry: URL
  readonly name: string
  readonly workerData: unknown
  /** Of JavaScript; what WebAssembly has comes on top. */
  readonly heapMb: number
  /** How long a text may take, the loading of the program included. */
  readonly timeoutMs: number
  /** How long a text may wait for its turn. */
  readonly waitMs: number
  /** The thread ends when no text comes for so long. */
  readonly idleMs: number
  /** Logs a failure, and makes the error for the caller. */
  readonly onFailure: (task: Task, cause: unknown) => unknown
}

interface Current<Task> {
  readonly task: Task
  resolve(text: string): void
  reject(error: unknown): void
}

/** An account has a few calls under way, each of which sends one text after another. */
const waitingBounds = { waiting: 200, waitingPerOwner: 20 }

export function createTextThread<Task>(options: TextThreadOptions<Task>): TextThread<Task> {
  const { entry, name, workerData, heapMb, timeoutMs, waitMs, idleMs, onFailure } = options
  const turns = createTurns({ running: 1, runningPerOwner: 1, ...waitingBounds, makeBusyError: tooBusy })
  let worker: Worker | undefined
  let current: Current<Task> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function start(): Worker {
    const started = new Worker(entry, {
      ...{ name, workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } },
      // our environment may hold secrets that an engine has no use for
      ...{ env: {}, stdout: true, stderr: true },
    })
    started.on('message', (text: string) => {
      if (worker !== started) return
      current?.resolve(text)
      current = undefined
      endAfter(idleMs, 'it is idle').unref()
    })
    const fail = (error: unknown) => {
      if (worker === started) void end(error)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread ended')))
    started.unref()
    worker = started
    return started
  }

  function endAfter(ms: number, why: string): NodeJS.Timeout {
    clearTimeout(timer)
    timer = setTimeout(() => void end(new Error(why)), ms)
    return timer
  }

  /** Refuses the text that is under way. */
  async function end(error: unknown): Promise<void> {
    clearTimeout(timer)
    const [ended, failed] = [worker, current]
    worker = undefined
    current = undefined
    await ended?.terminate()
    failed?.reject(onFailure(failed.task, error))
  }

  /** One text is on the thread at a time, so that each has the whole time limit. */
  function answer(task: Task): Promise<string> {
    if (isClosed) return Promise.reject(onFailure(task, new Error('the gateway ends')))
    return new Promise((resolve, reject) => {
      current = { task, resolve, reject }
      const running = worker ?? start()
      running.postMessage(task)
      endAfter(timeoutMs, 'it took too long')
    })
  }

  return {
    async run(task, { account, signal }) {
      signal.throwIfAborted()
      const waiting = new AbortController()
      const leave = () => waiting.abort(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      const deadline = setTimeout(() => waiting.abort(tooBusy()), waitMs)
      const begin = () => {
        clearTimeout(deadline)
        signal.removeEventListener('abort', leave)
      }
      const work = () => {
        begin()
        return answer(task)
      }
      return turns.run(account, work, waiting.signal).finally(begin)
    },
    async close() {
      // those that wait are refused when their turn comes, which is now
      isClosed = true
      await end(new Error('the gateway ends'))
    },
  }
}
