// A place as stored.
import { fold } from './fold.ts'

export interface PlaceRecord {
  /** GeoNames id. */
  readonly id: number
  readonly name: string
  /** Areas that contain it, smallest first. */
  readonly areas: readonly string[]
  readonly country_iso: string
  readonly population: number
  /** Order of places whose population is unknown. */
  readonly rank?: number
  readonly longitude: number
  readonly latitude: number
  /** Members of the gazetteer's own record. */
  readonly native: Readonly<Record<string, unknown>>
}

/** Parses a stored row. */
export function parsePlace(json: string): PlaceRecord {
  return JSON.parse(json) as PlaceRecord // written by `placeRow`
}

export function placeRow(place: PlaceRecord) {
  const { rank, ...stored } = place
  const { id, country_iso, population } = stored
  const name = (fold(place.name).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  return { id, name, country_iso, population: population || (rank ?? 0), record: JSON.stringify(stored) }
}

/** Ids of the sample's places except its town, which stays; `until` is exclusive. */
export const samplePlaceIds = { from: 900_000_001, until: 900_100_000 }

/** Returns the number in `geonames_1`; a leading dollar sign is an artefact of the specification (SOURCES 3.1). */
export function placeId(text: string): number | undefined {
  const [, digits] = /^\$?geonames_([1-9]\d{0,14})$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}
