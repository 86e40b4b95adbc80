// The advanced box score: metrics of both teams and their players by quarter, without garbage time.
import type { Of } from '#define'
import {
  addDrive,
  addPlay,
  addTo,
  emptyPart,
  emptyTally,
  explosiveness,
  meanPpa,
  type Part,
  ratio,
  round,
  successRate,
  type Tally,
} from '../../model/metrics/tally.ts'
import { emptyPlay, nobody } from '../../model/plays/columns.ts'
import { drivesOf } from '../../model/plays/drives.ts'
import { isCountable, isGarbage, isPass, isRush, isSuccess, statsGarbage } from '../../model/plays/kinds.ts'
import type { School } from '../../model/records.ts'
import type { BoxScore } from '../../schemas/box-score.ts'
import type { Played } from '../query.ts'

type Box = Of<typeof BoxScore>
/** Values of the whole game and of the four quarters. */
type Quarters<T> = readonly [T, T, T, T, T]
interface PlayerParts {
  readonly all: Quarters<Part>
  readonly rush: Part
  readonly pass: Part
}
interface Team {
  readonly school: School
  readonly tallies: Quarters<Tally>
  readonly players: Map<number, PlayerParts>
}

const five = <T>(make: () => T): Quarters<T> => [make(), make(), make(), make(), make()]

export function advancedBoxOf(played: Played): Box {
  const { season, game } = played
  const teams = [game.away, game.home].map(
    (school): Team => ({ school, tallies: five(emptyTally), players: new Map() }),
  )
  collect(played, teams)
  const [away, home] = teams
  const shown = [home, away].flatMap((team) => team ?? [])
  const each = <T>(view: (team: Team) => T): T[] => shown.map(view)
  return {
    ...outlineOf(played),
    teams: {
      ppa: each((team) => points(team, meanPpa)),
      cumulativePpa: each((team) => points(team, ({ plays, ppa }) => (plays === 0 ? null : round(ppa, 1)))),
      successRates: each(({ school, tallies }) => ({
        team: school.name,
        overall: quarters(tallies, ({ all }) => successRate(all)),
        standardDowns: quarters(tallies, ({ standardDowns }) => successRate(standardDowns)),
        passingDowns: quarters(tallies, ({ passingDowns }) => successRate(passingDowns)),
      })),
      explosiveness: each(({ school, tallies }) => ({
        team: school.name,
        overall: quarters(tallies, ({ all }) => rounded(explosiveness(all), 2)),
      })),
      rushing: each(({ school, tallies: [all] }) => ({
        team: school.name,
        powerSuccess: ratio(all.powerWins, all.powerTries),
        stuffRate: ratio(all.stuffed, all.rushes),
        lineYards: Math.round(all.lineYards),
        lineYardsAverage: ratio(all.lineYards, all.rushes, 1),
        secondLevelYards: all.secondLevel,
        secondLevelYardsAverage: ratio(all.secondLevel, all.rushes, 1),
        openFieldYards: all.openField,
        openFieldYardsAverage: ratio(all.openField, all.rushes, 1),
      })),
      // havoc of the defense, caused to the other team's offense
      havoc: each((team) => {
        const faced = shown.find((other) => other !== team)?.tallies[0] ?? team.tallies[0]
        const front = faced.tacklesForLoss + faced.forcedFumbles
        const backs = faced.passesBroken + faced.interceptions
        return {
          team: team.school.name,
          total: ratio(front + backs, faced.all.plays),
          frontSeven: ratio(front, faced.all.plays),
          db: ratio(backs, faced.all.plays),
        }
      }),
      scoringOpportunities: each(({ school, tallies: [all] }) => ({
        team: school.name,
        opportunities: all.opportunities,
        points: all.opportunityPoints,
        pointsPerOpportunity: ratio(all.opportunityPoints, all.opportunities, 2),
      })),
      fieldPosition: each(({ school, tallies: [all] }) => ({
        team: school.name,
        averageStart: ratio(all.startYards, all.starts, 1),
        averageStartingPredictedPoints: ratio(all.startPoints, all.starts),
      })),
    },
    players: playersBox(shown, season.players),
  }
}

function playersBox(shown: readonly Team[], roster: Played['season']['players']): Box['players'] {
  return {
    usage: shown.flatMap((team) =>
      playersOf(team, roster, (parts) => {
        const [all] = team.tallies
        return {
          ...quarters(parts.all, ({ plays }, at) => ratio(plays, team.tallies[at]?.all.plays ?? 0)),
          rushing: ratio(parts.rush.plays, all.rush.plays),
          passing: ratio(parts.pass.plays, all.pass.plays),
        }
      }),
    ),
    ppa: shown.flatMap((team) =>
      playersOf(team, roster, (parts) => {
        const sum = ({ plays, ppa }: Part) => (plays === 0 ? null : round(ppa, 1))
        const kinds = (view: (part: Part) => number | null) => ({
          ...quarters(parts.all, view),
          rushing: view(parts.rush),
          passing: view(parts.pass),
        })
        return { average: kinds(meanPpa), cumulative: kinds(sum) }
      }),
    ),
  }
}

function collect({ season, from, to }: Played, teams: readonly Team[]): void {
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    if (!isCountable(play) || isGarbage(play, statsGarbage)) continue
    const team = teams[play.homeBall]
    if (!team) continue
    addPlay(team.tallies[0], play)
    const quarter = team.tallies[play.period]
    if (quarter && play.period <= 4) addPlay(quarter, play)
    const isSuccessful = isSuccess(play)
    for (const entry of new Set([play.actor, play.partner])) {
      if (entry === nobody) continue
      const parts = team.players.get(entry) ?? { all: five(emptyPart), rush: emptyPart(), pass: emptyPart() }
      team.players.set(entry, parts)
      addTo(parts.all[0], play.ppa, isSuccessful)
      const part = parts.all[play.period]
      if (part && play.period <= 4) addTo(part, play.ppa, isSuccessful)
      if (isPass(play)) addTo(parts.pass, play.ppa, isSuccessful)
      else if (isRush(play)) addTo(parts.rush, play.ppa, isSuccessful)
    }
  }
  for (const drive of drivesOf(season.plays, from, to)) {
    const team = teams[drive.homeBall]
    if (team && !isGarbage(drive.first, statsGarbage)) addDrive(team.tallies[0], drive)
  }
}

function quarters<T>(values: Quarters<T>, view: (value: T, at: number) => number | null) {
  const [total, one, two, three, four] = values
  return {
    total: view(total, 0),
    quarter1: view(one, 1),
    quarter2: view(two, 2),
    quarter3: view(three, 3),
    quarter4: view(four, 4),
  }
}

function points({ school, tallies }: Team, view: (part: Part) => number | null) {
  return {
    team: school.name,
    plays: tallies[0].all.plays,
    overall: quarters(tallies, ({ all }) => view(all)),
    passing: quarters(tallies, ({ pass }) => view(pass)),
    rushing: quarters(tallies, ({ rush }) => view(rush)),
  }
}

function playersOf<T extends object>(
  { school, players }: Team,
  roster: Played['season']['players'],
  view: (parts: PlayerParts) => T,
) {
  return [...players].flatMap(([entry, parts]) => {
    const player = roster.at(entry)
    if (!player) return []
    return { player: `${player.first} ${player.last}`, team: school.name, position: player.position, ...view(parts) }
  })
}

function outlineOf({ game: { home, away, result } }: Played): Pick<Box, 'gameInfo'> {
  if (!result) return {}
  const gameInfo = {
    homeTeam: home.name,
    homePoints: result.homePoints,
    homeWinProb: rounded(result.homePostgameWin, 3),
    awayTeam: away.name,
    awayPoints: result.awayPoints,
    awayWinProb: result.homePostgameWin === null ? null : round(1 - result.homePostgameWin, 3),
    homeWinner: result.homePoints > result.awayPoints,
    excitement: rounded(result.excitement, 2),
  }
  return { gameInfo }
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : round(value, digits)
}
