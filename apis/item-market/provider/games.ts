// The games whose items are tracked.
import { unknownGame } from './errors.ts'

/** A game by our key, with its Steam application number (SOURCES 3.3). */
export interface Game {
  readonly key: string
  readonly app: number
  readonly aliases: readonly string[]
}

export const primaryGame = 'cs2'

export const games: readonly Game[] = [
  { key: 'cs2', app: 730, aliases: ['csgo', '730'] },
  { key: 'dota2', app: 570, aliases: ['dota', '570'] },
  { key: 'rust', app: 252490, aliases: ['252490'] },
  { key: 'tf2', app: 440, aliases: ['440'] },
]

const gamesByWord = new Map(games.flatMap((game) => [game.key, ...game.aliases].map((word) => [word, game] as const)))

/** Returns the game of a key or alias in any case. Throws 400 `game.unknown`. */
export function readGame(word: string): Game {
  const game = gamesByWord.get(word.trim().toLowerCase())
  if (!game) throw unknownGame()
  return game
}
