// The time for quotas, keys and counts: the database's if it has a clock, so that all processes agree, or else this
// machine's. It runs on the monotonic clock and is compared once a second. A time that has jumped is used only once it
// has stayed for a while: a clock that is wrong for a moment must not end days and minutes.
import type { Log } from '#define'

interface ReferenceClockDeps {
  /** Milliseconds since the epoch, by the clock of this machine. */
  readonly wall: () => number
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic: () => number
  /** Reads the time of the database; undefined if it has no clock. */
  readonly readTime: (() => Promise<number>) | undefined
  readonly log: Pick<Log, 'warn'>
}

interface ReferenceClock {
  /** Whole milliseconds since the epoch. */
  now(): number
  /**
   * Compares the time until a response was fast enough, at most a few times: a process that starts with a wrong time of
   * its own machine would count calls in a different minute than the others.
   */
  start(): Promise<void>
  /** Compares the time; must be called about once a second. Never rejects. */
  compare(): Promise<void>
  /** Returns a problem of the clocks that the operator should know about, or undefined. */
  problem(): string | undefined
  /** Adds a listener for a time that was set back. */
  onSetBack(listener: () => void): void
}

/** The tolerated difference between clocks. */
const toleranceMs = 1000
/** The time for which a jump must persist before it is used. */
const confirmMs = 10_000
/** The longest read of the time; a slower one is too inexact. */
const longestReadMs = 500
const startAttempts = 5

/** Creates the clock, which has the time of this machine until the first comparison. */
export function createReferenceClock({ wall, monotonic, readTime, log }: ReferenceClockDeps): ReferenceClock {
  const source = readTime ? 'the database' : 'this machine'
  const setBackListeners: (() => void)[] = []
  /** Offset of the time from the monotonic clock. */
  let offsetMs = wall() - monotonic()
  let isCompared = false
  let jump: { readonly offsetMs: number; readonly sinceMs: number } | undefined
  let isWallReported = false

  function take(nextMs: number): void {
    const byMs = nextMs - offsetMs
    offsetMs = nextMs
    jump = undefined
    if (byMs < -toleranceMs) for (const listener of setBackListeners) listener()
  }

  function consider(nextMs: number): void {
    const nowMs = monotonic()
    const byMs = nextMs - offsetMs
    if (Math.abs(byMs) <= toleranceMs || !isCompared) {
      take(nextMs)
      return
    }
    // two clocks agree, so this process has slept
    const isConfirmed = readTime !== undefined && Math.abs(wall() - nowMs - nextMs) <= toleranceMs
    if (!jump || Math.abs(nextMs - jump.offsetMs) > toleranceMs) {
      jump = { offsetMs: nextMs, sinceMs: nowMs }
      log.warn(`the clock of ${source} has jumped; its time is used once it has stayed`, { seconds: seconds(byMs) })
    }
    if (!isConfirmed && nowMs - jump.sinceMs < confirmMs) return
    log.warn(`the time of ${source} is used after a jump`, { seconds: seconds(byMs) })
    take(nextMs)
  }

  function reportWall(): void {
    const differs = wallDifferenceMs() !== 0
    if (differs && !isWallReported && readTime)
      log.warn('the clock of this machine is wrong; that of the database is used', {
        seconds: seconds(wallDifferenceMs()),
      })
    isWallReported = differs
  }

  function wallDifferenceMs(): number {
    const differenceMs = wall() - monotonic() - offsetMs
    return Math.abs(differenceMs) <= 2 * toleranceMs ? 0 : differenceMs
  }

  async function compare(): Promise<void> {
    const beganMs = monotonic()
    try {
      const timeMs = readTime ? await readTime() : wall()
      const endedMs = monotonic()
      if (endedMs - beganMs > longestReadMs) return
      consider(timeMs - (beganMs + endedMs) / 2)
      isCompared = true
    } catch {
      // the database is down, which is reported elsewhere
    }
    reportWall()
  }

  return {
    now: () => Math.floor(monotonic() + offsetMs),
    compare,
    async start() {
      for (let attempt = 0; attempt < startAttempts && !isCompared; attempt++) await compare()
    },
    problem() {
      if (jump)
        return `the clock of ${source} has jumped by ${seconds(jump.offsetMs - offsetMs)} s, which is not used yet`
      const differenceMs = readTime ? wallDifferenceMs() : 0
      if (differenceMs === 0) return undefined
      return `the clock of this machine differs by ${seconds(differenceMs)} s from that of the database, which is used`
    },
    onSetBack(listener) {
      setBackListeners.push(listener)
    },
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000)
}
