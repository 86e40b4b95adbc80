// A mutex per key: work on the same key runs one at a time, in the order it was requested; work on other keys is not
// held up.

export interface KeyedMutexOptions {
  /** How many may wait behind the one that runs; unlimited by default. */
  readonly maxWaiting?: number
  /** The error for work that meets a full queue. */
  readonly makeBusyError?: () => unknown
}
export interface KeyedMutex<K> {
  /** Runs `work` once everything requested earlier for the key has settled, and settles as it does. */
  run<T>(key: K, work: () => Promise<T>): Promise<T>
  /** Keys with work that runs or waits. */
  readonly size: number
}

interface Queue {
  /** Settles with the last work of the queue; it never rejects. */
  tail: Promise<unknown>
  /** Running and waiting. */
  length: number
}

/** A key uses memory only while it has work. */
export function keyedMutex<K>({ maxWaiting = Number.POSITIVE_INFINITY, makeBusyError = busy }: KeyedMutexOptions = {}) {
  const queues = new Map<K, Queue>()
  const mutex: KeyedMutex<K> = {
    get size() {
      return queues.size
    },
    async run(key, work) {
      const queue = queues.get(key) ?? { tail: Promise.resolve(), length: 0 }
      if (queue.length > maxWaiting) throw makeBusyError()
      queues.set(key, queue)
      queue.length += 1
      const done = queue.tail.then(work)
      queue.tail = done.catch(() => undefined)
      try {
        return await done
      } finally {
        queue.length -= 1
        if (queue.length === 0) queues.delete(key)
      }
    },
  }
  return mutex
}

function busy(): Error {
  return new Error('too much work is waiting for the same key')
}
