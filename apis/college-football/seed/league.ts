// The sample league: one finished season, and the current one up to now.
import { createEloTable, type EloTable } from '../model/metrics/elo.ts'
import type { League, Season } from '../model/records.ts'
import { conferences } from './conferences.ts'
import { proTeams, schools } from './schools.ts'
import { createSampleSeason, type SampleSeason } from './season.ts'

/** July, when the schedule of the next season is known. */
const firstMonth = 6

export type SampleLeague = Pick<League, 'conferences' | 'schools' | 'proTeams' | 'venues' | 'seasons'>
interface SampleAt {
  /** The league: the same object until a game begins or ends. */
  readonly league: SampleLeague
  readonly playsNow: League['playsNow']
}

/** The seasons of a year, from July to June. */
interface Year {
  readonly year: number
  readonly last: SampleSeason
  readonly current: SampleSeason
  /** The finished season, and the ratings after it. */
  finished?: { readonly season: Season; readonly elo: EloTable }
}

/** Returns the league at a time. Games are simulated once a year, while other calls are served. */
export function createSampleLeague(): (nowMs: number) => Promise<SampleAt> {
  let known: Year | undefined
  let shown:
    | { readonly league: SampleLeague; readonly of: Year; readonly fromMs: number; readonly untilMs: number }
    | undefined

  return async (nowMs) => {
    const year = currentYear(nowMs)
    if (known?.year !== year) known = { year, last: createSampleSeason(year - 1), current: createSampleSeason(year) }
    const simulated = known
    await simulated.last.simulate(nowMs)
    await simulated.current.simulate(nowMs)
    if (shown?.of !== simulated || nowMs < shown.fromMs || nowMs >= shown.untilMs) {
      simulated.finished ??= finish(simulated)
      const { season: finished, elo } = simulated.finished
      const { season, changesMs } = simulated.current.at(nowMs, elo.copy())
      const venues = schools.map(({ venue }) => venue)
      const league = { conferences, schools, proTeams, venues, seasons: [finished, season] }
      shown = { league, of: simulated, fromMs: nowMs, untilMs: changesMs }
    }
    return {
      league: shown.league,
      playsNow: (game) => (game.season === year ? simulated.current.playsNow(game, nowMs) : undefined),
    }
  }
}

/** Returns the final state of the last season; its ratings open the current one. */
function finish({ year, last }: Year): NonNullable<Year['finished']> {
  const elo = createEloTable()
  return { season: last.at(Date.UTC(year, firstMonth), elo).season, elo }
}

/** Returns the season in progress, or the last one played. */
function currentYear(nowMs: number): number {
  const now = new Date(nowMs)
  return now.getUTCMonth() >= firstMonth ? now.getUTCFullYear() : now.getUTCFullYear() - 1
}
