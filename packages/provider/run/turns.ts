// Fair scheduling of many owners on a resource with limited concurrency. Each owner has its own queue, and the queues
// are served round-robin, so that one owner's hundred jobs delay another's by at most one.

export interface TurnsOptions {
  /** Maximum number of concurrent jobs. */
  readonly running: number
  /** Maximum number of concurrent jobs per owner. */
  readonly runningPerOwner: number
  /** Maximum length of the queue in total, and per owner. */
  readonly waiting: number
  readonly waitingPerOwner: number
  /** Creates the error for work that meets a full queue. */
  readonly makeBusyError: () => unknown
}
export interface Turns {
  /**
   * Runs `work` when it is the owner's turn, and settles as it does. Work whose signal is aborted while it waits
   * never starts; it rejects with the signal's reason.
   */
  run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly running: number
  readonly waiting: number
}

interface Owner {
  running: number
  readonly queue: (() => void)[]
}

export function createTurns(options: TurnsOptions): Turns {
  const { running: limit, runningPerOwner, makeBusyError } = options
  // round-robin order: an owner that was served goes to the end
  const owners = new Map<string, Owner>()
  let running = 0
  let waiting = 0

  const begin = (owner: Owner) => {
    running++
    owner.running++
  }

  function serveNext(): void {
    if (running >= limit || waiting === 0) return
    for (const [name, owner] of owners) {
      if (owner.running >= runningPerOwner) continue
      const start = owner.queue.shift()
      if (!start) continue
      waiting--
      begin(owner)
      owners.delete(name)
      owners.set(name, owner)
      start()
      return
    }
  }

  function enqueue(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = owner.queue.indexOf(start)
        if (at < 0) return
        owner.queue.splice(at, 1)
        waiting--
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting++
      owner.queue.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  const ownerOf = (name: string): Owner => {
    const owner = owners.get(name) ?? { running: 0, queue: [] }
    owners.set(name, owner)
    return owner
  }

  return {
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
    async run(name, work, signal) {
      signal?.throwIfAborted()
      const owner = ownerOf(name)
      if (running < limit && owner.running < runningPerOwner && owner.queue.length === 0) begin(owner)
      else {
        try {
          if (waiting >= options.waiting || owner.queue.length >= options.waitingPerOwner) throw makeBusyError()
          await enqueue(owner, signal)
        } finally {
          forget(name, owner)
        }
      }
      try {
        return await work()
      } finally {
        running--
        owner.running--
        toTheEnd(name, owner)
        forget(name, owner)
        serveNext()
      }
    },
  }

  /** Moves an owner that was just served to the end, behind waiting owners, even if it did not have to wait. */
  function toTheEnd(name: string, owner: Owner): void {
    if (owners.get(name) !== owner) return
    owners.delete(name)
    owners.set(name, owner)
  }

  /** Removes an owner without work, so that it uses no memory. */
  function forget(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.queue.length === 0 && owners.get(name) === owner) owners.delete(name)
  }
}
