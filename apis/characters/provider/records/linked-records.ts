// The linked records: every link leads to an existing record, residents are derived from the locations of characters,
// and characters and episodes refer to each other. Links are ids, because the address depends on the call.
import { byKey, compare } from '#provider'
import type { CharacterRecord, EpisodeRecord, LocationRecord, Place, Records } from './record.ts'

export interface Location extends LocationRecord {
  /** Ids of the resident characters, ascending. */
  readonly residents: readonly number[]
}

/** The records of one kind, ascending by id. */
export interface Collection<T> {
  readonly all: readonly T[]
  byId(id: number): T | undefined
}
export interface LinkedRecords {
  readonly characters: Collection<CharacterRecord>
  readonly locations: Collection<Location>
  readonly episodes: Collection<EpisodeRecord>
  /** True for the provider's sample. */
  readonly isSample: boolean
}

export function linkRecords(records: Records, isSample: boolean): LinkedRecords {
  const locations = locationsOf(records)
  const appearances = appearancesIn(records)
  const residents = new Map(records.locations.map(({ id }) => [id, [] as number[]]))
  const characters = records.characters.map((character) => {
    const location = locations.placeOf(character.location)
    if (location.id !== undefined) residents.get(location.id)?.push(character.id)
    const episodes = [...(appearances.byCharacter.get(character.id) ?? [])].sort(compare)
    return { ...character, origin: locations.placeOf(character.origin), location, episodes }
  })
  return {
    characters: collect(characters),
    locations: collect(
      records.locations.map((one) => ({ ...one, residents: (residents.get(one.id) ?? []).sort(compare) })),
    ),
    episodes: collect(
      records.episodes.map((one) => ({
        ...one,
        characters: [...(appearances.byEpisode.get(one.id) ?? [])].sort(compare),
      })),
    ),
    isSample,
  }
}

interface Appearances {
  readonly byCharacter: ReadonlyMap<number, ReadonlySet<number>>
  readonly byEpisode: ReadonlyMap<number, ReadonlySet<number>>
}

/** Returns the appearances stated by either record, if both exist. */
function appearancesIn({ characters, episodes }: Records): Appearances {
  const byCharacter = new Map(characters.map(({ id }) => [id, new Set<number>()]))
  const byEpisode = new Map(episodes.map(({ id }) => [id, new Set<number>()]))
  const add = (character: number, episode: number): void => {
    const [inEpisode, ofCharacter] = [byEpisode.get(episode), byCharacter.get(character)]
    if (!inEpisode || !ofCharacter) return
    inEpisode.add(character)
    ofCharacter.add(episode)
  }
  for (const character of characters) for (const episode of character.episodes) add(character.id, episode)
  for (const episode of episodes) for (const character of episode.characters) add(character, episode.id)
  return { byCharacter, byEpisode }
}

/** Returns locations under their current names; a location without a record has a name and no link. */
function locationsOf({ locations }: Records): { placeOf(place: Place): Place } {
  const byId = new Map(locations.map((one) => [one.id, one]))
  const byRef = new Map(locations.map((one) => [one.ref, one]))
  return {
    placeOf({ name, id, ref }) {
      const known = (id !== undefined && byId.get(id)) || (ref !== undefined && byRef.get(ref))
      return known ? { name: known.name, id: known.id } : { name, id: undefined }
    },
  }
}

function collect<T extends { readonly id: number }>(records: readonly T[]): Collection<T> {
  const all = records.toSorted(byKey(({ id }) => id))
  const byId = new Map(all.map((record) => [record.id, record]))
  return { all, byId: (id) => byId.get(id) }
}
