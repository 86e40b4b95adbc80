// The players of a season in columns.
import type { Player, PlayerTable, School } from '../league/records.ts'
import { numbersIn, numbersOf, valuesOf } from './columns.ts'

export function createPlayerTable(players: readonly Player[]): PlayerTable {
  const { length } = players
  const recruitIds = listsOf(players, (player) => player.recruitIds)
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
  const named = namesIn(Array.from({ length }, (_none, entry) => nameOf(entry).toLowerCase()))

  const at = (entry: number): Player | undefined => {
    const own = entry < length ? school(entry) : undefined
    if (!own) return undefined
    // without spreads, because a search makes all of them
    return {
      id: id(entry) ?? 0,
      recruitIds: recruitIds(entry),
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
    named,
    *[Symbol.iterator]() {
      for (let entry = 0; entry < length; entry++) {
        const player = at(entry)
        if (player) yield player
      }
    },
  }
}

/** The first place of each number. */
function placesIn(ids: Float64Array): (id: number) => number | undefined {
  let known: Uint16Array | undefined
  return (id) => {
    known ??= Uint16Array.from(ids.keys()).sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0) || one - other)
    const order = known
    let [from, to] = [0, order.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((ids[order[middle] ?? 0] ?? 0) < id) from = middle + 1
      else to = middle
    }
    const place = order[from]
    return place !== undefined && ids[place] === id ? place : undefined
  }
}

/** Most players have one number or none; longer lists are kept as they are. */
function listsOf(players: readonly Player[], of: (player: Player) => readonly number[]) {
  const lists = new Map<number, readonly number[]>()
  for (const [entry, player] of players.entries()) if (of(player).length > 1) lists.set(entry, of(player))
  return listsIn(
    lists,
    numbersOf(players, (player) => of(player)[0] ?? null),
  )
}

function listsIn(lists: ReadonlyMap<number, readonly number[]>, first: (entry: number) => number | null) {
  return (entry: number): readonly number[] => {
    const only = first(entry)
    return lists.get(entry) ?? (only === null ? [] : [only])
  }
}

/** One text of all names is searched in a hundredth of the time that each name would take. */
function namesIn(names: readonly string[]): (text: string) => Generator<number> {
  const { length } = names
  const starts = new Uint32Array(length + 1)
  for (const [entry, name] of names.entries()) starts[entry + 1] = (starts[entry] ?? 0) + name.length + 1
  // latin letters take a byte each in one flat string
  const all = Buffer.from(names.join('\n')).toString()
  return function* named(text) {
    let entry = 0
    for (let at = all.indexOf(text); at >= 0 && entry < length; at = all.indexOf(text, starts[entry])) {
      while ((starts[entry + 1] ?? 0) <= at) entry++
      if (at + text.length < (starts[entry + 1] ?? 0)) yield entry
      entry++
    }
  }
}
