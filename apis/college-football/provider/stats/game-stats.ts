// Statistics of one game, by team and by player.
import type { Of } from '#define'
import type { PlayerGame, TeamGame } from '../../schemas/games.ts'
import type { PlayerFigures } from '../figures/player-figures.ts'
import { teamTotals } from '../metrics/team-totals.ts'
import type { Played } from '../query.ts'
import { categories } from './player-stats.ts'
import { gameStats } from './team-stats.ts'

export function teamGameOf({ season, game, from, to }: Played): Of<typeof TeamGame> {
  const [away, home] = teamTotals(season.plays, from, to)
  return {
    id: game.id,
    teams: sidesOf(game).map(({ schoolId, ...side }) => ({
      schoolId,
      ...side,
      stats: gameStats(side.homeAway === 'home' ? home : away),
    })),
  }
}

/** All categories, or those of one name. */
export function playerGameOf(
  { season, game }: Played,
  figures: PlayerFigures,
  category?: string,
): Of<typeof PlayerGame> {
  const all = figures.ofGame(game).flatMap(([entry, own]) => {
    const player = season.players.at(entry)
    return player ? [{ player, own }] : []
  })
  const wanted = categories.filter(({ name }) => !category || name.toLowerCase() === category.toLowerCase())
  return {
    id: game.id,
    teams: sidesOf(game).map(({ schoolId: _id, ...side }) => ({
      ...side,
      categories: wanted.flatMap(({ name, has, game: types }) => {
        const rows = all.filter(({ player, own }) => player.school.name === side.school && has(own))
        if (rows.length === 0) return []
        return {
          name,
          types: Object.entries(types).map(([type, stat]) => ({
            name: type,
            athletes: rows.map(({ player, own }) => ({
              id: player.id,
              name: `${player.first} ${player.last}`,
              stat: stat(own),
            })),
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
