// The plays of each player of a season by kind, with their points added, and those of the players' teams.
import { type FigureBytes, type KeptFigures, viewsOf } from '../kept/kept-figures.ts'
import type { School, Season } from '../league/records.ts'
import { addPlayerParts, emptyParts, type PartsByPlayer, type PlayerParts } from '../metrics/player-parts.ts'
import type { Part } from '../metrics/tally.ts'
import { findPlayed } from '../query.ts'

export interface PartFigures {
  /** How many players there are: those who did something, in the order in which they first did. */
  readonly length: number
  /** The player of a row, by place in the season's list. */
  playerOf(row: number): number
  /** How many plays the player of a row took part in. */
  playsOf(row: number): number
  /** The points that these plays added. */
  ppaOf(row: number): number
  partsOf(row: number): PlayerParts
  /** Undefined for a team without plays. */
  teamOf(school: School): PlayerParts | undefined
}

const partWidth = 4
const partCount = 11
/** The number, then the parts. */
const width = 1 + partCount * partWidth

export function createPartFigures(kept: KeptFigures) {
  return {
    *of(season: Season, excludeGarbage: boolean): Generator<undefined, PartFigures> {
      const name = excludeGarbage ? 'parts undecided' : 'parts'
      return viewOf(yield* kept.of(season, name, (one) => make(one, excludeGarbage)))
    },
  }
}

/** The number of players, then the rows of players, then those of teams. */
function viewOf(figureBytes: FigureBytes): PartFigures {
  const views = viewsOf(figureBytes, (bytes) => new Float64Array(bytes))
  const [length = 0] = views()
  const { length: size } = views()
  const teams = new Map<number, number>()
  const startOf = (row: number) => 1 + row * width
  for (let row = length; startOf(row) < size; row++) teams.set(views()[startOf(row)] ?? 0, row)
  const partsOf = (row: number): PlayerParts => {
    const figures = views()
    const parts = emptyParts()
    let at = startOf(row) + 1
    for (const part of listOf(parts)) {
      part.plays = figures[at++] ?? 0
      part.ppa = figures[at++] ?? 0
      part.successes = figures[at++] ?? 0
      part.successPpa = figures[at++] ?? 0
    }
    return parts
  }
  return {
    length,
    playerOf: (row) => views()[startOf(row)] ?? 0,
    playsOf: (row) => views()[startOf(row) + 1] ?? 0,
    ppaOf: (row) => views()[startOf(row) + 2] ?? 0,
    partsOf,
    teamOf(school) {
      const row = teams.get(school.index)
      return row === undefined ? undefined : partsOf(row)
    },
  }
}

/** That of all plays comes first. */
function listOf({ all, pass, rush, passing, receiving, downs, standardDowns, passingDowns }: PlayerParts): Part[] {
  return [all, pass, rush, passing, receiving, ...downs, standardDowns, passingDowns]
}

function* make(season: Season, excludeGarbage: boolean): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const parts: PartsByPlayer = new Map()
  const teams = new Map<number, PlayerParts>()
  const of = ({ index }: School) => {
    const own = teams.get(index) ?? emptyParts()
    teams.set(index, own)
    return own
  }
  for (const { game, from, to } of findPlayed({ seasons: [season] }, {})) {
    addPlayerParts(parts, [of(game.away), of(game.home)], { plays: season.plays, from, to, excludeGarbage })
    yield undefined
  }
  const figures = new Float64Array(1 + (parts.size + teams.size) * width)
  figures[0] = parts.size
  let at = 1
  for (const [number, own] of [...parts, ...teams]) {
    figures[at++] = number
    for (const { plays, ppa, successes, successPpa } of listOf(own)) {
      figures.set([plays, ppa, successes, successPpa], at)
      at += partWidth
    }
  }
  return new Uint8Array(figures.buffer)
}
