// One rate limiter per host of marketplaces, shared by all requests to that host. Requests are sent one after another
// with a gap; callers' requests precede those of jobs. After a "too many requests" response the host is paused, longer
// each time, and receives fewer requests afterwards.
import { FeedError } from './feed-error.ts'

export interface RateLimiterClock {
  /** Returns monotonic milliseconds. */
  now(): number
  /** Calls back once after a delay; returns a function that cancels the timer. */
  after(ms: number, callback: () => void): () => void
}
export interface RequestPriority {
  /** `caller` if someone waits for the response; such requests go first. */
  readonly urgency: 'caller' | 'job'
  /** Longest wait in the queue, in milliseconds. */
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
}
interface HostRateLimiter {
  /** Queues and runs the request. Rejects with a FeedError `limited` if it would have to wait longer than `waitMs`. */
  schedule<T>(request: () => Promise<T>, priority: RequestPriority): Promise<T>
  /** Returns the milliseconds until the host accepts requests again. */
  pauseMs(): number
}

/** The first pause after a refusal without a time; doubled with each further one. */
const firstPauseMs = 30_000
const maxPauseMs = 30 * 60_000
/** Limit of the gap's growth after refusals; each successful response reduces the gap by a tenth. */
const maxSlowdown = 8
const maxQueued = 500

interface QueuedRequest {
  readonly urgency: RequestPriority['urgency']
  start(): Promise<void>
}

export function createHostRateLimiter(gapMs: number, clock: RateLimiterClock = systemClock): HostRateLimiter {
  const queue: QueuedRequest[] = []
  let isBusy = false
  let nextMs = Number.NEGATIVE_INFINITY
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let refusals = 0
  let slowdown = 1
  let cancelTimer: (() => void) | undefined

  const pauseMs = () => Math.max(0, pausedUntilMs - clock.now())

  function advance(): void {
    if (isBusy || queue.length === 0) return
    const delayMs = Math.max(nextMs, pausedUntilMs) - clock.now()
    cancelTimer?.()
    cancelTimer = undefined
    if (delayMs > 0) {
      cancelTimer = clock.after(delayMs, advance)
      return
    }
    const urgent = queue.findIndex(({ urgency }) => urgency === 'caller')
    const [next] = queue.splice(Math.max(0, urgent), 1)
    if (!next) return
    isBusy = true
    void next.start().finally(() => {
      isBusy = false
      nextMs = clock.now() + gapMs * slowdown
      advance()
    })
  }

  function onError(error: unknown): void {
    if (!(error instanceof FeedError) || error.reason !== 'limited') return
    refusals++
    slowdown = Math.min(maxSlowdown, slowdown * 2)
    const requestedMs = error.retryAfterMs ?? firstPauseMs * 2 ** Math.min(refusals - 1, 10)
    pausedUntilMs = clock.now() + Math.min(maxPauseMs, requestedMs)
  }
  function onSuccess(): void {
    refusals = 0
    slowdown = Math.max(1, slowdown * 0.9)
  }

  return {
    pauseMs,
    schedule(request, { urgency, waitMs, signal }) {
      const delayMs = Math.max(nextMs, pausedUntilMs) - clock.now()
      if (delayMs > waitMs || queue.length >= maxQueued || signal?.aborted) return Promise.reject(budgetUsedUp(delayMs))
      return new Promise((resolve, reject) => {
        const entry: QueuedRequest = {
          urgency,
          start: async () => {
            cancelWait()
            signal?.removeEventListener('abort', leaveQueue)
            try {
              const response = await request()
              onSuccess()
              resolve(response)
            } catch (error) {
              onError(error)
              reject(error)
            }
          },
        }
        const leaveQueue = () => {
          const at = queue.indexOf(entry)
          if (at >= 0) queue.splice(at, 1)
          cancelWait()
          signal?.removeEventListener('abort', leaveQueue)
          reject(budgetUsedUp(pauseMs()))
        }
        const cancelWait = clock.after(waitMs, leaveQueue)
        signal?.addEventListener('abort', leaveQueue, { once: true })
        queue.push(entry)
        advance()
      })
    },
  }
}

/** The limiters of all hosts. */
export interface HostRateLimiters {
  /** Returns the limiter of an address's host. The first request to a host sets its gap. */
  limiterOf(address: string, gapMs: number): HostRateLimiter
}

export function createHostRateLimiters(): HostRateLimiters {
  const limiters = new Map<string, HostRateLimiter>()
  return {
    limiterOf(address, gapMs) {
      const { host } = new URL(address)
      const limiter = limiters.get(host) ?? createHostRateLimiter(gapMs)
      limiters.set(host, limiter)
      return limiter
    },
  }
}

function budgetUsedUp(ms: number): FeedError {
  const message = 'the budget of calls to this host is used up for now'
  return new FeedError('limited', message, { retryAfterMs: Math.max(1000, ms), isOurs: true })
}

const systemClock: RateLimiterClock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, 2_147_483_647))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
