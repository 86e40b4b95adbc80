// Filters and biases of a search. Terms of one filter are alternatives, all filters must match; biases change the
// order only (SOURCES 5).

import type { AddressRecord } from '../addresses/record.ts'
import { addressError } from '../errors.ts'
import { metresBetween } from '../geography/distance.ts'
import type { Box, Selection } from './store.ts'
import { addressKeys, fold, type KeyKind, keyWord } from './words.ts'

/** Parameters of a call by name; only strings are read. */
export type Parameters = Readonly<Record<string, unknown>>

const mostFilters = 8
const mostBiases = 5
const widestBiasM = 50_000

const filterKinds: Readonly<Record<string, KeyKind>> = {
  ...{ postcode_outward: 'postcode_outward', postcode: 'postcode', postcode_area: 'postcode_area' },
  ...{ postcode_sector: 'postcode_sector', post_town: 'post_town', uprn: 'uprn', country: 'country' },
  ...{ postcode_type: 'postcode_type', su_organisation_indicator: 'su_organisation_indicator', dataset: 'dataset' },
}
const biasKinds: Readonly<Record<string, KeyKind>> = {
  ...{ bias_postcode_outward: 'postcode_outward', bias_postcode: 'postcode', bias_postcode_area: 'postcode_area' },
  ...{ bias_postcode_sector: 'postcode_sector', bias_post_town: 'post_town', bias_country: 'country' },
}

/** The comma-separated terms of a parameter. */
export function termsOf(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return value
    .split(',')
    .map((term) => term.trim())
    .filter(Boolean)
}

/** What the filters of a call select. Throws 40014 for too many. */
export function readFilters(parameters: Parameters): Selection {
  const terms = Object.entries(filterKinds).map(([name, kind]) =>
    termsOf(parameters[name]).map((term) => keyWord(kind, term)),
  )
  const groups = terms.filter((group) => group.length > 0)
  if (groups.flat().length > mostFilters) throw addressError(40014)
  return { groups, box: readBox(parameters.box) }
}

/** A box whose corners are in order; any other is ignored. */
function readBox(value: unknown): Box | undefined {
  const [west, north, east, south, ...more] = termsOf(value).map(Number)
  if (west === undefined || north === undefined || east === undefined || south === undefined) return undefined
  return more.length === 0 && west < east && north > south ? { west, north, east, south } : undefined
}

/** How many biases an address meets. */
export type Bias = (record: AddressRecord) => number

/** Throws 40013 for too many biases and 40016 for a circle that is none. */
export function readBiases(parameters: Parameters): Bias {
  const keys = Object.entries(biasKinds).flatMap(([name, kind]) =>
    termsOf(parameters[name]).map((term) => keyWord(kind, term)),
  )
  const streets = termsOf(parameters.bias_thoroughfare).map(fold)
  const circle = readCircle(parameters.bias_lonlat)
  if (keys.length + streets.length + (circle ? 1 : 0) > mostBiases) throw addressError(40013)
  if (keys.length === 0 && streets.length === 0 && !circle) return () => 0
  return (record) => {
    const own = addressKeys(record)
    const { latitude, longitude, thoroughfare = '' } = record
    const isNear =
      circle !== undefined &&
      latitude !== undefined &&
      longitude !== undefined &&
      metresBetween(circle, { latitude, longitude }) <= circle.radiusM
    const met = keys.filter((key) => own.includes(key)).length
    return met + (streets.includes(fold(thoroughfare)) ? 1 : 0) + (isNear ? 1 : 0)
  }
}

export interface Circle {
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/** `longitude,latitude,radius in metres`. */
export function readCircle(value: unknown): Circle | undefined {
  const terms = termsOf(value)
  if (terms.length === 0) return undefined
  const [longitude = Number.NaN, latitude = Number.NaN, radiusM = Number.NaN, ...more] = terms.map(Number)
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  if (more.length > 0 || !isOnEarth || !(radiusM > 0 && radiusM <= widestBiasM)) throw addressError(40016)
  return { latitude, longitude, radiusM }
}
