// Statistics of one game, by team and by player.
import type { Of } from '#define'
import { addPlayerTotals, type TotalsByPlayer } from '../../model/metrics/player-totals.ts'
import { teamTotals } from '../../model/metrics/team-totals.ts'
import type { PlayerGame, TeamGame } from '../../schemas/games.ts'
import type { Played } from '../query.ts'
import { categoriesOf } from './player-stats.ts'
import { gameStats } from './team-stats.ts'

export function teamGameOf({ season, game, from, to }: Played): Of<typeof TeamGame> {
  const [away, home] = teamTotals(season.plays, from, to)
  return {
    id: game.id,
    teams: sidesOf(game).map((side) => ({ ...side, stats: gameStats(side.homeAway === 'home' ? home : away) })),
  }
}

/** Returns all categories, or those with a name, of the teams that have any. */
export function playerGameOf({ season, game, from, to }: Played, category?: string): Of<typeof PlayerGame> {
  const { players } = season
  const totals: TotalsByPlayer = new Map()
  addPlayerTotals(totals, season.plays, from, to)
  const all = [...totals].map(([entry, own]) => ({ entry, school: players.schoolOf(entry)?.name, own }))
  const wanted = categoriesOf(category)
  return {
    id: game.id,
    teams: sidesOf(game).flatMap(({ schoolId: _id, ...side }) => {
      const categories = wanted.flatMap(({ name, has, game: types }) => {
        const rows = all
          .filter(({ school, own }) => school === side.school && has(own))
          .map(({ entry, own }) => ({ id: players.idOf(entry) ?? 0, name: players.nameOf(entry), own }))
        if (rows.length === 0) return []
        return {
          name,
          types: Object.entries(types).map(([type, stat]) => ({
            name: type,
            athletes: rows.map(({ id, name, own: totals }) => ({ id, name, stat: stat(totals) })),
          })),
        }
      })
      return categories.length === 0 ? [] : { ...side, categories }
    }),
  }
}

function sidesOf({ home, away, result }: Played['game']) {
  const side = ({ id, name, conference }: typeof home) => ({ schoolId: id, school: name, conference: conference.name })
  return [
    { ...side(home), homeAway: 'home' as const, points: result?.homePoints ?? null },
    { ...side(away), homeAway: 'away' as const, points: result?.awayPoints ?? null },
  ]
}
