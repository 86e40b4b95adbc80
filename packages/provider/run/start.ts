// Starts all threads and helper processes. Our environment may hold secrets that they do not need, so theirs is empty
// unless another is passed.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { lowerBy } from './thread-priority.ts'

interface WorkerStart {
  readonly entry: URL
  readonly name: string
  /** Initial data of the thread. */
  readonly data?: object
  /** Limit of the JavaScript heap. */
  readonly memoryMb: number
  readonly environment?: NodeJS.ProcessEnv
  /** Keeps the thread's output out of the log, such as a library's warnings about damaged input. */
  readonly isQuiet?: boolean
}

/** Starts a thread, which does not keep the program alive. Throws if the system cannot create one. */
export function startWorker(start: WorkerStart): Worker {
  const { entry, name, data, memoryMb, environment = {}, isQuiet = false } = start
  const worker = new Worker(entry, {
    name,
    workerData: data,
    env: environment,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: isQuiet,
    stderr: isQuiet,
  })
  if (isQuiet) {
    worker.stdout.resume()
    worker.stderr.resume()
  }
  worker.unref()
  return worker
}

type FailureReason = 'failed' | 'slow' | 'memory' | 'closed'

/** The rejection of a task that has no result. */
export class TaskFailed extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

interface HelperStart {
  readonly entry: URL
  readonly name: string
  readonly memoryMb: number
  readonly process: boolean
  readonly lowPriority: boolean
}
interface HelperEvents {
  result(value: unknown): void
  /** Called when the helper ends or must be ended; possibly repeatedly. */
  lost(failure: TaskFailed): void
}
/** A thread or process that serves tasks one at a time (serve-tasks.ts). */
export interface Helper {
  send(task: unknown): void
  /** Resolves once the helper is gone. */
  end(): Promise<unknown>
}
/** The message that a helper sends back. */
interface TaskAnswer {
  readonly result: unknown
}

/** Starts a helper. Throws `TaskFailed` if the system cannot create a thread. */
export function startHelper(start: HelperStart, events: HelperEvents): Helper {
  return start.process ? startProcess(start, events) : startThread(start, events)
}

function startThread({ entry, name, memoryMb, lowPriority }: HelperStart, events: HelperEvents): Helper {
  const worker = startedWorker({ entry, name, memoryMb, data: { lowPriority }, isQuiet: true })
  worker.on('message', ({ result }: TaskAnswer) => events.result(result))
  worker.on('error', (error: unknown) => {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    events.lost(failureOf(error, isFull ? 'memory' : 'failed'))
  })
  worker.on('exit', () => events.lost(new TaskFailed('failed', 'the thread ended')))
  return { send: (task) => worker.postMessage({ task }), end: () => worker.terminate() }
}

function startedWorker(start: WorkerStart): Worker {
  try {
    return startWorker(start)
  } catch (error) {
    throw failureOf(error, 'failed')
  }
}

/** Interval of reading the memory of a process. */
const watchMs = 50

function startProcess({ entry, memoryMb, lowPriority }: HelperStart, events: HelperEvents): Helper {
  const child = fork(fileURLToPath(entry), [], {
    serialization: 'advanced',
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { pid } = child
  const watch = setInterval(() => {
    if (residentMb(pid) > memoryMb) events.lost(new TaskFailed('memory', 'it took too much memory'))
  }, watchMs)
  watch.unref()
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // a process that never started has no exit
    if (pid === undefined) resolve()
  })
  void gone.then(() => clearInterval(watch))
  child.on('message', (answer: object) => events.result('result' in answer ? answer.result : undefined))
  child.on('error', (error) => events.lost(failureOf(error, 'failed')))
  child.once('exit', () => events.lost(new TaskFailed('failed', 'the process ended')))
  if (lowPriority) lowerPriorityOf(pid)
  child.unref()
  child.channel?.unref()
  return {
    send(task) {
      // a process that has ended is reported by its exit, and one that cannot be started by its error
      if (pid !== undefined) child.send({ task }, () => undefined)
    },
    end() {
      child.kill('SIGKILL')
      return gone
    },
  }
}

function failureOf(error: unknown, reason: FailureReason): TaskFailed {
  return new TaskFailed(reason, error instanceof Error ? error.message : String(error), error)
}

function lowerPriorityOf(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, lowerBy)
  } catch {
    // not permitted, or already gone: it runs with ordinary priority
  }
}

/** Returns the resident memory of a process; 0 if the system does not show it (proc(5), status). */
function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? 0 : Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
