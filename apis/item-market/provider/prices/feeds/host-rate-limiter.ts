// One gate per host that marketplaces are read from, for all who call that host: calls go one after the other with a gap, those
// that a caller waits for before those of jobs. A host that says it is asked too much is left alone, longer each time, and asked
// less often afterwards.
import { FeedFailure } from './feed-error.ts'

export interface GateClock {
  /** Monotonic milliseconds. */
  now(): number
  /** Calls back once after so many milliseconds; returns what takes it back. */
  after(ms: number, then: () => void): () => void
}
export interface Turn {
  /** `caller`: someone waits for the answer; these go first. */
  readonly urgency: 'caller' | 'job'
  /** Longest wait for the turn in milliseconds. */
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
}
export interface HostGate {
  /** Runs the call when its turn comes. Rejects with a FeedFailure `limited` when that would take longer than `waitMs`. */
  pass<T>(call: () => Promise<T>, turn: Turn): Promise<T>
  /** Milliseconds until the host may be asked again. */
  restMs(): number
}

/** The first rest after a refusal without a time of its own; doubled with each further one. */
const firstRestMs = 30_000
const longestRestMs = 30 * 60_000
/** A host that refused is asked at a slower pace, up to so many times the gap; each good answer takes a tenth back. */
const slowest = 8
const mostWaiting = 500

interface Waiting {
  readonly urgency: Turn['urgency']
  start(): Promise<void>
}

export function createHostGate(gapMs: number, clock: GateClock = systemClock): HostGate {
  const waiting: Waiting[] = []
  let busy = false
  let nextMs = Number.NEGATIVE_INFINITY
  let restUntilMs = Number.NEGATIVE_INFINITY
  let refusals = 0
  let pace = 1
  let takeBack: (() => void) | undefined

  const restMs = () => Math.max(0, restUntilMs - clock.now())

  function advance(): void {
    if (busy || waiting.length === 0) return
    const pauseMs = Math.max(nextMs, restUntilMs) - clock.now()
    takeBack?.()
    takeBack = undefined
    if (pauseMs > 0) {
      takeBack = clock.after(pauseMs, advance)
      return
    }
    const urgent = waiting.findIndex(({ urgency }) => urgency === 'caller')
    const [next] = waiting.splice(Math.max(0, urgent), 1)
    if (!next) return
    busy = true
    void next.start().finally(() => {
      busy = false
      nextMs = clock.now() + gapMs * pace
      advance()
    })
  }

  function note(error: unknown): void {
    if (!(error instanceof FeedFailure) || error.reason !== 'limited') return
    refusals++
    pace = Math.min(slowest, pace * 2)
    const restMs = error.retryAfterMs ?? firstRestMs * 2 ** Math.min(refusals - 1, 10)
    restUntilMs = clock.now() + Math.min(longestRestMs, restMs)
  }
  function noteSuccess(): void {
    refusals = 0
    pace = Math.max(1, pace * 0.9)
  }

  return {
    restMs,
    pass(call, { urgency, waitMs, signal }) {
      const soonest = Math.max(nextMs, restUntilMs) - clock.now()
      if (soonest > waitMs || waiting.length >= mostWaiting || signal?.aborted) return Promise.reject(tooLong(soonest))
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          urgency,
          start: async () => {
            stopWaiting()
            signal?.removeEventListener('abort', leave)
            try {
              const answer = await call()
              noteSuccess()
              resolve(answer)
            } catch (error) {
              note(error)
              reject(error)
            }
          },
        }
        const leave = () => {
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          stopWaiting()
          signal?.removeEventListener('abort', leave)
          reject(tooLong(restMs()))
        }
        const stopWaiting = clock.after(waitMs, leave)
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
        advance()
      })
    },
  }
}

function tooLong(ms: number): FeedFailure {
  const message = 'the budget of calls to this host is used up for now'
  return new FeedFailure('limited', message, { retryAfterMs: Math.max(1000, ms), ours: true })
}

const systemClock: GateClock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, Math.min(ms, 2_147_483_647))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

const gates = new Map<string, HostGate>()

/** The gate of the host of an address, the same for everybody in this process; the first to ask sets the gap. */
export function hostGate(address: string, gapMs: number): HostGate {
  const { host } = new URL(address)
  const gate = gates.get(host) ?? createHostGate(gapMs)
  gates.set(host, gate)
  return gate
}
