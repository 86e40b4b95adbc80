// Notices that a database hangs although its connections stay open, as when its host or the network is gone: once
// something has waited for a second, the database is asked on a connection of its own. If that is not answered either,
// it hangs, and nothing waits for it until it answers again. Slow statements of a database that answers are spared,
// such as those of imports and reports.

export interface HangWatch {
  /** Begins the work and settles as it does; rejects with DatabaseHangs, without waiting for it, when it hangs. */
  waitFor<T>(begin: () => Promise<T>): Promise<T>
  close(): void
}

export interface HangWatchOptions {
  /** Asks the database on a new connection, in a limited time; false when nothing came back. */
  answers(): Promise<boolean>
  /** Breaks the connections that are in use. */
  breakConnections(): void
}

/** The code is that of a connection that timed out. */
export class DatabaseHangs extends Error {
  override readonly name = 'DatabaseHangs'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the database does not answer')
  }
}

const patienceMs = 1000
const lookMs = 250

interface Waiting {
  readonly sinceMs: number
  reject(error: Error): void
}

export function createHangWatch({ answers, breakConnections }: HangWatchOptions): HangWatch {
  /** In the order in which they began. */
  const waiting = new Set<Waiting>()
  let hangs = false
  let answeredMs = Number.NEGATIVE_INFINITY
  let isAsking = false
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const [oldest] = waiting
    if (!oldest && !hangs) {
      clearInterval(timer)
      timer = undefined
    }
    if (isAsking) return
    const sinceMs = Math.max(oldest?.sinceMs ?? Number.POSITIVE_INFINITY, answeredMs)
    if (hangs || performance.now() - sinceMs >= patienceMs) void ask()
  }

  async function ask(): Promise<void> {
    isAsking = true
    hangs = !(await answers())
    isAsking = false
    answeredMs = performance.now()
    if (!hangs) return
    for (const { reject } of waiting) reject(new DatabaseHangs())
    breakConnections()
  }

  return {
    waitFor(begin) {
      if (hangs) return Promise.reject(new DatabaseHangs())
      return new Promise((resolve, reject) => {
        const entry = { sinceMs: performance.now(), reject }
        waiting.add(entry)
        timer ??= setInterval(look, lookMs).unref()
        void begin()
          .then(resolve, reject)
          .finally(() => waiting.delete(entry))
      })
    },
    close() {
      clearInterval(timer)
    },
  }
}
