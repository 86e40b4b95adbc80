// What each player did in each game of a season, so that sums over games need no plays.
import { type FigureBytes, type KeptFigures, viewsOf } from '../kept/kept-figures.ts'
import type { Game, Season } from '../league/records.ts'
import { addPlayerTotals, emptyPlayerTotals, type PlayerTotals, type TotalsByPlayer } from '../metrics/player-totals.ts'
import { createMemo, findPlayed, gamePlaces } from '../query.ts'

export interface PlayerFigures {
  /**
   * The sums of games by player, of those that are wanted, in the order in which they first did something. The totals
   * are those of a player until the next one is asked for.
   */
  sumOf(
    games: Iterable<Pick<Game, 'id'>>,
    isWanted?: (player: number) => boolean,
  ): Generator<readonly [player: number, totals: Readonly<PlayerTotals>]>
  /** The totals of a game by player, in the same order. */
  ofGame(game: Pick<Game, 'id'>): readonly (readonly [player: number, totals: PlayerTotals])[]
}

// the names of the object
const names = Object.keys(emptyPlayerTotals()) as (keyof PlayerTotals)[]
const isLongest = names.map((name) => name.startsWith('longest'))
/** A tackle by two is half of one for loss. */
const scale = 2

export function createPlayerFigures(kept: KeptFigures) {
  return {
    *of(season: Season): Generator<undefined, PlayerFigures> {
      return viewOf(season, yield* kept.of(season, 'players', make))
    },
  }
}

/**
 * The words: where the rows of each game begin, and where the last ones end; then the rows. A row is the player, the
 * number of totals that are not zero, and these, each preceded by the place of its name.
 */
function viewOf(season: Season, figureBytes: FigureBytes): PlayerFigures {
  const views = viewsOf(figureBytes, (bytes) => {
    const starts = new Uint32Array(bytes, 0, season.games.length + 1)
    const [words, values] = [new Uint16Array(bytes, starts.byteLength), new Int16Array(bytes, starts.byteLength)]
    return { starts, words, values }
  })
  const of = gamePlaces(season)
  return {
    ofGame({ id }) {
      const { starts, words, values } = views()
      const totals: [number, PlayerTotals][] = []
      const game = of.get(id) ?? 0
      const end = starts[game + 1] ?? 0
      for (let at = starts[game] ?? 0; at < end; ) {
        const own = emptyPlayerTotals()
        totals.push([words[at++] ?? 0, own])
        for (let left = words[at++] ?? 0; left > 0; left--) {
          const name = names[words[at++] ?? 0]
          const value = values[at++] ?? 0
          if (name) own[name] = value / scale
        }
      }
      return totals
    },
    *sumOf(games, isWanted) {
      // until the sums are complete, nothing interrupts
      const { starts, words, values } = views()
      // from 1; a map of all players would cost half of the sums
      const slots = new Uint16Array(mostPlayers)
      const players: number[] = []
      const isKnown = createMemo((player: number) => isWanted?.(player) ?? true)
      // as many as may be needed: each time they grew, the GC would look at the whole league
      let sums = new Int32Array((isWanted ? expectedPlayers : usualPlayers) * names.length)
      for (const { id } of games) {
        const game = of.get(id) ?? 0
        const end = starts[game + 1] ?? 0
        for (let at = starts[game] ?? 0; at < end; ) {
          const player = words[at++] ?? 0
          if (isWanted && !isKnown(player)) {
            at += 1 + 2 * (words[at] ?? 0)
            continue
          }
          if (slots[player] === 0) slots[player] = players.push(player)
          const first = ((slots[player] ?? 1) - 1) * names.length
          if (first >= sums.length) sums = twice(sums)
          for (let left = words[at++] ?? 0; left > 0; left--) {
            const place = words[at++] ?? 0
            const value = values[at++] ?? 0
            const before = sums[first + place] ?? 0
            sums[first + place] = isLongest[place] ? Math.max(before, value) : before + value
          }
        }
      }
      const totals = emptyPlayerTotals()
      for (const [slot, player] of players.entries()) yield [player, fill(totals, sums, slot * names.length)]
    },
  }
}
/** Of some schools, and of a season. */
const expectedPlayers = 256
const usualPlayers = 8192
/** As many as the column of a play can name. */
const mostPlayers = 2 ** 16

function twice(sums: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * sums.length)
  larger.set(sums)
  return larger
}

/** Fills the totals of a player from the sums; written out, because a loop over names takes longer. */
function fill(into: PlayerTotals, sums: Int32Array, first: number): PlayerTotals {
  into.completions = (sums[first + 0] ?? 0) / scale
  into.passes = (sums[first + 1] ?? 0) / scale
  into.passingYards = (sums[first + 2] ?? 0) / scale
  into.passingTDs = (sums[first + 3] ?? 0) / scale
  into.passesThrownAway = (sums[first + 4] ?? 0) / scale
  into.carries = (sums[first + 5] ?? 0) / scale
  into.rushingYards = (sums[first + 6] ?? 0) / scale
  into.rushingTDs = (sums[first + 7] ?? 0) / scale
  into.longestRun = (sums[first + 8] ?? 0) / scale
  into.receptions = (sums[first + 9] ?? 0) / scale
  into.receivingYards = (sums[first + 10] ?? 0) / scale
  into.receivingTDs = (sums[first + 11] ?? 0) / scale
  into.longestReception = (sums[first + 12] ?? 0) / scale
  into.fumbles = (sums[first + 13] ?? 0) / scale
  into.fumblesLost = (sums[first + 14] ?? 0) / scale
  into.fumblesRecovered = (sums[first + 15] ?? 0) / scale
  into.tackles = (sums[first + 16] ?? 0) / scale
  into.soloTackles = (sums[first + 17] ?? 0) / scale
  into.sacks = (sums[first + 18] ?? 0) / scale
  into.tacklesForLoss = (sums[first + 19] ?? 0) / scale
  into.passesBroken = (sums[first + 20] ?? 0) / scale
  into.hurries = (sums[first + 21] ?? 0) / scale
  into.defensiveTDs = (sums[first + 22] ?? 0) / scale
  into.interceptions = (sums[first + 23] ?? 0) / scale
  into.interceptionYards = (sums[first + 24] ?? 0) / scale
  into.interceptionTDs = (sums[first + 25] ?? 0) / scale
  into.kickReturns = (sums[first + 26] ?? 0) / scale
  into.kickReturnYards = (sums[first + 27] ?? 0) / scale
  into.kickReturnTDs = (sums[first + 28] ?? 0) / scale
  into.longestKickReturn = (sums[first + 29] ?? 0) / scale
  into.puntReturns = (sums[first + 30] ?? 0) / scale
  into.puntReturnYards = (sums[first + 31] ?? 0) / scale
  into.puntReturnTDs = (sums[first + 32] ?? 0) / scale
  into.longestPuntReturn = (sums[first + 33] ?? 0) / scale
  into.fieldGoals = (sums[first + 34] ?? 0) / scale
  into.fieldGoalTries = (sums[first + 35] ?? 0) / scale
  into.longestFieldGoal = (sums[first + 36] ?? 0) / scale
  into.extraPoints = (sums[first + 37] ?? 0) / scale
  into.extraPointTries = (sums[first + 38] ?? 0) / scale
  into.punts = (sums[first + 39] ?? 0) / scale
  into.puntYards = (sums[first + 40] ?? 0) / scale
  into.touchbacks = (sums[first + 41] ?? 0) / scale
  into.puntsInside20 = (sums[first + 42] ?? 0) / scale
  into.longestPunt = (sums[first + 43] ?? 0) / scale
  return into
}

function* make(season: Season): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const rows: number[][] = season.games.map(() => [])
  const of = gamePlaces(season)
  for (const { game, from, to } of findPlayed({ seasons: [season] }, {})) {
    const totals: TotalsByPlayer = new Map()
    addPlayerTotals(totals, season.plays, from, to)
    rows[of.get(game.id) ?? 0] = [...totals].flatMap(([player, own]) => {
      const known = names.flatMap((name, place) => (own[name] === 0 ? [] : [place, scale * own[name]]))
      return [player, known.length / 2, ...known]
    })
    yield undefined
  }
  const starts = new Uint32Array(season.games.length + 1)
  for (const [game, own] of rows.entries()) starts[game + 1] = (starts[game] ?? 0) + own.length
  const bytes = new Uint8Array(starts.byteLength + 2 * (starts.at(-1) ?? 0))
  bytes.set(new Uint8Array(starts.buffer))
  const words = new Int16Array(bytes.buffer, starts.byteLength)
  for (const [game, own] of rows.entries()) words.set(own, starts[game])
  return bytes
}
