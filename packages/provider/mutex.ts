// A mutex per key: work on the same key runs one at a time, in the order of its requests; work on other keys does not
// wait.

interface KeyedMutexOptions {
  /** Queue limit, the running work excluded; unlimited by default. */
  readonly maxWaiting?: number
  /** Creates the error for work that meets a full queue. */
  readonly makeBusyError?: () => unknown
}
export interface KeyedMutex<K> {
  /** Runs `work` once all earlier work for the key has settled, and settles as it does. */
  run<T>(key: K, work: () => Promise<T>): Promise<T>
  /** Number of keys with running or waiting work. */
  readonly size: number
}

interface Queue {
  /** Settles with the last work of the queue; never rejects. */
  tail: Promise<unknown>
  /** Running and waiting work. */
  length: number
}

/** Creates a mutex whose keys use memory only while they have work. */
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
