// Makes in the background what answers are put together from, so that no first call of a kind has to.
import type { ProviderKit } from '#define'
import { pause as waitFor } from '#provider'
import { reasonOf } from '../kept/kept-folder.ts'
import type { League, Season } from '../league/records.ts'

/** Awaited where there is a promise. */
export type Pause = () => Promise<void> | undefined

/** Something that is made once for a season as it is. */
export interface Step {
  readonly name: string
  make(pause: Pause): Promise<void>
}

export interface Preparation {
  /** Begins with the newest season; gives up what is being made of an earlier league. */
  begin(league: League): void
  stop(): void
}

/** How long work runs before it gives way, and how long for: longer while calls are answered. */
const sliceMs = 5
const restMs = 10
const busyRestMs = 50

export interface PreparationOptions {
  readonly stepsOf: (league: League, season: Season) => Iterable<Step>
  readonly isBusy: () => boolean
  readonly log: ProviderKit['log']
}

export function createPreparation({ stepsOf, isBusy, log }: PreparationOptions): Preparation {
  /** What was made of seasons; those that are over stay the same objects. */
  const made = new WeakMap<Season, Set<string>>()
  let current = 0

  async function prepare(league: League, number: number): Promise<void> {
    const pause = createSlowPacer(isBusy, () => number !== current)
    const started = performance.now()
    let count = 0
    for (const season of [...league.seasons].reverse()) {
      const done = made.get(season) ?? new Set()
      made.set(season, done)
      for (const { name, make } of stepsOf(league, season)) {
        if (done.has(name)) continue
        await pause()
        await make(pause)
        done.add(name)
        count++
      }
    }
    if (count > 0)
      log.info('college football is prepared', { parts: count, ms: Math.round(performance.now() - started) })
  }

  return {
    begin(league) {
      current++
      prepare(league, current).catch((error) => {
        if (error !== givenUp) log.warn('college football could not be prepared', { reason: reasonOf(error) })
      })
    },
    stop() {
      current++
    },
  }
}

const givenUp = new Error('another league is prepared')

/** A pause between small steps: waits when some milliseconds have passed, throws when nobody wants the rest. */
function createSlowPacer(isBusy: () => boolean, isStopped: () => boolean): Pause {
  let resumed = performance.now()
  const refuseStopped = () => {
    if (isStopped()) throw givenUp
  }
  return () => {
    refuseStopped()
    if (performance.now() - resumed < sliceMs) return undefined
    return waitFor(isBusy() ? busyRestMs : restMs).then(() => {
      refuseStopped()
      resumed = performance.now()
    })
  }
}
