// Statistics of one game, by team and by player.
import type { Of } from '#define'
import type { PlayerGame, TeamGame } from '../../schemas/games.ts'
import type { PlayerFigures } from '../figures/player-figures.ts'
import { type TotalFigures, totalCount, totalsIn } from '../figures/total-figures.ts'
import type { Played } from '../query.ts'
import { categories } from './player-stats.ts'
import { gameStats } from './team-stats.ts'

export function teamGameOf({ game }: Played, figures: TotalFigures): Of<typeof TeamGame> {
  const totalsOf = (side: 0 | 1) => {
    const sums = new Int32Array(totalCount)
    figures.add(sums, game, side)
    return totalsIn(sums)
  }
  return {
    id: game.id,
    teams: sidesOf(game).map(({ schoolId, ...side }) => ({
      schoolId,
      ...side,
      stats: gameStats(totalsOf(side.homeAway === 'home' ? 1 : 0)),
    })),
  }
}

/** All categories, or those of one name. */
export function playerGameOf(
  { season, game }: Played,
  figures: PlayerFigures,
  category?: string,
): Of<typeof PlayerGame> {
  const { players } = season
  const all = figures.ofGame(game).map(([entry, own]) => ({ entry, school: players.schoolOf(entry)?.name, own }))
  const wanted = categories.filter(({ name }) => !category || name.toLowerCase() === category.toLowerCase())
  return {
    id: game.id,
    teams: sidesOf(game).map(({ schoolId: _id, ...side }) => ({
      ...side,
      categories: wanted.flatMap(({ name, has, game: types }) => {
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
      }),
    })),
  }
}

function sidesOf({ home, away, result }: Played['game']) {
  const side = ({ id, name, conference }: typeof home) => ({ schoolId: id, school: name, conference: conference.name })
  return [
    { ...side(home), homeAway: 'home' as const, points: result?.homePoints ?? null },
    { ...side(away), homeAway: 'away' as const, points: result?.awayPoints ?? null },
  ]
}
