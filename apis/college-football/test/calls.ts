// Calls of every endpoint with its filters, as callers usually combine them: for the benchmark, and to compare answers.
import { firstVersion } from '../endpoints/first-version.ts'

/** Values of each filter, the usual one first. */
const values: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  ...{ year: [2025, 2026, 2021], week: [5, 14], startWeek: [3], endWeek: [9], seasonType: ['both', 'postseason'] },
  ...{ team: ['Northfield'], home: ['Northfield'], away: ['Northfield'], opponent: ['Lakeland'] },
  ...{ offense: ['Northfield'], defense: ['Northfield'], team1: ['Northfield'], team2: ['Lakeland'] },
  ...{ conference: ['GBC', 'CRC'], offenseConference: ['GBC'], defenseConference: ['GBC'] },
  ...{ classification: ['fbs', 'fcs'], division: ['fbs', 'fcs'], gameId: [401_524_001], id: [401_524_001] },
  ...{ category: ['passing', 'defensive'], position: ['QB', 'WR'], threshold: ['100'], excludeGarbageTime: [true] },
  ...{ playType: [67], statTypeId: [4], mediaType: ['tv'], searchTerm: ['art', 'e', 'zzz'], down: [1], distance: [10] },
  ...{ firstName: ['James'], lastName: ['Smith'] },
  ...{ minYear: [2024], maxYear: [2025], startYear: [2023], endYear: [2025] },
  ...{ proTeam: ['Chicago'], nflTeam: ['Chicago'], college: ['Northfield'], state: ['TX'] },
}
/** Filters that narrow a call at the same time. */
const scopes: readonly (readonly string[])[] = [
  ...[[], ['year'], ['team'], ['conference'], ['week'], ['year', 'week'], ['year', 'team'], ['year', 'conference']],
  ...[
    ['year', 'week', 'conference'],
    ['year', 'startWeek', 'endWeek'],
    ['year', 'endWeek'],
    ['startWeek', 'team'],
  ],
  ...[
    ['year', 'startWeek', 'conference'],
    ['startYear', 'endYear'],
    ['minYear', 'maxYear'],
    ['year', 'position'],
  ],
]

/**
 * The calls of an endpoint, each once. `athletes` are ids of players, which follow from the data. Some lack a parameter
 * that the endpoint cannot do without.
 */
export function callsOf(id: keyof typeof firstVersion, athletes: readonly number[]): readonly string[] {
  const { path, params = {} }: { path: string; params?: object } = firstVersion[id]
  const names = Object.keys(params)
  const valuesOf = (name: string) => (name === 'athleteId' || name === 'playerId' ? athletes : (values[name] ?? []))
  const needed = ['down', 'distance', 'team1', 'team2', 'searchTerm'].filter((name) => names.includes(name))
  const calls = new Set<string>()
  for (const scope of scopes) {
    if (!scope.every((name) => names.includes(name))) continue
    const own = [...new Set([...needed, ...scope])]
    const base = own.map((name): [string, string] => [name, String(valuesOf(name)[0])])
    calls.add(callOf(path, base))
    for (const name of names)
      for (const value of valuesOf(name))
        calls.add(callOf(path, [...base.filter(([other]) => other !== name), [name, String(value)]]))
  }
  return [...calls]
}

function callOf(path: string, query: readonly [string, string][]): string {
  const search = new URLSearchParams([...query].sort(([one], [other]) => (one < other ? -1 : 1))).toString()
  return search === '' ? path : `${path}?${search}`
}
