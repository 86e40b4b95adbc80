// Computes hashes on threads: two for orders that wait for them, and one of low priority for everything else, so that
// neither calls nor hashes that are waited for are held up by those that nobody waits for.
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export interface Hashes {
  /**
   * The canonical hash of a text, from its first round. Rejects when the thread is lost; the next call starts another.
   */
  of(first: string, when: When): Promise<string>
  close(): Promise<void>
}
/** Whether an order waits for the hash. */
export type When = 'now' | 'later'

/** Hashes that are remembered. */
const mostKept = 10_000
/** An order has two texts. */
const threadsForOrders = Math.min(2, availableParallelism())

export function createHashes(): Hashes {
  const kept = new Map<string, { readonly when: When; readonly hash: Promise<string> }>()
  const threads = { now: createThreads(threadsForOrders, false), later: createThreads(1, true) }
  return {
    of(first, when) {
      const known = kept.get(first)
      // what was begun for nobody may take long while others are busy
      const one = known && (known.when === 'now' || when === 'later') ? known : { when, hash: compute(first, when) }
      // the most recently used are at the end
      kept.delete(first)
      kept.set(first, one)
      if (kept.size > mostKept) for (const [oldest] of kept) if (kept.delete(oldest)) break
      return one.hash
    },
    async close() {
      await Promise.all([threads.now.close(), threads.later.close()])
    },
  }

  async function compute(first: string, when: When): Promise<string> {
    try {
      const canonical = hash('sha256', await threads[when].run(first))
      kept.set(first, { when: 'now', hash: Promise.resolve(canonical) })
      return canonical
    } catch (error) {
      kept.delete(first)
      throw error
    }
  }
}

interface Task {
  readonly first: string
  resolve(hex: string): void
  reject(error: Error): void
}
interface Thread {
  readonly worker: Worker
  task: Task | undefined
}

/** A thread starts when there is work for it, and stays. */
function createThreads(most: number, givesWay: boolean) {
  const waiting: Task[] = []
  const threads = new Set<Thread>()
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
      name: 'hashes of fraud screening',
      workerData: { givesWay },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
      // our environment may hold secrets that hashes have no use for
      env: {},
    })
    const thread: Thread = { worker, task: undefined }
    threads.add(thread)
    // its loss is seen by its exit
    worker.on('error', () => undefined)
    worker.on('message', (hex: string) => {
      const { task } = thread
      thread.task = undefined
      task?.resolve(hex)
      next()
    })
    worker.on('exit', () => {
      threads.delete(thread)
      thread.task?.reject(new Error('the thread that computed a hash was lost'))
      next()
    })
    return thread
  }

  function next(): void {
    if (isClosed) for (const task of waiting.splice(0)) task.reject(new Error('hashes are no longer computed'))
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => !task) ?? (threads.size < most ? start() : undefined)
      if (!idle) return
      const task = waiting.shift()
      idle.task = task
      // a task keeps the process alive, an idle thread does not
      idle.worker.ref()
      idle.worker.postMessage(task?.first)
    }
    for (const { task, worker } of threads) if (!task) worker.unref()
  }

  return {
    run: (first: string) =>
      new Promise<string>((resolve, reject) => {
        waiting.push({ first, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      next()
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
