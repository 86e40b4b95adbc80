// The sample league: five finished seasons and the current one, as far as it has been played.

import { createKeptFolder } from '../provider/kept/kept-folder.ts'
import { createKeptPlays, type KeptPlays } from '../provider/kept/kept-plays.ts'
import type { LeagueAt } from '../provider/league/records.ts'
import { createEloTable } from '../provider/metrics/elo.ts'
import { emptyPlay, type PlayColumns } from '../provider/plays/columns.ts'
import { conferences } from './conferences.ts'
import { proTeams, schools } from './schools.ts'
import { playSeason, type SampleSeason, simulateSeason } from './season.ts'

const finishedSeasons = 5
/** July: the schedule of the next season is known. */
const firstMonth = 6
/** Games in progress whose plays are kept. */
const mostRunning = 100

export interface SeasonsToKeep {
  readonly cacheFolder: string
  readonly nowMs: number
}
export interface SampleOptions {
  /** Without it, plays stay in memory. */
  readonly kept?: KeptPlays
  /** Keeps the plays of finished seasons, somewhere else; without it, they are simulated here. */
  readonly simulateAside?: (nowMs: number) => Promise<void>
}

/** Makes leagues; finished seasons are simulated once. */
export function createSampleLeagues({ kept, simulateAside }: SampleOptions = {}) {
  const finished = new Map<number, SampleSeason>()
  let firstKnown = 0
  return {
    async at(nowMs: number, pause: () => Promise<void> | undefined): Promise<LeagueAt> {
      const years = yearsAt(nowMs)
      const key = keyAt(nowMs)
      // ratings go on from season to season: those of a league depend on the season it begins with
      if (firstKnown !== years[0]) {
        finished.clear()
        const areKept = await Promise.all(years.slice(0, -1).map((year) => kept?.has({ year, key })))
        // what it could not keep is simulated here
        if (areKept.includes(false)) await simulateAside?.(nowMs)
      }
      firstKnown = years[0]
      const made: SampleSeason[] = []
      let elo = createEloTable()
      for (const year of years) {
        const known: SampleSeason | undefined = finished.get(year)
        const season = known ?? (await simulateSeason(year, { key, nowMs, elo: elo.copy(), pause, kept }))
        elo = season.elo
        made.push(season)
        if (season.validUntil === Number.POSITIVE_INFINITY && year !== years.at(-1)) finished.set(year, season)
      }
      return leagueOf(made, nowMs)
    },
  }
}

/** Simulates the finished seasons whose plays are not kept yet, for other processes and threads. */
export async function keepFinishedSeasons({ cacheFolder, nowMs }: SeasonsToKeep): Promise<void> {
  const kept = createKeptPlays(createKeptFolder({ cacheFolder, log: silent }))
  let elo = createEloTable()
  for (const year of yearsAt(nowMs).slice(0, -1)) {
    const played = await playSeason(year, { key: keyAt(nowMs), nowMs, elo, pause: () => undefined, kept })
    elo = played.elo
  }
}
/** Whoever reads the plays finds what is missing. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The finished seasons and the current one. */
function yearsAt(nowMs: number): [number, ...number[]] {
  const current = currentYear(nowMs)
  const first = current - finishedSeasons
  return [first, ...Array.from({ length: finishedSeasons }, (_none, at) => first + 1 + at)]
}

function keyAt(nowMs: number): string {
  return `sample-${yearsAt(nowMs)[0]}`
}

/** The season that is played, or was played last. */
export function currentYear(nowMs: number): number {
  const now = new Date(nowMs)
  return now.getUTCMonth() >= firstMonth ? now.getUTCFullYear() : now.getUTCFullYear() - 1
}

function leagueOf(seasons: readonly SampleSeason[], madeMs: number): LeagueAt {
  const current = seasons.at(-1)
  const validUntil = seasons.reduce((least, season) => Math.min(least, season.validUntil), Number.POSITIVE_INFINITY)
  const running = new Map<number, PlayColumns>()
  const play = emptyPlay()
  return {
    league: {
      ...{ conferences, schools, proTeams, venues: schools.map(({ venue }) => venue) },
      seasons: seasons.map(({ season }) => season),
      ...{ importedClasses: new Map(), importedDrafts: new Map() },
    },
    isValidAt: (nowMs) => nowMs >= madeMs && nowMs < validUntil && currentYear(nowMs) === currentYear(madeMs),
    playsNow(game, nowMs) {
      if (!current || game.result || game.startMs > nowMs || game.season !== current.season.year) return undefined
      const plays = running.get(game.id) ?? current.simulate(game)
      if (running.size < mostRunning) running.set(game.id, plays)
      let to = 0
      while (to < plays.count && game.startMs + plays.read(to, play).wall * 1000 <= nowMs) to++
      return { plays, to }
    },
  }
}
