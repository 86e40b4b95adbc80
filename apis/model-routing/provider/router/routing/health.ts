// The health of the channels as this process sees it: a circuit breaker for each, pauses that providers requested,
// calls under way, and measured speeds. Nothing here outlives the process: what matters becomes apparent again within a
// few calls.
import type { ModelError, ModelErrorKind } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'

type BreakerState = 'closed' | 'open' | 'half-open'
/** The reason for which a channel gets no call, and the end of the pause. */
interface Pause {
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly untilMs: number
  /** True if the channel has too many calls, false after failures. */
  readonly isRateLimit: boolean
}
/** A call to a channel. */
export interface Attempt {
  /** The answer has begun. */
  answered(): void
  failed(error: ModelError): void
  /** Ends the attempt with its answer or when the caller disconnects, after `tokens`. Further calls do nothing. */
  ended(tokens?: number): void
}
export interface ChannelState {
  readonly breaker: BreakerState
  /** Milliseconds since the epoch; undefined unless open. */
  readonly openUntilMs: number | undefined
  readonly underWay: number
  readonly failuresInARow: number
  readonly lastError: string | undefined
  /** Moving averages; undefined before the first answer. */
  readonly firstByteMs: number | undefined
  readonly tokensPerS: number | undefined
}
export interface Health {
  /** Returns the pause of a channel; undefined if it may be called. `model` is the provider's own name. */
  pauseOf(channel: Channel, model: string): Pause | undefined
  /** True if the provider does not know the model: the channel then gets it only if no other channel can. */
  lacks(channel: Channel, model: string): boolean
  begin(channel: Channel, model: string): Attempt
  state(channelId: string): ChannelState
  /** Closes the breaker and drops the pauses, after the operator changed the channel. */
  reset(channelId: string): void
  /** Returns the time of its clock, in milliseconds since the epoch. */
  now(): number
}
interface HealthOptions {
  /** Clock for durations, in milliseconds; `performance.now` by default. */
  readonly monotonicMs?: () => number
}

/** Number of failures in a row that opens the breaker. */
const openAfter = 5
const firstOpenMs = 15_000
const longestOpenMs = 300_000
/** Wait after a 429 that does not say how long. */
const defaultPauseMs = 5_000
const longestPauseMs = 3_600_000
const pauseLimit = 10_000
/** The time for which a channel ranks last for a model that its provider did not know. */
const lacksForMs = 60_000
const lackedLimit = 1_000
const longestLackedName = 200
/** Errors about the call itself, which say nothing about the channel. */
const kindsAboutCall: ReadonlySet<ModelErrorKind> = new Set(['invalid', 'missing', 'conflict', 'large'])
const minuteMs = 60_000
/** Weight of the newest figure in a moving average. */
const newestWeight = 0.2

interface Mutable {
  breaker: 'closed' | 'open'
  openUntilMs: number
  openMs: number
  isProbing: boolean
  underWay: number
  failuresInARow: number
  lastError: string | undefined
  firstByteMs: number | undefined
  tokensPerS: number | undefined
  startedMs: number[]
}

/** `now`: milliseconds since the epoch. */
export function createHealth(now: () => number, { monotonicMs = () => performance.now() }: HealthOptions = {}): Health {
  const states = new Map<string, Mutable>()
  const pauses = new Map<string, number>()
  const lacked = new Map<string, number>()

  const stateOf = (id: string): Mutable => {
    const known = states.get(id)
    if (known) return known
    const fresh = newState()
    states.set(id, fresh)
    return fresh
  }

  function pauseOf(channel: Channel, model: string): Pause | undefined {
    const state = stateOf(channel.id)
    const nowMs = now()
    if (state.breaker === 'open' && nowMs < state.openUntilMs)
      return {
        reason: `its circuit is open after ${state.failuresInARow} failures in a row`,
        untilMs: state.openUntilMs,
        isRateLimit: false,
      }
    if (state.breaker === 'open' && state.isProbing)
      return {
        reason: 'its half-open circuit is being probed by another call',
        untilMs: nowMs + 1000,
        isRateLimit: false,
      }
    const pausedUntilMs = pauses.size === 0 ? 0 : (pauses.get(`${channel.id} ${model}`) ?? 0)
    if (nowMs < pausedUntilMs)
      return { reason: 'is at the rate limit of its provider', untilMs: pausedUntilMs, isRateLimit: true }
    return limitPause(channel, state, nowMs)
  }

  function failed(channel: Channel, model: string, error: ModelError): void {
    const state = stateOf(channel.id)
    state.lastError = error.message
    if (error.kind === 'limited') {
      if (pauses.size >= pauseLimit) pauses.clear()
      const waitMs = error.retryAfterS === undefined ? defaultPauseMs : error.retryAfterS * 1000
      pauses.set(`${channel.id} ${model}`, now() + Math.min(waitMs, longestPauseMs))
      // the provider answers, so the channel has not failed
      return
    }
    if (!error.retry || kindsAboutCall.has(error.kind)) {
      close(state)
      if (error.kind === 'missing' && namesModel(error, model)) remember(lacked, `${channel.id} ${model}`, now())
      return
    }
    state.failuresInARow += 1
    // a probe decides alone
    if (state.breaker === 'open') state.openMs = Math.min(state.openMs * 2, longestOpenMs)
    else if (state.failuresInARow < openAfter) return
    state.breaker = 'open'
    state.openUntilMs = now() + state.openMs
  }

  return {
    now,
    pauseOf,
    lacks: (channel, model) => now() - (lacked.get(`${channel.id} ${model}`) ?? -Infinity) < lacksForMs,
    begin(channel, model) {
      const state = stateOf(channel.id)
      if (channel.limits.callsPerMinute !== undefined) state.startedMs.push(now())
      return new ChannelAttempt(state, monotonicMs, (error) => failed(channel, model, error))
    },
    state: (channelId) => viewOf(stateOf(channelId), now()),
    reset(channelId) {
      const state = states.get(channelId)
      if (state) close(state)
      for (const map of [pauses, lacked])
        for (const key of map.keys()) if (key.startsWith(`${channelId} `)) map.delete(key)
    },
  }
}

/** Returns the state of a channel that has had no call yet. */
const newState = (): Mutable => ({
  breaker: 'closed',
  openUntilMs: 0,
  openMs: firstOpenMs,
  isProbing: false,
  underWay: 0,
  failuresInARow: 0,
  lastError: undefined,
  firstByteMs: undefined,
  tokensPerS: undefined,
  startedMs: [],
})

/** Returns the pause that the operator's own limits demand. */
function limitPause({ limits }: Channel, state: Mutable, nowMs: number): Pause | undefined {
  const { concurrent, callsPerMinute } = limits
  if (concurrent !== undefined && state.underWay >= concurrent)
    return { reason: `has its limit of ${concurrent} calls under way`, untilMs: nowMs + 1000, isRateLimit: true }
  if (callsPerMinute === undefined) return undefined
  const recent = state.startedMs.filter((startedMs) => startedMs > nowMs - minuteMs)
  state.startedMs = recent
  if (recent.length < callsPerMinute) return undefined
  const untilMs = (recent[0] ?? nowMs) + minuteMs
  return { reason: `has had its limit of ${callsPerMinute} calls in a minute`, untilMs, isRateLimit: true }
}

/** Returns the state of a channel as others see it. */
function viewOf(state: Mutable, nowMs: number): ChannelState {
  const isOpen = state.breaker === 'open'
  const breaker = !isOpen ? 'closed' : nowMs < state.openUntilMs ? 'open' : 'half-open'
  const { underWay, failuresInARow, lastError, firstByteMs, tokensPerS } = state
  const openUntilMs = breaker === 'open' ? state.openUntilMs : undefined
  return { breaker, openUntilMs, underWay, failuresInARow, lastError, firstByteMs, tokensPerS }
}

class ChannelAttempt implements Attempt {
  readonly #state: Mutable
  readonly #monotonicMs: () => number
  readonly #noteFailure: (error: ModelError) => void
  readonly #isProbe: boolean
  readonly #startedMs: number
  #firstMs: number | undefined
  #hasEnded = false

  constructor(state: Mutable, monotonicMs: () => number, noteFailure: (error: ModelError) => void) {
    this.#state = state
    this.#monotonicMs = monotonicMs
    this.#noteFailure = noteFailure
    this.#isProbe = state.breaker === 'open'
    this.#startedMs = monotonicMs()
    if (this.#isProbe) state.isProbing = true
    state.underWay += 1
  }

  answered(): void {
    this.#firstMs = this.#monotonicMs()
    this.#state.firstByteMs = averaged(this.#state.firstByteMs, this.#firstMs - this.#startedMs)
    close(this.#state)
  }

  failed(error: ModelError): void {
    this.#noteFailure(error)
    this.ended()
  }

  ended(tokens?: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const state = this.#state
    state.underWay -= 1
    if (this.#isProbe) state.isProbing = false
    const seconds = this.#firstMs === undefined ? 0 : (this.#monotonicMs() - this.#firstMs) / 1000
    if (tokens !== undefined && tokens > 0 && seconds > 0.05)
      state.tokensPerS = averaged(state.tokensPerS, tokens / seconds)
  }
}

function close(state: Mutable): void {
  state.breaker = 'closed'
  state.failuresInARow = 0
  state.openMs = firstOpenMs
  state.lastError = undefined
}

/** True if a 404 is about the model: it can also be about a file or a cached prompt that the caller named. */
const namesModel = ({ code, message }: ModelError, model: string): boolean =>
  model.length <= longestLackedName && (code === 'model_not_found' || message.includes(model))

/** Forgets the oldest beyond the limit: callers choose the names. */
function remember(lacked: Map<string, number>, key: string, nowMs: number): void {
  lacked.delete(key)
  lacked.set(key, nowMs)
  const [oldest] = lacked.keys()
  if (lacked.size > lackedLimit && oldest !== undefined) lacked.delete(oldest)
}

const averaged = (before: number | undefined, figure: number): number =>
  before === undefined ? figure : before * (1 - newestWeight) + figure * newestWeight
