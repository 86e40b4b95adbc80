// Filters and biases of a search. Terms of one filter are alternatives, all filters must match; biases change the
// order only (SOURCES 5).

import type { AddressRecord } from '../../model/address-record.ts'
import { fold } from '../../model/fold.ts'
import { boxAround, metresBetween } from '../../model/geography/distance.ts'
import { addressError } from '../errors.ts'
import type { Box, Selection } from './store.ts'
import { addressKeys, type KeyKind, keyWord, wordsOf } from './words.ts'

/** Parameters of a call by name; only strings count. */
type Parameters = Readonly<Record<string, unknown>>

const mostFilters = 8
const mostBiases = 5
const widestBiasM = 50_000

const filterKinds: Readonly<Record<string, KeyKind>> = {
  postcode_outward: 'postcode_outward',
  postcode: 'postcode',
  postcode_area: 'postcode_area',
  postcode_sector: 'postcode_sector',
  post_town: 'post_town',
  uprn: 'uprn',
  country: 'country',
  postcode_type: 'postcode_type',
  su_organisation_indicator: 'su_organisation_indicator',
  dataset: 'dataset',
}
const biasKinds: Readonly<Record<string, KeyKind>> = {
  bias_postcode_outward: 'postcode_outward',
  bias_postcode: 'postcode',
  bias_postcode_area: 'postcode_area',
  bias_postcode_sector: 'postcode_sector',
  bias_post_town: 'post_town',
  bias_country: 'country',
}

/** Splits the comma-separated terms of a parameter. */
export function termsOf(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return value
    .split(',')
    .map((term) => term.trim())
    .filter(Boolean)
}

/** Reads the selection of the filters. Throws 40014 for too many. */
export function readFilters(parameters: Parameters): Selection {
  const terms = Object.entries(filterKinds).map(([name, kind]) =>
    termsOf(parameters[name]).map((term) => keyWord(kind, term)),
  )
  const groups = terms.filter((group) => group.length > 0)
  if (groups.flat().length > mostFilters) throw addressError(40014)
  return { groups, box: readBox(parameters.box) }
}

/** Reads the box between two corners. Throws 40016 unless both are valid positions. */
function readBox(value: unknown): Box | undefined {
  const terms = termsOf(value)
  if (terms.length === 0) return undefined
  const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN, ...more] = terms.map(Number)
  const box = { west: Math.min(x1, x2), north: Math.max(y1, y2), east: Math.max(x1, x2), south: Math.min(y1, y2) }
  const isOnEarth = box.west >= -180 && box.east <= 180 && box.south >= -90 && box.north <= 90
  if (more.length > 0 || !isOnEarth) throw addressError(40016)
  return box
}

export interface Bias {
  /** Returns the number of biases that an address meets. */
  met(record: AddressRecord): number
  /** A selection for each bias: the addresses that meet it. */
  readonly selections: readonly Selection[]
}

/** Reads the biases. Throws 40013 for too many, and 40016 for an invalid circle. */
export function readBiases(parameters: Parameters): Bias {
  const keys = Object.entries(biasKinds).flatMap(([name, kind]) =>
    termsOf(parameters[name]).map((term) => keyWord(kind, term)),
  )
  const streets = termsOf(parameters.bias_thoroughfare).map(fold)
  const circle = readCircle(parameters.bias_lonlat)
  if (keys.length + streets.length + (circle ? 1 : 0) > mostBiases) throw addressError(40013)
  const met = (record: AddressRecord) => {
    const own = addressKeys(record)
    const { latitude, longitude, thoroughfare = '' } = record
    const isNear =
      circle !== undefined &&
      latitude !== undefined &&
      longitude !== undefined &&
      metresBetween(circle, { latitude, longitude }) <= circle.radiusM
    const shared = keys.filter((key) => own.includes(key)).length
    return shared + (streets.includes(fold(thoroughfare)) ? 1 : 0) + (isNear ? 1 : 0)
  }
  const selections: Selection[] = [
    ...keys.map((key) => ({ groups: [[key]] })),
    ...streets.map((street) => ({ groups: wordsOf(street).map((word) => [word]) })),
    ...(circle ? [{ groups: [], box: boxAround(circle, circle.radiusM) }] : []),
  ]
  return { met, selections }
}

export interface Circle {
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/** Parses `longitude,latitude,radius in metres`. */
export function readCircle(value: unknown): Circle | undefined {
  const terms = termsOf(value)
  if (terms.length === 0) return undefined
  const [longitude = Number.NaN, latitude = Number.NaN, radiusM = Number.NaN, ...more] = terms.map(Number)
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
  if (more.length > 0 || !isOnEarth || !(radiusM > 0 && radiusM <= widestBiasM)) throw addressError(40016)
  return { latitude, longitude, radiusM }
}
