// Checks required parameters: calls without them reach the provider, which has its own errors for them (SOURCES 1.5).
import { badRequest } from './errors.ts'

type Input = Readonly<Record<string, unknown>>
/** A parameter, and the message if it is missing. */
type Needed = readonly [name: string, message: string]

const number = (name: string): Needed => [name, `A numeric ${name} parameter must be specified.`]
const text = (name: string): Needed => [name, `A ${name} parameter must be specified.`]
const situation = 'Down and distance must be specified and must be numbers.'
const year = number('year')
const game = number('gameId')

/** The required parameters by endpoint. */
const required: ReadonlyMap<string, readonly Needed[]> = new Map([
  ['calendar', [year]],
  ['drives', [year]],
  ['games', [year]],
  ['gameMedia', [year]],
  ['ppaByGame', [year]],
  ['rankings', [year]],
  ['playerUsage', [year]],
  ['playerSeasonStats', [year]],
  ['transferPortal', [year]],
  ['plays', [year, number('week')]],
  ['winProbability', [game]],
  ['advancedBoxScore', [game]],
  ['livePlays', [number('id')]],
  ['searchPlayers', [text('searchTerm')]],
  ['matchup', [text('team1'), text('team2')]],
  [
    'predictedPoints',
    [
      ['down', situation],
      ['distance', situation],
    ],
  ],
])

/** Returns the first required parameter that an input lacks; the id of a game replaces all others. */
export function missingParameter(id: string, input: Input): Needed | undefined {
  if (id === 'games' && input.id !== undefined) return undefined
  return required.get(id)?.find(([name]) => input[name] === undefined || input[name] === '')
}

/** Throws the provider's 400 if an input lacks a required parameter. */
export function requireComplete(id: string, input: Input): void {
  const missing = missingParameter(id, input)
  if (missing) throw badRequest(missing[1])
}

export function requireYearOrTeam({ year, team }: { year?: number | undefined; team?: string | undefined }): void {
  if (year === undefined && !team) throw badRequest('Must specify a year or team.')
}
