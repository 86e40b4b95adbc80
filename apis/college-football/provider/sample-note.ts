// A note in the headers of an empty response from the sample: callers name real schools, which the sample does not
// have.
import type { League } from '../model/records.ts'
import { isNamed, isOf } from './query.ts'

/** Longest caller's value that the header repeats. */
const longestName = 60
/** Characters that are safe in a header and do not end the quotation. */
const plainName = /^[\w .,&'()-]+$/

/** Parameters that name a part of the league, with its kind and its list. */
const named: readonly {
  readonly parameters: readonly string[]
  readonly what: string
  readonly listedAt: string
  isKnown(league: League, name: string): boolean
}[] = [
  {
    parameters: ['team', 'home', 'away', 'team1', 'team2', 'opponent', 'offense', 'defense', 'college'],
    what: 'school',
    listedAt: '/teams',
    isKnown: ({ schools }, name) => schools.some((school) => isNamed(school, name)),
  },
  {
    parameters: ['conference', 'offenseConference', 'defenseConference'],
    what: 'conference',
    listedAt: '/conferences',
    isKnown: ({ conferences }, name) => conferences.some((conference) => isOf(conference, name)),
  },
  {
    parameters: ['proTeam', 'nflTeam'],
    what: 'professional team',
    listedAt: '/draft/teams',
    isKnown: ({ proTeams }, name) => proTeams.some(({ location }) => location.toLowerCase() === name.toLowerCase()),
  },
]

/** Returns the `x-gateway-sample-note`: the name that the sample league lacks, or that nothing matches. */
export function sampleNote(league: League, input: object): { readonly 'x-gateway-sample-note': string } {
  return { 'x-gateway-sample-note': `${missingFrom(league, new Map(Object.entries(input)))} Its league is invented.` }
}

function missingFrom(league: League, input: ReadonlyMap<string, unknown>): string {
  for (const { parameters, what, listedAt, isKnown } of named)
    for (const parameter of parameters) {
      const name = input.get(parameter)
      if (typeof name !== 'string' || name === '' || isKnown(league, name)) continue
      const shown = name.length <= longestName && plainName.test(name) ? ` "${name}"` : ''
      return `The sample has no ${what}${shown}: GET ${listedAt} lists what it has.`
    }
  return missingSeason(league, input) ?? missingGame(league, input) ?? 'Nothing in the sample matches.'
}

function missingSeason({ seasons }: League, input: ReadonlyMap<string, unknown>): string | undefined {
  const year = input.get('year')
  if (typeof year !== 'number' || seasons.some((season) => season.year === year)) return undefined
  return `The sample has no season ${year}, only ${seasons.map((season) => season.year).join(' and ')}.`
}

function missingGame({ seasons }: League, input: ReadonlyMap<string, unknown>): string | undefined {
  const game = input.get('gameId') ?? input.get('id')
  if (typeof game !== 'number' || seasons.some(({ games }) => games.some(({ id }) => id === game))) return undefined
  return `The sample has no game ${game}: GET /games lists what it has.`
}
