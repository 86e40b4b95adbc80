// Time, chance and order of a simulated world: everything that happens in it is an event of one queue, and every choice
// comes from one seed. The code under simulation runs as it is, between two events.
import type { Timer, Timers } from '#provider'

export interface World {
  /** True time, in milliseconds since the epoch. */
  now(): number
  readonly random: Random
  /** Lets `work` happen after `ms`, unless the event is cancelled or its owner has died. */
  after(ms: number, work: () => void, owner?: Owner): Timer
  /** The timers of an owner, which stop when it dies. */
  timersOf(owner: Owner): Timers
  /** Lets time pass until `endMs`. */
  runUntil(endMs: number): Promise<void>
}

/** A process of the world. What it has begun ends when it dies. */
export interface Owner {
  isDead: boolean
}

interface Random {
  /** Returns a number from 0 up to but excluding 1. */
  next(): number
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  bytes(count: number): Buffer
}

interface Event {
  readonly atMs: number
  readonly order: number
  readonly work: () => void
  readonly owner: Owner | undefined
  isCancelled: boolean
}

export function createWorld(seed: number, startMs: number): World {
  const random = createRandom(seed)
  const events: Event[] = []
  let nowMs = startMs
  let order = 0

  function after(ms: number, work: () => void, owner?: Owner): Timer {
    const event: Event = { atMs: nowMs + Math.max(0, ms), order: order++, work, owner, isCancelled: false }
    push(events, event)
    const timer: Timer = {
      cancel() {
        event.isCancelled = true
      },
      unref: () => timer,
    }
    return timer
  }

  function every(ms: number, work: () => void, owner: Owner): Timer {
    let isCancelled = false
    const timer: Timer = {
      cancel() {
        isCancelled = true
      },
      unref: () => timer,
    }
    const next = () =>
      after(
        ms,
        () => {
          if (isCancelled) return
          work()
          next()
        },
        owner,
      )
    next()
    return timer
  }

  return {
    now: () => nowMs,
    random,
    after,
    timersOf: (owner) => ({
      after: (ms, work) => after(ms, work, owner),
      every: (ms, work) => every(ms, work, owner),
    }),
    async runUntil(endMs) {
      await new Promise(setImmediate)
      for (let event = events[0]; event && event.atMs <= endMs; event = events[0]) {
        pop(events)
        nowMs = Math.max(nowMs, event.atMs)
        if (event.isCancelled || event.owner?.isDead) continue
        event.work()
        // whatever follows without a timer or the network follows at once
        await new Promise(setImmediate)
      }
      nowMs = endMs
    },
  }
}

/** Mulberry32: small, fast, and the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(choices) {
      const choice = choices[between(0, choices.length - 1)]
      if (choice === undefined) throw new RangeError('nothing to pick from')
      return choice
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => between(0, 255))),
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs === b.atMs ? a.order < b.order : a.atMs < b.atMs
}

/** Adds to a binary heap. */
function push(heap: Event[], event: Event): void {
  let index = heap.length
  heap.push(event)
  while (index > 0) {
    const parent = (index - 1) >> 1
    const above = heap[parent]
    if (!above || !isBefore(event, above)) break
    heap[index] = above
    index = parent
  }
  heap[index] = event
}

/** Removes the earliest event of a binary heap. */
function pop(heap: Event[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (left && right && isBefore(right, left)) child++
    const below = heap[child]
    if (!below || !isBefore(below, last)) break
    heap[index] = below
    index = child
  }
  heap[index] = last
}
