// Detects a database that hangs although its connections stay open, for instance because its host or the network is
// gone. Once a statement has waited for a second, the watch queries the database on a separate connection. Without an
// answer, the database hangs, and nothing waits for it until it answers again. Slow statements of a database that
// answers are spared, such as those of imports and reports.

export interface HangWatch {
  /** Starts the work and settles as it does; rejects immediately with DatabaseHangs if the database hangs. */
  waitFor<T>(begin: () => Promise<T>): Promise<T>
  close(): void
}

interface HangWatchOptions {
  /** Queries the database on a new connection within a time limit; false without an answer. */
  answers(): Promise<boolean>
  /** Breaks the connections in use. */
  breakConnections(): void
}

/** Thrown with the code of a connection that timed out. */
class DatabaseHangs extends Error {
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
  /** Waiting work, in the order of its start. */
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
