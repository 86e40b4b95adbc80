// How the channels are doing, as this process sees it: a circuit breaker for each, pauses that providers asked for, calls under way,
// and how quick they were. Nothing here outlives the process: what matters shows again within a few calls.

import type { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'

export type BreakerState = 'closed' | 'open' | 'half-open'
/** Why a channel gets no call now, and when it may again. */
export interface Held {
  readonly why: string
  readonly untilMs: number
  /** Held back because of too many calls, not because it failed. */
  readonly limited: boolean
}
/** A call on its way to a channel. Each says once how it ended. */
export interface Trial {
  /** The first of the answer is there. */
  answered(): void
  failed(fault: ModelError): void
  /** The answer is over, or nobody waits for it any more; `tokens` of it came. Safe to say twice. */
  over(tokens?: number): void
}
export interface ChannelState {
  readonly breaker: BreakerState
  /** Milliseconds since the epoch; undefined unless open. */
  readonly openUntilMs: number | undefined
  readonly underWay: number
  readonly failuresInARow: number
  readonly lastFault: string | undefined
  /** Moving averages; undefined before the first answer. */
  readonly firstByteMs: number | undefined
  readonly tokensPerS: number | undefined
}
export interface Health {
  /** Undefined when the channel may be called. `model` is the provider's own name. */
  held(channel: Channel, model: string): Held | undefined
  begin(channel: Channel, model: string): Trial
  state(channelId: string): ChannelState
  /** After the operator changed a channel, it begins anew. */
  forget(channelId: string): void
}

/** This many failures in a row open the breaker. */
const openAfter = 5
const firstRestMs = 15_000
const longestRestMs = 300_000
/** Wait after a 429 that does not say how long. */
const limitedMs = 5_000
const longestPauseMs = 3_600_000
const pauseLimit = 10_000
const minuteMs = 60_000
/** Share of the newest figure in a moving average. */
const newest = 0.2

interface Mutable {
  breaker: 'closed' | 'open'
  openUntilMs: number
  restMs: number
  trialOut: boolean
  underWay: number
  failuresInARow: number
  lastFault: string | undefined
  firstByteMs: number | undefined
  tokensPerS: number | undefined
  begun: number[]
}

/** `now`: milliseconds since the epoch. */
export function createHealth(now: () => number): Health {
  const states = new Map<string, Mutable>()
  const pauses = new Map<string, number>()

  const stateOf = (id: string): Mutable => {
    const known = states.get(id)
    if (known) return known
    const fresh: Mutable = {
      ...{ breaker: 'closed', openUntilMs: 0, restMs: firstRestMs, trialOut: false, underWay: 0, failuresInARow: 0 },
      ...{ lastFault: undefined, firstByteMs: undefined, tokensPerS: undefined, begun: [] },
    }
    states.set(id, fresh)
    return fresh
  }

  function held(channel: Channel, model: string): Held | undefined {
    const state = stateOf(channel.id)
    const at = now()
    if (state.breaker === 'open' && at < state.openUntilMs)
      return {
        why: `rests after ${state.failuresInARow} failures in a row`,
        untilMs: state.openUntilMs,
        limited: false,
      }
    if (state.breaker === 'open' && state.trialOut)
      return { why: 'is being tried by another call after a rest', untilMs: at + 1000, limited: false }
    const pausedUntil = pauses.get(`${channel.id} ${model}`) ?? 0
    if (at < pausedUntil) return { why: 'is at the rate limit of its provider', untilMs: pausedUntil, limited: true }
    const { concurrent, callsPerMinute } = channel.limits
    if (concurrent !== undefined && state.underWay >= concurrent)
      return { why: `has its ${concurrent} calls under way`, untilMs: at + 1000, limited: true }
    if (callsPerMinute !== undefined) {
      const recent = state.begun.filter((begun) => begun > at - minuteMs)
      state.begun = recent
      if (recent.length >= callsPerMinute)
        return {
          why: `had its ${callsPerMinute} calls of this minute`,
          untilMs: (recent[0] ?? at) + minuteMs,
          limited: true,
        }
    }
    return undefined
  }

  function failed(channel: Channel, model: string, fault: ModelError): void {
    const state = stateOf(channel.id)
    state.lastFault = fault.message
    if (fault.kind === 'limited') {
      if (pauses.size >= pauseLimit) pauses.clear()
      const waitMs = fault.retryAfterS === undefined ? limitedMs : fault.retryAfterS * 1000
      pauses.set(`${channel.id} ${model}`, now() + Math.min(waitMs, longestPauseMs))
      // the provider is there and answers: that is no failure of the channel
      return
    }
    if (!fault.retry) {
      closed(state)
      return
    }
    state.failuresInARow += 1
    // a trial after a rest decides alone
    if (state.breaker === 'open') state.restMs = Math.min(state.restMs * 2, longestRestMs)
    else if (state.failuresInARow < openAfter) return
    state.breaker = 'open'
    state.openUntilMs = now() + state.restMs
  }

  return {
    held,
    begin(channel, model) {
      const state = stateOf(channel.id)
      const isTrial = state.breaker === 'open'
      const startedMs = performance.now()
      let firstMs: number | undefined
      let isOver = false
      if (isTrial) state.trialOut = true
      state.underWay += 1
      if (channel.limits.callsPerMinute !== undefined) state.begun.push(now())
      const over = (tokens?: number) => {
        if (isOver) return
        isOver = true
        state.underWay -= 1
        if (isTrial) state.trialOut = false
        const seconds = firstMs === undefined ? 0 : (performance.now() - firstMs) / 1000
        if (tokens !== undefined && tokens > 0 && seconds > 0.05)
          state.tokensPerS = averaged(state.tokensPerS, tokens / seconds)
      }
      return {
        answered() {
          firstMs = performance.now()
          state.firstByteMs = averaged(state.firstByteMs, firstMs - startedMs)
          closed(state)
        },
        failed(fault) {
          failed(channel, model, fault)
          over()
        },
        over,
      }
    },
    state(channelId) {
      const state = stateOf(channelId)
      const isOpen = state.breaker === 'open'
      const breaker = !isOpen ? 'closed' : now() < state.openUntilMs ? 'open' : 'half-open'
      const { underWay, failuresInARow, lastFault, firstByteMs, tokensPerS } = state
      const openUntilMs = breaker === 'open' ? state.openUntilMs : undefined
      return { breaker, openUntilMs, underWay, failuresInARow, lastFault, firstByteMs, tokensPerS }
    },
    forget(channelId) {
      const state = states.get(channelId)
      if (state) closed(state)
      for (const key of pauses.keys()) if (key.startsWith(`${channelId} `)) pauses.delete(key)
    },
  }
}

function closed(state: Mutable): void {
  state.breaker = 'closed'
  state.failuresInARow = 0
  state.restMs = firstRestMs
  state.lastFault = undefined
}

const averaged = (before: number | undefined, figure: number): number =>
  before === undefined ? figure : before * (1 - newest) + figure * newest
