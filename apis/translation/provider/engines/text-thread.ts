// A thread that turns one text after another into another. It starts with the first text and ends after some minutes
// without one. A text that takes too long, and whatever ends the thread, refuse that text; the next starts it again.
import { Worker } from 'node:worker_threads'

export interface TextThread<Task> {
  /** Rejects with the error of `onFailure`. */
  run(task: Task): Promise<string>
  close(): Promise<void>
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
  /** The thread ends when no text comes for so long. */
  readonly idleMs: number
  /** Logs a failure, and makes the error for the caller. */
  readonly onFailure: (task: Task, cause: unknown) => unknown
}

interface Waiting<Task> {
  readonly task: Task
  resolve(text: string): void
  reject(error: unknown): void
}

export function createTextThread<Task>(options: TextThreadOptions<Task>): TextThread<Task> {
  const { entry, name, workerData, heapMb, timeoutMs, idleMs, onFailure } = options
  let worker: Worker | undefined
  let waiting: Waiting<Task>[] = []
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(entry, {
      ...{ name, workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } },
      // our environment may hold secrets that an engine has no use for
      ...{ env: {}, stdout: true, stderr: true },
    })
    started.on('message', (text: string) => {
      if (worker !== started) return
      waiting.shift()?.resolve(text)
      next()
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

  /** One text is on the thread at a time, so that each has the whole time limit. */
  function next(): void {
    clearTimeout(timer)
    const [first] = waiting
    if (first) (worker ?? start()).postMessage(first.task)
    timer = setTimeout(() => void end(new Error('it took too long')), first ? timeoutMs : idleMs)
    if (!first) timer.unref()
  }

  /** Refuses the text that is under way; those behind it have not begun. */
  async function end(error: unknown): Promise<void> {
    clearTimeout(timer)
    const ended = worker
    worker = undefined
    const failed = waiting.shift()
    await ended?.terminate()
    failed?.reject(onFailure(failed.task, error))
    if (waiting.length > 0) next()
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject })
        if (waiting.length === 1) next()
      }),
    async close() {
      const refused = waiting
      waiting = []
      for (const { task, reject } of refused) reject(onFailure(task, new Error('the gateway ends')))
      await end(undefined)
    },
  }
}
