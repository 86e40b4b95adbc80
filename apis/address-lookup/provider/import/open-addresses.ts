// Reads features of OpenAddresses, one per line (SOURCES 9.6). Their country is in the name of the file only.

import { createHash } from 'node:crypto'
import { memberOf } from '#provider'
import { invalidImport, jsonObjects, parseJson } from '#provider/import'
import type { AddressRecord } from '../../model/address-record.ts'
import { isoThreeOf } from '../places/countries.ts'
import { textOf } from './texts.ts'

const longestFeature = 100_000
const longestText = 200
const members = ['number', 'street', 'unit', 'city', 'district', 'region', 'postcode'] as const

/** Yields the address of each feature; undefined for one without number, street or position. */
export async function* openAddresses(
  text: AsyncIterable<string>,
  fileName: string,
): AsyncGenerator<AddressRecord | undefined> {
  const country = countryOf(fileName)
  for await (const { json } of jsonObjects(text, longestFeature)) yield addressOf(parseJson(json), country)
}

interface Country {
  readonly country: string
  readonly country_iso: string
}

function countryOf(fileName: string): Country {
  const [, letters = ''] = /^([a-z]{2})[-_.]/i.exec(fileName) ?? []
  const two = letters.toUpperCase()
  const country_iso = isoThreeOf(two)
  if (country_iso === null)
    throw invalidImport(
      'addresses as GeoJSON do not say their country: begin the name of the file with its two letters, as in us-denver.geojson',
    )
  return { country_iso, country: new Intl.DisplayNames('en', { type: 'region' }).of(two) ?? two }
}

function addressOf(feature: unknown, country: Country): AddressRecord | undefined {
  const [properties, geometry] = [memberOf(feature, 'properties'), memberOf(feature, 'geometry')]
  const texts = members.flatMap((name) => {
    const text = textOf(memberOf(properties, name), longestText)
    return text === '' ? [] : [[name, text] as const]
  })
  const native: Partial<Record<(typeof members)[number], string>> = Object.fromEntries(texts)
  const position = positionOf(memberOf(geometry, 'coordinates'))
  if (native.number === undefined || native.street === undefined || !position) return undefined
  const hash = memberOf(properties, 'hash')
  const key =
    typeof hash === 'string' && /^[\da-f]{8,64}$/i.test(hash) ? hash : digestOf({ ...native, ...country, ...position })
  const wire = {
    building_number: native.number,
    sub_building_name: native.unit,
    thoroughfare: native.street,
    post_town: native.city,
    district: native.district,
    administrative_county: native.region,
    postcode: native.postcode,
  }
  const defined = Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined))
  return { id: `oa_${key}`, ...country, ...defined, ...position, native }
}

function positionOf(coordinates: unknown) {
  const [longitude, latitude]: unknown[] = Array.isArray(coordinates) ? coordinates : []
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

function digestOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
