// The players of a season in columns.
import { present } from '#define/present'
import type { Player, PlayerTable, School } from '../records.ts'
import { numbersIn, numbersOf, valuesOf } from './columns.ts'

export function createPlayerTable(players: readonly Player[]): PlayerTable {
  const { length } = players
  const recruitIds = players.map((player) => player.recruitIds)
  const ids = Float64Array.from(players, (player) => player.id)
  const id = numbersIn(ids)
  const rating = numbersOf(players, (player) => player.rating)
  const school = valuesOf(players, (player): School => player.school)
  const [first, last] = [valuesOf(players, (player) => player.first), valuesOf(players, (player) => player.last)]
  const [jersey, classYear] = [
    numbersOf(players, (player) => player.jersey),
    numbersOf(players, (player) => player.classYear),
  ]
  const [height, weight] = [
    numbersOf(players, (player) => player.height),
    numbersOf(players, (player) => player.weight),
  ]
  const position = valuesOf(players, (player) => player.position)
  const [city, state] = [valuesOf(players, (player) => player.city), valuesOf(players, (player) => player.state)]
  const [country, countyFips] = [
    valuesOf(players, (player) => player.country),
    valuesOf(players, (player) => player.countyFips),
  ]
  const [latitude, longitude] = [
    valuesOf(players, (player) => player.latitude),
    valuesOf(players, (player) => player.longitude),
  ]

  const nameOf = (entry: number) => `${first(entry) ?? ''} ${last(entry) ?? ''}`

  const at = (entry: number): Player | undefined => {
    const own = entry < length ? school(entry) : undefined
    if (!own) return undefined
    // without spreads, because a search creates all of them
    return {
      id: id(entry) ?? 0,
      recruitIds: present(recruitIds[entry]),
      first: first(entry) ?? '',
      last: last(entry) ?? '',
      school: own,
      position: position(entry) ?? '',
      jersey: jersey(entry),
      height: height(entry),
      weight: weight(entry),
      classYear: classYear(entry),
      rating: rating(entry) ?? 0,
      city: city(entry) ?? null,
      state: state(entry) ?? null,
      country: country(entry) ?? null,
      latitude: latitude(entry) ?? null,
      longitude: longitude(entry) ?? null,
      countyFips: countyFips(entry) ?? null,
    }
  }
  return {
    length,
    at,
    schoolOf: school,
    positionOf: position,
    idOf: (entry) => id(entry) ?? undefined,
    nameOf,
    placeOf: placesIn(ids),
    *[Symbol.iterator]() {
      for (let entry = 0; entry < length; entry++) {
        const player = at(entry)
        if (player) yield player
      }
    },
  }
}

/** Returns a lookup of the first index by id; its table is built on first use. */
function placesIn(ids: Float64Array): (id: number) => number | undefined {
  let known: Map<number, number> | undefined
  return (id) => {
    known ??= new Map([...ids.entries()].reverse().map(([place, one]) => [one, place]))
    return known.get(id)
  }
}
