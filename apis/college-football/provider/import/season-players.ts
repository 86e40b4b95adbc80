// The players of an imported season, looked up for plays by athlete id, or by name and school.

import { nobody } from '../../model/plays/columns.ts'
import type { Player, School } from '../../model/records.ts'
import type { SeasonSchools } from './schools.ts'
import type { StoredPlayer } from './stored.ts'

/** Plays refer to players by 16-bit numbers. */
const mostPlayers = nobody - 1

export interface SeasonPlayers {
  /** Players by their number in plays. */
  readonly players: readonly Player[]
  /** Returns the number of an athlete; `nobody` if no roster lists him. */
  ofAthlete(id: number): number
  /** Returns the number of a school's player; a player on no roster is added. */
  ofName(school: School, name: string | null, position: string): number
}

/** Creates the players; `ratingOf` returns the rating of a player as a recruit, or 0. */
export function createSeasonPlayers(
  roster: readonly StoredPlayer[],
  schools: SeasonSchools,
  ratingOf: (player: StoredPlayer) => number,
): SeasonPlayers {
  const players: Player[] = []
  const byId = new Map<number, number>()
  const byName = new Map<string, number>()
  const add = (player: Player): number => {
    if (players.length >= mostPlayers) return nobody
    const number = players.push(player) - 1
    byId.set(player.id, number)
    byName.set(`${player.school.index}/${nameKey(`${player.first} ${player.last}`)}`, number)
    return number
  }
  for (const { team, position, ...stored } of roster)
    add({
      ...stored,
      school: schools.of({ name: team }),
      position: position ?? '',
      rating: ratingOf({ team, position, ...stored }),
    })

  return {
    players,
    ofAthlete: (id) => byId.get(id) ?? nobody,
    ofName(school, name, position) {
      const key = nameKey(name ?? '')
      if (name === null || key === '' || key === 'team') return nobody
      const known = byName.get(`${school.index}/${key}`)
      if (known !== undefined) return known
      const [first = '', ...rest] = name.split(/\s+/)
      return add({
        id: ownId(school.id, key),
        recruitIds: [],
        first,
        last: rest.join(' '),
        school,
        position,
        rating: 0,
        jersey: null,
        height: null,
        weight: null,
        classYear: null,
        city: null,
        state: null,
        country: null,
        latitude: null,
        longitude: null,
        countyFips: null,
      })
    },
  }
}

/** Returns a name without case, punctuation, accents and suffixes such as Jr. or III. */
function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replace(/ (?:jr|sr|ii|iii|iv)$/, '')
    .trim()
}

/** Returns a negative id for a player named only in plays: the same in every season (FNV-1a). */
function ownId(school: number, key: string): number {
  let hash = 0x811c9dc5
  for (const character of `${school}/${key}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return -1 - (hash >>> 0)
}
