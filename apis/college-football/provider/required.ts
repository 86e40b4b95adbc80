// Calls without a required parameter reach the provider, which refuses them in its own words (SOURCES 1.5).
import { badRequest } from './errors.ts'

type Input = Readonly<Record<string, unknown>>

const number = (name: string) => [name, `A numeric ${name} parameter must be specified.`] as const
const text = (name: string) => [name, `A ${name} parameter must be specified.`] as const
const year = number('year')

/** By endpoint, the parameters it cannot do without and what is said without them. */
const required: Readonly<Record<string, readonly (readonly [name: string, message: string])[]>> = {
  ...{ calendar: [year], drives: [year], games: [year], gameMedia: [year], ppaByGame: [year], rankings: [year] },
  ...{ playerUsage: [year], playerSeasonStats: [year], transferPortal: [year], plays: [year, number('week')] },
  ...{ winProbability: [number('gameId')], advancedBoxScore: [number('gameId')], livePlays: [number('id')] },
  ...{ searchPlayers: [text('searchTerm')], matchup: [text('team1'), text('team2')] },
  predictedPoints: ['down', 'distance'].map((name) => [
    name,
    'Down and distance must be specified and must be numbers.',
  ]),
}

/** The handlers, refusing what lacks a required parameter; the id of a game stands for every other one. */
export function refusingIncomplete<Handlers extends object>(handlers: Handlers): Handlers {
  return new Proxy(handlers, {
    get(target, name) {
      const handler: unknown = Reflect.get(target, name)
      const needed = typeof name === 'string' ? required[name] : undefined
      if (typeof handler !== 'function' || !needed) return handler
      return (input: Input, ...rest: readonly unknown[]) => {
        const missing = needed.find(([param]) => input[param] === undefined || input[param] === '')
        if (missing && !(name === 'games' && input.id !== undefined)) throw badRequest(missing[1])
        return Reflect.apply(handler, undefined, [input, ...rest])
      }
    },
  })
}
