// A place as it is stored.
import { fold } from '../search/words.ts'

export interface PlaceRecord {
  /** Id of GeoNames. */
  readonly id: number
  readonly name: string
  /** The areas that it is in, smallest first. */
  readonly areas: readonly string[]
  readonly country_iso: string
  readonly population: number
  /** Orders places whose population is not known. */
  readonly rank?: number
  readonly longitude: number
  readonly latitude: number
  /** Members of the gazetteer's record. */
  readonly native: Readonly<Record<string, unknown>>
}

/** Of a stored row. */
export function parsePlace(json: string): PlaceRecord {
  return JSON.parse(json) as PlaceRecord // written by `placeRow`
}

export function placeRow(place: PlaceRecord) {
  const { rank, ...stored } = place
  const { id, country_iso, population } = stored
  const name = (fold(place.name).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  return { id, name, country_iso, population: population || (rank ?? 0), record: JSON.stringify(stored) }
}

/** Ids of the sample, all but that of its town, which stays; `until` exclusive. */
export const samplePlaceIds = { from: 900_000_001, until: 900_100_000 }

/** The number in `geonames_1`; a leading dollar sign is an artefact of the specification (SOURCES 3.1). */
export function placeId(text: string): number | undefined {
  const [, digits] = /^\$?geonames_([1-9]\d{0,14})$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}
