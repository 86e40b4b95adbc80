// A thread that the gateway can lose: started with the first request, watched while it works, ended when it hangs or
// grows, and started again by the next request. What it does wrong costs its own requests and nobody else's.
import { Worker } from 'node:worker_threads'
import type { Log } from '#define'
import { createPeer, type Peer, type PeerRequest, type PeerResult, type Serve } from './peer.ts'

export interface ThreadOptions {
  /** For the log and for metrics. */
  readonly name: string
  readonly entry: URL
  /** What the thread starts with, as plain data. */
  readonly data: object
  /** Answers what the thread asks of the gateway. */
  readonly serve: Serve
  /** Of the thread's JavaScript heap; bytes outside the heap have the same limit. */
  readonly memoryMb: number
  /** How long the thread may work without a turn of its event loop. */
  readonly longestSliceMs: number
  /** Ends the thread when it has had nothing to do for so long; unset keeps it. */
  readonly idleMs?: number | undefined
  readonly log: Log
  /** The rejection of requests whose thread has ended. */
  readonly makeLostError: (cause: Error) => Error
  /** The rejection of requests while the thread is not started again yet. */
  readonly makeRestingError: (retryAfterS: number) => Error
}

export interface Thread {
  /** Starts the thread if necessary. Rejects with what the thread threw, or because it has ended or rests. */
  request(request: PeerRequest): Promise<PeerResult>
  /** Which of the threads that were started runs now, from 1; 0 while none does. */
  readonly generation: number
  /** Requests that have not been answered. */
  readonly pending: number
  /** How many threads ended by themselves or were ended because of what they did. */
  readonly lost: number
  /** Lets the thread close what it holds, for at most `graceMs`, and ends it. */
  close(graceMs: number): Promise<void>
}

/** How often the thread's pulse is looked at. */
const watchMs = 250
/** Losses within this time add up; the third one begins the pauses. */
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
  // the listening sockets keep the program alive, not this
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
  // Checks are counted rather than time: a process that was stopped as a whole must not blame its threads.
  const watch = setInterval(() => {
    const beat = Atomics.load(pulse, 0)
    quietChecks = peer.pending > 0 && beat === lastPulse ? quietChecks + 1 : 0
    lastPulse = beat
    if (quietChecks * watchMs > longestSliceMs) lose(new Error(`no turn of its event loop for ${longestSliceMs} ms`))
    idleChecks = peer.pending > 0 ? 0 : idleChecks + 1
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

/** How long an idle thread may take to close what it holds. */
const closeIdleMs = 5000

/** The thread gets its settings as data; our environment may hold secrets that it has no use for. */
function withoutOurSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GATEHOUSE_')))
}
