// What each offense did in each game of a season, so that sums over games need no plays.
import { type FigureBytes, type KeptFigures, viewsOf } from '../kept/kept-figures.ts'
import type { Game, Season } from '../league/records.ts'
import { addDrive, addPlay, emptyTally, lineYards, type Part, type Tally } from '../metrics/tally.ts'
import { emptyPlay } from '../plays/columns.ts'
import { drivesOf } from '../plays/drives.ts'
import { isCountable, isGarbage, isPass, isRush, ppaGarbage, statsGarbage } from '../plays/kinds.ts'
import { findPlayed, gamePlaces, type Played } from '../query.ts'

/** All plays; or those of games that were not decided, as statistics or as predicted points have it. */
export type Counted = 'all' | 'undecided' | 'undecided regulation'

export interface TeamFigures {
  /** Adds what the away team (0) or the home team (1) did with the ball. */
  add(tally: Tally, game: Game, side: 0 | 1): void
}

const partNames = ['all', 'pass', 'rush', 'standardDowns', 'passingDowns'] as const
const countNames = [
  ...(['rushes', 'secondLevel', 'openField', 'stuffed', 'powerTries', 'powerWins'] as const),
  ...(['tacklesForLoss', 'forcedFumbles', 'passesBroken', 'interceptions'] as const),
  ...(['drives', 'opportunities', 'opportunityPoints', 'starts', 'startYards', 'startPoints'] as const),
] as const
const partWidth = 4
const partCount = partNames.length + 4
/** The last two say where the runs of the row are. */
const width = partCount * partWidth + countNames.length + 2

export function createTeamFigures(kept: KeptFigures) {
  return {
    *of(season: Season, counted: Counted): Generator<undefined, TeamFigures> {
      return viewOf(season, yield* kept.of(season, `teams ${counted}`, (one) => make(one, counted)))
    },
  }
}

function viewOf(season: Season, figureBytes: FigureBytes): TeamFigures {
  const rows = 2 * season.games.length
  const views = viewsOf(figureBytes, (bytes) => {
    const figures = new Float64Array(bytes, 0, rows * width)
    return { figures, runs: new Int8Array(bytes, figures.byteLength) }
  })
  const of = gamePlaces(season)
  return {
    add(tally, { id }, side) {
      const { figures, runs } = views()
      let at = (2 * (of.get(id) ?? 0) + side) * width
      for (const part of partsOf(tally)) {
        part.plays += figures[at++] ?? 0
        part.ppa += figures[at++] ?? 0
        part.successes += figures[at++] ?? 0
        part.successPpa += figures[at++] ?? 0
      }
      for (const name of countNames) tally[name] += figures[at++] ?? 0
      // run by run: sums of tenths depend on their order
      const [from = 0, to = 0] = figures.subarray(at, at + 2)
      for (let run = from; run < to; run++) tally.lineYards += lineYards(runs[run] ?? 0)
    },
  }
}

function partsOf(tally: Tally): Part[] {
  return [tally.all, tally.pass, tally.rush, tally.standardDowns, tally.passingDowns, ...tally.downs]
}

function* make(season: Season, counted: Counted): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const figures = new Float64Array(2 * season.games.length * width)
  const runs: number[] = []
  const of = gamePlaces(season)
  for (const played of findPlayed({ seasons: [season] }, {})) {
    const sides = [emptyTally(), emptyTally()] as const
    const own: readonly [number[], number[]] = [[], []]
    addGame(sides, own, played, counted)
    for (const [side, tally] of sides.entries()) {
      let at = (2 * (of.get(played.game.id) ?? 0) + side) * width
      for (const { plays, ppa, successes, successPpa } of partsOf(tally)) {
        figures.set([plays, ppa, successes, successPpa], at)
        at += partWidth
      }
      for (const name of countNames) figures[at++] = tally[name]
      const yards = own[side === 1 ? 1 : 0]
      figures.set([runs.length, runs.length + yards.length], at)
      runs.push(...yards)
    }
    yield undefined
  }
  const bytes = new Uint8Array(figures.byteLength + runs.length)
  bytes.set(new Uint8Array(figures.buffer))
  bytes.set(new Uint8Array(Int8Array.from(runs).buffer), figures.byteLength)
  return bytes
}

function addGame(
  sides: readonly [Tally, Tally],
  runs: readonly [number[], number[]],
  { season, from, to }: Played,
  counted: Counted,
): void {
  const garbage = counted === 'all' ? undefined : counted === 'undecided' ? statsGarbage : ppaGarbage
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    if (garbage && isGarbage(play, garbage)) continue
    if (counted === 'undecided regulation' && play.period > 4) continue
    const side = play.homeBall === 1 ? 1 : 0
    addPlay(sides[side], play)
    if (isCountable(play) && !isPass(play) && isRush(play)) runs[side].push(play.yards)
  }
  for (const drive of drivesOf(season.plays, from, to))
    if (!garbage || !isGarbage(drive.first, garbage)) addDrive(sides[drive.homeBall === 1 ? 1 : 0], drive)
}
