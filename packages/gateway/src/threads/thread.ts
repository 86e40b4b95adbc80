// A thread the gateway can afford to lose: started by the first request, monitored while it works, terminated when it
// hangs or uses too much memory, and restarted by the next request. Its faults affect only its own requests.
import { Worker } from 'node:worker_threads'
import type { Log } from '#define'
import { createPeer, type Peer, type PeerRequest, type PeerResult, type Serve } from './peer.ts'

export interface ThreadOptions {
  /** For the log and for metrics. */
  readonly name: string
  readonly entry: URL
  /** The data the thread starts with. */
  readonly data: object
  /** Answers the thread's requests to the gateway. */
  readonly serve: Serve
  /** Limit of the thread's JavaScript heap; memory outside the heap has the same limit. */
  readonly memoryMb: number
  /** How long the thread may block its event loop. */
  readonly longestSliceMs: number
  /** Terminates the thread after it has been idle for this long; unset keeps it. */
  readonly idleMs?: number | undefined
  readonly log: Log
  /** The rejection of requests whose thread has ended. */
  readonly makeLostError: (cause: Error) => Error
  /** The rejection of requests until the thread may be restarted. */
  readonly makeRestingError: (retryAfterS: number) => Error
}

export interface Thread {
  /**
   * Starts the thread if necessary. Rejects with what the thread threw, or because it has ended or may not be restarted
   * yet.
   */
  request(request: PeerRequest): Promise<PeerResult>
  /** Number of the running thread among those started so far, from 1; 0 while none runs. */
  readonly generation: number
  /** Requests that have not been answered. */
  readonly pending: number
  /** How many threads ended by themselves or were terminated for misbehaving. */
  readonly lost: number
  /** Whether it may not be restarted yet, because it was lost several times in a short while. */
  readonly isResting: boolean
  /** Gives the thread at most `graceMs` to close its resources, then terminates it. */
  close(graceMs: number): Promise<void>
}

/** How long a thread may take until its first pulse: on a busy machine, loading modules takes seconds. */
const startMs = 60_000
/** How often the thread's pulse is checked. */
const watchMs = 250
/** Losses within this time add up; from the third on, restarts are delayed. */
const lossWindowMs = 60_000
const restAfterLosses = 3
const longestRestMs = 60_000

/** Prepares the thread; nothing is started yet. */
export function createThread(options: ThreadOptions): Thread {
  const { name, log } = options
  let current: RunningThread | undefined
  let generation = 0
  let lost = 0
  let losses: number[] = []
  let restingUntilMs = 0
  let isClosed = false

  const onLost = (thread: RunningThread, cause: Error) => {
    if (current === thread) current = undefined
    lost++
    const now = performance.now()
    losses = [...losses.filter((at) => now - at < lossWindowMs), now]
    const over = losses.length - restAfterLosses
    if (over >= 0) restingUntilMs = now + Math.min(longestRestMs, 1000 * 2 ** over)
    log.error('a thread of embedded providers ended', { thread: name, cause: cause.message })
  }

  const start = (): RunningThread => {
    generation++
    const thread: RunningThread = startThread(options, {
      lost: (cause) => onLost(thread, cause),
      idle: () => {
        if (current === thread) current = undefined
      },
    })
    return thread
  }

  return {
    get generation() {
      return current ? generation : 0
    },
    get pending() {
      return current?.peer.pending ?? 0
    },
    get lost() {
      return lost
    },
    get isResting() {
      return !current && restingUntilMs > performance.now()
    },
    request(request) {
      if (isClosed) return Promise.reject(new Error(`the thread ${name} is closed`))
      if (!current) {
        const restMs = restingUntilMs - performance.now()
        if (restMs > 0) return Promise.reject(options.makeRestingError(Math.ceil(restMs / 1000)))
        current = start()
      }
      return current.request(request)
    },
    async close(graceMs) {
      isClosed = true
      await current?.end(graceMs)
    },
  }
}

interface RunningThread {
  readonly peer: Peer
  request(request: PeerRequest): Promise<PeerResult>
  end(graceMs: number): Promise<void>
}

function startThread(options: ThreadOptions, events: { lost(cause: Error): void; idle(): void }): RunningThread {
  const { name, entry, data, memoryMb, longestSliceMs, idleMs } = options
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(entry, {
    name,
    workerData: { ...data, pulse, memoryMb },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: withoutOurSettings(process.env),
  })
  // the listening sockets keep the program alive, not this timer
  worker.unref()
  const peer = createPeer(worker, options.serve)
  let isEnding = false
  let lastPulse = -1
  let quietChecks = 0
  let idleChecks = 0

  const lose = (cause: Error) => {
    if (isEnding) return
    isEnding = true
    clearInterval(watch)
    events.lost(cause)
    peer.close(options.makeLostError(cause))
    void worker.terminate()
  }
  const end = async (graceMs: number) => {
    if (isEnding) return
    isEnding = true
    clearInterval(watch)
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs)
    })
    await Promise.race([peer.request({ method: 'close', args: undefined }).catch(() => undefined), grace])
    clearTimeout(timer)
    peer.close(options.makeLostError(new Error('the gateway is shutting down')))
    await worker.terminate()
  }
  // Counts checks, not time: when the whole process was suspended, its threads are not to blame.
  const watch = setInterval(() => {
    const beat = Atomics.load(pulse, 0)
    quietChecks = peer.isBusy && beat === lastPulse ? quietChecks + 1 : 0
    lastPulse = beat
    const longestMs = beat === 0 ? startMs : longestSliceMs
    if (quietChecks * watchMs > longestMs) lose(new Error(`its event loop was blocked for ${longestMs} ms`))
    idleChecks = peer.isBusy ? 0 : idleChecks + 1
    if (idleMs !== undefined && idleChecks * watchMs > idleMs && !isEnding) {
      events.idle()
      void end(closeIdleMs)
    }
  }, watchMs)
  watch.unref()
  worker.on('error', (error: unknown) => lose(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => lose(new Error(`it exited with ${code}`)))
  return {
    peer,
    request: (request) => {
      idleChecks = 0
      return peer.request(request)
    },
    end,
  }
}

/** How long an idle thread may take to close its resources. */
const closeIdleMs = 5000

/** The thread gets its settings as data; our environment may hold secrets that it does not need. */
function withoutOurSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GATEHOUSE_')))
}
