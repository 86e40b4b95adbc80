// Addresses of whole countries with named columns: AddressBase Core of Great Britain (SOURCES 9.7) and the core of the
// Australian G-NAF (SOURCES 9.8).
import { isPostcode, spacedPostcode } from '../postcodes/postcode.ts'
import type { AddressFormat, RowReader } from './formats.ts'
import { gridReference, positionIn } from './positions.ts'
import { definedMembers, textOf, titled } from './texts.ts'

const longestCell = 200

/** Recognises a file by its headings. */
export function nationalFormatOf(cells: readonly string[]): AddressFormat | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const has = (...some: readonly string[]) => some.every((name) => names.includes(name))
  const reader = (read: (row: Row) => ReturnType<RowReader>): AddressFormat => ({
    isHeader: true,
    reader: (row) => read(rowOf(names, row)),
  })
  if (has('uprn', 'single_line_address', 'post_town', 'street_name')) return reader(readAddressBase)
  if (has('address_detail_pid', 'street_name', 'locality_name')) return reader(readGnaf)
  return undefined
}

type Row = Readonly<Record<string, string | undefined>>

function rowOf(names: readonly string[], row: readonly string[]): Row {
  return Object.fromEntries(names.map((name, at) => [name, textOf(row[at], longestCell) || undefined]))
}

const countries: Readonly<Record<string, string>> = { E: 'England', S: 'Scotland', W: 'Wales', N: 'Northern Ireland' }

function readAddressBase(row: Row): ReturnType<RowReader> {
  const uprn = (row.uprn ?? '').replace(/^0+/, '')
  if (!/^\d{1,12}$/.test(uprn)) return undefined
  const id = `ab_${uprn}`
  // in updates: the address no longer exists
  if (row.change_code === 'D') return { removed: id }
  const { postcode = '', post_town = '', town_name, locality } = row
  const named = row.organisation ?? row.building_name ?? row.building_number ?? row.sub_building ?? row.po_box
  if (!isPostcode(postcode) || post_town === '' || named === undefined) return undefined
  const isOtherTown = town_name !== undefined && town_name.toUpperCase() !== post_town.toUpperCase()
  const localities = [isOtherTown ? town_name : undefined, locality].filter((name) => name !== undefined)
  const udprn = Number(row.udprn)
  return {
    id,
    uprn,
    country_iso: 'GBR',
    postcode: spacedPostcode(postcode),
    post_town: titled(post_town),
    ...(Number.isSafeInteger(udprn) && udprn > 0 && { udprn }),
    ...definedMembers({
      organisation_name: titled(row.organisation),
      po_box: row.po_box?.replace(/^PO BOX\s*/i, ''),
      sub_building_name: titled(row.sub_building),
      building_name: titled(row.building_name),
      building_number: row.building_number,
      thoroughfare: titled(row.street_name),
      dependant_locality: titled(localities[0]),
      double_dependant_locality: titled(localities[1]),
      delivery_point_suffix: row.delivery_point_suffix,
      country: countries[(row.gss_code ?? '').charAt(0)],
    }),
    ...positionIn(row.latitude, row.longitude),
    ...gridReference(row.easting, row.northing),
    native: definedMembers(row),
  }
}

function readGnaf(row: Row): ReturnType<RowReader> {
  const { address_detail_pid: pid, street_name, locality_name, number_first, number_last, lot_number } = row
  // an alias of an address that has its own row
  if (row.alias_principal === 'A') return 'removed'
  const number = number_first === undefined ? lot_number && `Lot ${lot_number}` : rangeOf(number_first, number_last)
  const position = positionIn(row.latitude, row.longitude)
  if (!pid || !/^\w{1,40}$/.test(pid) || locality_name === undefined) return undefined
  if (number === undefined && row.building_name === undefined) return undefined
  const level = joined(row.level_type, row.level_number)
  return {
    id: `gnaf_${pid}`,
    country: 'Australia',
    country_iso: 'AUS',
    language: 'en',
    ...definedMembers({
      sub_building_name: titled(joined(row.flat_type, row.flat_number) ?? level),
      building_name: titled(row.building_name ?? row.address_site_name),
      building_number: number,
      thoroughfare: titled(joined(street_name, row.street_type, row.street_suffix)),
      post_town: titled(locality_name),
      administrative_county: row.state,
      postcode: row.postcode,
    }),
    ...position,
    native: definedMembers(row),
  }
}

function rangeOf(first: string, last: string | undefined): string {
  return last === undefined || last === first ? first : `${first}-${last}`
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(' ') || undefined
}
