// The sample league: five finished seasons and the current one, as far as it has been played.

import type { KeptPlays } from '../provider/kept/kept-plays.ts'
import type { LeagueAt } from '../provider/league/records.ts'
import { createEloTable } from '../provider/metrics/elo.ts'
import { emptyPlay, type PlayColumns } from '../provider/plays/columns.ts'
import { conferences } from './conferences.ts'
import { proTeams, schools } from './schools.ts'
import { type SampleSeason, simulateSeason } from './season.ts'

const finishedSeasons = 5
/** July: the schedule of the next season is known. */
const firstMonth = 6
/** Games in progress whose plays are kept. */
const mostRunning = 100

/** Makes leagues; finished seasons are simulated once. */
export function createSampleLeagues(kept?: KeptPlays) {
  const finished = new Map<number, SampleSeason>()
  let firstKnown = 0
  return {
    async at(nowMs: number, pause: () => Promise<void> | undefined): Promise<LeagueAt> {
      const current = currentYear(nowMs)
      // ratings go on from season to season: those of a league depend on the season it begins with
      if (firstKnown !== current - finishedSeasons) finished.clear()
      firstKnown = current - finishedSeasons
      const made: SampleSeason[] = []
      let elo = createEloTable()
      for (let year = firstKnown; year <= current; year++) {
        const known: SampleSeason | undefined = finished.get(year)
        const season =
          known ?? (await simulateSeason(year, { key: `sample-${firstKnown}`, nowMs, elo: elo.copy(), pause, kept }))
        elo = season.elo
        made.push(season)
        if (season.validUntil === Number.POSITIVE_INFINITY && year < current) finished.set(year, season)
      }
      return leagueOf(made, nowMs)
    },
  }
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
