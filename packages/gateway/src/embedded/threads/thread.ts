// A thread the gateway can afford to lose: started by the first request, monitored while it works, terminated when it
// hangs or uses too much memory, and restarted by the next request. Its faults affect only its own requests.
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#define'
import { startWorker } from '#provider/run'
import type { ThreadVitals } from './messages.ts'
import { createPeer, NotBegun, type Peer, type PeerRequest, type PeerResult, type Serve } from './peer.ts'
import { createVitals, ownerIn } from './vitals.ts'

interface ProviderThreadOptions {
  /** Name of the thread in the log and in metrics. */
  readonly name: string
  readonly entry: URL
  /** The data that the thread starts with. */
  readonly data: object
  /** Answers the thread's requests to the gateway. */
  readonly serve: Serve
  /** The limit of the thread's JavaScript heap; memory outside the heap has the same limit. */
  readonly memoryMb: number
  /** The longest time for which the thread can block its event loop. */
  readonly longestSliceMs: number
  /** Returns the idle time after which the thread is terminated; undefined keeps it. */
  readonly idleMs?: (() => number) | undefined
  readonly log: Log
  /** Creates the rejection of requests whose thread has ended. */
  readonly makeLostError: (cause: Error) => Error
  /** Creates the rejection of requests until the thread may restart. */
  readonly makeRestingError: (retryAfterS: number) => Error
  /** Receives the account whose call the thread was running when it was lost, if known. */
  readonly onLost?: ((account: string) => void) | undefined
}

export interface ProviderThread {
  /**
   * Sends a request, and starts the thread if necessary. Rejects with the thread's error, or because the thread has
   * ended or may not restart yet. A request that had not begun when its thread was lost goes to the next one. `admit`
   * runs before each time the request is sent, and can throw.
   */
  request(request: PeerRequest, admit?: () => void): Promise<PeerResult>
  /** The number of the running thread, counted from 1 over all those started; 0 while none runs. */
  readonly generation: number
  /** Requests that have not been answered. */
  readonly pending: number
  /** The number of threads that ended by themselves or were terminated for misbehaving. */
  readonly lost: number
  /** True while it may not restart, after several losses in a short time. */
  readonly isResting: boolean
  /** Gives the thread at most `graceMs` to close its resources, then terminates it. */
  close(graceMs: number): Promise<void>
}

/** The timeout of a thread's first pulse: on a busy machine, loading modules takes seconds. */
const startMs = 60_000
/** The interval at which the thread's pulse is checked. */
const watchMs = 250
/** The window in which losses add up; from the third on, restarts are delayed. */
const lossWindowMs = 60_000
const restAfterLosses = 3
const longestRestMs = 60_000

/** Creates the thread without starting it. */
export function createProviderThread(options: ProviderThreadOptions): ProviderThread {
  const { name, log } = options
  let current: RunningThread | undefined
  let generation = 0
  let lost = 0
  let losses: number[] = []
  let restingUntilMs = 0
  let isClosed = false

  const onLost = (thread: RunningThread, cause: Error, account: string) => {
    if (current === thread) current = undefined
    lost++
    const now = performance.now()
    losses = [...losses.filter((at) => now - at < lossWindowMs), now]
    const over = losses.length - restAfterLosses
    if (over >= 0) restingUntilMs = now + Math.min(longestRestMs, 1000 * 2 ** over)
    const of = account === '' ? {} : { account }
    log.error('a thread of embedded providers ended', { thread: name, cause: cause.message, ...of })
    if (account !== '') options.onLost?.(account)
  }

  const start = (): RunningThread => {
    generation++
    const thread: RunningThread = startThread(options, {
      lost: (cause, account) => onLost(thread, cause, account),
      idle: () => {
        if (current === thread) current = undefined
      },
    })
    return thread
  }

  const running = (): RunningThread => {
    if (isClosed) throw new Error(`the thread ${name} is closed`)
    const restMs = restingUntilMs - performance.now()
    if (!current && restMs > 0) throw options.makeRestingError(Math.ceil(restMs / 1000))
    try {
      current ??= start()
    } catch (cause) {
      // the system could not create a thread
      throw options.makeLostError(cause instanceof Error ? cause : new Error(String(cause)))
    }
    return current
  }
  const rest = async (signal: AbortSignal | undefined) => {
    for (let ms = restingUntilMs - performance.now(); !current && ms > 0; ms = restingUntilMs - performance.now())
      await wait(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
    signal?.throwIfAborted()
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
    async request(request, admit) {
      for (;;) {
        admit?.()
        const thread = running()
        try {
          return await thread.request(request)
        } catch (error) {
          if (!(error instanceof NotBegun)) throw error
          await rest(request.signal)
        }
      }
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

interface ThreadEvents {
  /** Called with the account whose call was running, or an empty string if unknown. */
  lost(cause: Error, account: string): void
  idle(): void
}

function startThread(options: ProviderThreadOptions, events: ThreadEvents): RunningThread {
  const { name, entry, data, memoryMb, longestSliceMs, idleMs } = options
  const vitals: ThreadVitals = createVitals()
  // the listening sockets keep the program alive, not this thread
  const worker = startWorker({
    entry,
    name,
    memoryMb,
    data: { ...data, vitals, memoryMb },
    environment: withoutOurSettings(process.env),
  })
  const peer = createPeer(worker, options.serve)
  let isEnding = false
  let lastPulse = -1
  let quietChecks = 0
  let idleChecks = 0

  const lose = (cause: Error) => {
    if (isEnding) return
    isEnding = true
    clearInterval(watch)
    events.lost(cause, ownerIn(vitals))
    const lastBegun = Atomics.load(vitals.begun, 0)
    // a thread that has begun nothing cannot start, and neither could the next
    if (lastBegun === 0) peer.close(options.makeLostError(cause))
    else peer.close(options.makeLostError(cause), lastBegun)
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
  /** Ends the idle thread, unless it works on something that no request waits for, or a request has come meanwhile. */
  const endUnlessAtWork = async () => {
    const atWork = await peer.request({ method: 'isAtWork', args: undefined }).catch(() => undefined)
    idleChecks = 0
    if (atWork?.value !== false || peer.isBusy || isEnding) return
    events.idle()
    await end(closeIdleMs)
  }
  // counts checks, not time: if the whole process was suspended, its threads are not to blame
  const watch = setInterval(() => {
    const beat = Atomics.load(vitals.pulse, 0)
    quietChecks = beat === lastPulse ? quietChecks + 1 : 0
    lastPulse = beat
    const longestMs = beat === 0 ? startMs : longestSliceMs
    if (quietChecks * watchMs > longestMs) lose(new Error(`its event loop was blocked for ${longestMs} ms`))
    idleChecks = peer.isBusy ? 0 : idleChecks + 1
    if (idleMs && idleChecks * watchMs > idleMs() && !isEnding) void endUnlessAtWork()
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

/** The time in which an idle thread has to close its resources. */
const closeIdleMs = 5000

/** Returns the environment without settings, which come as data. The rest locates the operator's programs. */
function withoutOurSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GATEHOUSE_')))
}
