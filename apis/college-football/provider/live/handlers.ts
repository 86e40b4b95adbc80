// Games in progress: the scoreboard of the current week, and a game drive by drive.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest } from '../errors.ts'
import { findGames } from '../query.ts'
import type { Answers } from '../streamed.ts'
import { liveGameOf } from './live-game.ts'
import { scoreboard } from './scoreboard.ts'

export function liveHandlers({ list, value }: Answers): HandlersFor<typeof endpoints, 'livePlays' | 'scoreboard'> {
  return {
    scoreboard: list(scoreboard),
    livePlays: value((league, { id }) => {
      const [found] = findGames(league, { gameId: id })
      if (!found) throw badRequest('There is no game with this id.')
      return liveGameOf(found, league)
    }),
  }
}
