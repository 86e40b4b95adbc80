// Runs work away from the thread that answers calls: work that takes seconds, hundreds of megabytes, or a library that
// hostile input can break. It runs on threads or in processes that can be ended at any moment, and owners take turns.
import { type Helper, startHelper, TaskFailed } from './start.ts'
import { createTurns, type TurnsOptions } from './turns.ts'

export interface ThreadOptions {
  /** Module that calls `serveTasks`: a `new URL` of a literal and `import.meta.url`, by which a build finds it. */
  readonly entry: URL
  /** Name of the thread, for debuggers. */
  readonly name?: string
  /** Limit of a thread's JavaScript heap, or of a process's whole memory if the system shows it (Linux). */
  readonly memoryMb: number
  /** Time limit of a task, including the start. */
  readonly timeoutMs: number
  /** Idle time before the thread ends; `Infinity` keeps it. By default it ends with its task. */
  readonly keepMs?: number
  /** Uses a process instead of a thread: for native code, and for memory outside the heap. */
  readonly process?: boolean
  /** Gives way to the thread that forwards calls. */
  readonly lowPriority?: boolean
  /** Limits; by default one task runs at once, 20 tasks per owner and 200 in total wait, and others are refused. */
  readonly owners?: OwnersOptions
}
export interface OwnersOptions extends Partial<Pick<TurnsOptions, 'running' | 'waiting' | 'waitingPerOwner'>> {
  /** Limit of the time in the queue; none by default. */
  readonly waitMs?: number
  /** Creates the rejection of a task that meets a full queue or has waited too long. */
  readonly makeBusyError: () => unknown
}
interface TaskBy {
  /** The owner of the task; each owner has at most one task running. */
  readonly owner: string
  readonly signal?: AbortSignal
  /** Replaces the thread's timeout, for a task that loads shared data. */
  readonly timeoutMs?: number
}
export interface Thread<Task, Result> {
  /**
   * Resolves with the module's result. Task and result are structured-clone data. Rejects with `TaskFailed` if there is
   * no result; with the busy error; and with the signal's reason. Aborting a running task ends its thread or process,
   * unless that is kept for others: then the task continues.
   */
  run(task: Task, by: TaskBy): Promise<Result>
  /** Ends running threads and processes. Running, waiting and later tasks are rejected. */
  close(): Promise<void>
}

interface Place {
  readonly helper: Helper
  /** The running task. */
  current: { resolve(result: unknown): void; reject(error: unknown): void } | undefined
  idleTimer: NodeJS.Timeout | undefined
}

const usualOwners = {
  running: 1,
  runningPerOwner: 1,
  waiting: 200,
  waitingPerOwner: 20,
  makeBusyError: (): unknown => new Error('too many tasks are waiting'),
}

export function createThread<Task, Result>(options: ThreadOptions): Thread<Task, Result> {
  const { entry, name = 'tasks', memoryMb, keepMs = 0, process = false, lowPriority = false } = options
  const { waitMs, ...owners } = { ...usualOwners, ...options.owners }
  const turns = createTurns(owners)
  const places = new Set<Place>()
  const idle: Place[] = []
  let isClosed = false

  function start(): Place {
    const helper = startHelper(
      { entry, name, memoryMb, process, lowPriority },
      {
        result: (value) => place.current?.resolve(value),
        lost: (failure) => (place.current ? place.current.reject(failure) : void end(place)),
      },
    )
    const place: Place = { helper, current: undefined, idleTimer: undefined }
    places.add(place)
    return place
  }

  async function end(place: Place): Promise<void> {
    clearTimeout(place.idleTimer)
    const at = idle.indexOf(place)
    if (at >= 0) idle.splice(at, 1)
    places.delete(place)
    await place.helper.end()
  }

  function keep(place: Place): void {
    idle.push(place)
    if (keepMs < Number.POSITIVE_INFINITY) place.idleTimer = setTimeout(() => void end(place), keepMs).unref()
  }

  function work(task: Task, { signal, timeoutMs = options.timeoutMs }: Omit<TaskBy, 'owner'>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (isClosed) throw closed()
      const place = idle.pop() ?? start()
      clearTimeout(place.idleTimer)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandon)
        place.current = undefined
      }
      // the turn ends once the thread is gone, so that the number of running threads is exact
      const endWith = (settled: () => void) => {
        settle()
        void end(place).then(settled)
      }
      const fail = (error: unknown) => endWith(() => reject(error))
      const abandon = () => fail(signal?.reason)
      const timer = setTimeout(() => fail(new TaskFailed('slow', 'it took too long')), timeoutMs)
      const done = (result: unknown) => {
        const answer = result as Result // the module's declared result
        if (keepMs === 0) return endWith(() => resolve(answer))
        settle()
        keep(place)
        resolve(answer)
      }
      place.current = { resolve: done, reject: fail }
      if (keepMs === 0) signal?.addEventListener('abort', abandon, { once: true })
      try {
        place.helper.send(task)
      } catch (error) {
        fail(error)
      }
    })
  }

  return {
    run(task, { owner, ...by }) {
      if (waitMs === undefined) return turns.run(owner, () => work(task, by), by.signal)
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(owners.makeBusyError()), waitMs)
      const signals = by.signal ? [by.signal, late.signal] : [late.signal]
      const begin = () => {
        clearTimeout(timer)
        return work(task, by)
      }
      return turns.run(owner, begin, AbortSignal.any(signals)).finally(() => clearTimeout(timer))
    },
    async close() {
      // waiting tasks are rejected when their turn comes, which is now
      isClosed = true
      const ended = [...places].map((place) => {
        place.current?.reject(closed())
        return end(place)
      })
      await Promise.all(ended)
    },
  }
}

const closed = () => new TaskFailed('closed', 'the gateway ends')
