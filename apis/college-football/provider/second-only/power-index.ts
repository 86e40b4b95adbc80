// Our stand-in for the football power index, whose formula is unpublished (SOURCES 3.16).
import type { Of } from '#define'
import { round } from '../../model/metrics/tally.ts'
import { marginDeviation, normalShare, pregameWin, spreadOf } from '../../model/metrics/win-probability.ts'
import { emptyPlay } from '../../model/plays/columns.ts'
import type { Game, School, Season } from '../../model/records.ts'
import type { FpiRating } from '../../schemas/second-only.ts'
import { createPerSeason } from '../query.ts'
import { ratingsOf } from '../ratings/season-ratings.ts'
import type { SpRow } from '../ratings/sp.ts'
import { average } from './adjusted-teams.ts'

const homeAdvantage = 2.5

interface Rated {
  readonly school: School
  readonly view: Of<typeof FpiRating>
}
/** The values behind a resume's rank; undefined if a school has no such games. */
interface Resume {
  readonly strengthOfRecord: number
  readonly fpi: number
  readonly averageWinProbability: number | undefined
  readonly strengthOfSchedule: number | undefined
  readonly remainingStrengthOfSchedule: number | undefined
  readonly gameControl: number | undefined
}

/** Returns the ratings of a season, the best first. */
export const powerIndexOf = createPerSeason((season: Season): readonly Rated[] => {
  const { sp, srs } = ratingsOf(season)
  const simple = new Map(srs.map(({ school, rating }) => [school, rating]))
  const index = new Map(sp.map(({ school, rating }) => [school, (rating + (simple.get(school) ?? rating)) / 2]))
  const resumes = new Map([...index].map(([school, fpi]) => [school, resumeOf(season, school, fpi, index)]))
  const rank = (resume: Resume, part: keyof Resume): number | null => {
    const value = resume[part]
    if (value === undefined) return null
    return 1 + [...resumes.values()].filter((other) => (other[part] ?? Number.NEGATIVE_INFINITY) > value).length
  }
  const efficiency = efficienciesOf(sp)
  return sp
    .flatMap((row): Rated[] => {
      const { school } = row
      const resume = resumes.get(school)
      if (!resume) return []
      const resumeRanks = {
        strengthOfRecord: rank(resume, 'strengthOfRecord'),
        fpi: rank(resume, 'fpi'),
        averageWinProbability: rank(resume, 'averageWinProbability'),
        strengthOfSchedule: rank(resume, 'strengthOfSchedule'),
        remainingStrengthOfSchedule: rank(resume, 'remainingStrengthOfSchedule'),
        gameControl: rank(resume, 'gameControl'),
      }
      const head = { year: season.year, team: school.name, conference: school.conference.name }
      return [{ school, view: { ...head, fpi: round(resume.fpi, 1), resumeRanks, efficiencies: efficiency(row) } }]
    })
    .sort((one, other) => (other.view.fpi ?? 0) - (one.view.fpi ?? 0))
})

function resumeOf(season: Season, school: School, fpi: number, index: ReadonlyMap<School, number>): Resume {
  const games = season.games.filter(({ home, away }) => home === school || away === school)
  const played = games.filter(({ result }) => result !== null)
  const opponent = ({ home, away }: Game) => (home === school ? away : home)
  const ratingsOfOpponents = (some: readonly Game[]) => some.flatMap((game) => index.get(opponent(game)) ?? [])
  const wins = played.filter(({ home, result }) => {
    const margin = result ? result.homePoints - result.awayPoints : 0
    return home === school ? margin > 0 : margin < 0
  })
  const usualWins = played.map((game) => usualChance(game, school, index.get(opponent(game))))
  return {
    fpi,
    strengthOfRecord: wins.length - usualWins.reduce((sum, chance) => sum + chance, 0),
    averageWinProbability: averageOf(played.flatMap((game) => chanceBefore(game, school))),
    strengthOfSchedule: averageOf(ratingsOfOpponents(played)),
    remainingStrengthOfSchedule: averageOf(ratingsOfOpponents(games.filter(({ result }) => result === null))),
    gameControl: averageOf(played.flatMap((game) => chanceDuring(season, game, school))),
  }
}

/** Returns the chance that an average team in the school's place beats the opponent; a lower division always loses. */
function usualChance({ neutral, home }: Game, school: School, opponent: number | undefined): number {
  if (opponent === undefined) return 1
  const advantage = neutral ? 0 : home === school ? homeAdvantage : -homeAdvantage
  return normalShare((advantage - opponent) / marginDeviation)
}

function chanceBefore(game: Game, school: School): number[] {
  const spread = spreadOf(game)
  if (spread === undefined) return []
  return [game.home === school ? pregameWin(spread) : 1 - pregameWin(spread)]
}

/** Returns the mean win probability of a school during a game. */
function chanceDuring({ plays }: Season, { home, result }: Game, school: School): number[] {
  if (!result || result.endPlay === result.firstPlay) return []
  const play = emptyPlay()
  let sum = 0
  for (let row = result.firstPlay; row < result.endPlay; row++) sum += plays.read(row, play).homeWin
  const mean = sum / (result.endPlay - result.firstPlay)
  return [home === school ? mean : 1 - mean]
}

/** Returns the percentage of all teams below a team, assuming a normal distribution. */
function efficienciesOf(rows: readonly SpRow[]): (row: SpRow) => Of<typeof FpiRating>['efficiencies'] {
  const share = (of: (row: SpRow) => number) => {
    const mean = average(rows.map(of))
    const deviation = Math.sqrt(average(rows.map((row) => (of(row) - mean) ** 2)))
    return (row: SpRow) => (deviation === 0 ? 50 : round(100 * normalShare((of(row) - mean) / deviation), 1))
  }
  const overall = share(({ rating }) => rating)
  const offense = share((row) => row.offense)
  const defense = share((row) => -row.defense)
  const specialTeams = share((row) => row.specialTeams)
  return (row) => ({
    overall: overall(row),
    offense: offense(row),
    defense: defense(row),
    specialTeams: specialTeams(row),
  })
}

function averageOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : average(values)
}
