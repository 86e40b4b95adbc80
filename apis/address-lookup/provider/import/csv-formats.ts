// The supported CSV files: the Postcode Address File as a table (SOURCES 9.1), prices paid (SOURCES 9.2), and any table
// whose first row names its columns like the members of an address.

import { createHash } from 'node:crypto'
import { present } from '#define/present'
import { type AddressRecord, textMembers } from '../../model/address-record.ts'
import { isPostcode, spacedPostcode } from '../postcodes/postcode.ts'
import type { AddressFormat, RowReader } from './formats.ts'
import { nationalFormatOf } from './national-formats.ts'
import { positionIn } from './positions.ts'
import { definedMembers, textOf, titled } from './texts.ts'

type Cells = Readonly<Record<string, string | undefined>>

const longestCell = 200
const greatestNumber = 2_000_000_000

const pafColumns = [
  ...['postcode', 'post_town', 'dependant_locality', 'double_dependant_locality', 'thoroughfare'],
  ...['dependant_thoroughfare', 'building_number', 'building_name', 'sub_building_name', 'po_box'],
  ...['department_name', 'organisation_name', 'udprn', 'postcode_type', 'su_organisation_indicator'],
  'delivery_point_suffix',
]

/** Recognises a file by its first row. */
export function formatOf(cells: readonly string[]): AddressFormat | undefined {
  const national = nationalFormatOf(cells)
  if (national) return national
  const names = cells.map((cell) => cell.trim().toLowerCase())
  if (names.includes('postcode') && names.includes('post_town'))
    return { isHeader: true, reader: (row) => readNamed(named(names, row)) }
  const [first = ''] = cells
  if (/^\{[\dA-F-]{36}\}$/i.test(first) && cells.length >= 15) return { isHeader: false, reader: readPricePaid }
  if (cells.length >= pafColumns.length && isPostcode(first) && /^\d{1,10}$/.test(present(cells[12])))
    return { isHeader: false, reader: (row) => readNamed(named(pafColumns, row)) }
  return undefined
}

function named(names: readonly string[], row: readonly string[]): Cells {
  return Object.fromEntries(names.map((name, at) => [name, textOf(row[at], longestCell) || undefined]))
}

function readNamed(cells: Cells): AddressRecord | undefined {
  if (!isPostcode(cells.postcode ?? '') || cells.post_town === undefined) return undefined
  const [udprn, umprn] = [numberIn(cells.udprn), numberIn(cells.umprn)]
  const texts = textMembers.flatMap((name) => (cells[name] === undefined ? [] : [[name, cells[name]]]))
  const uprn = cells.uprn?.replace(/^0+/, '')
  const record = {
    country_iso: 'GBR',
    ...Object.fromEntries(texts),
    ...(uprn && { uprn }),
    postcode: spacedPostcode(cells.postcode ?? ''),
    post_town: titled(cells.post_town),
    ...(udprn !== undefined && { udprn }),
    ...(umprn !== undefined && { umprn }),
    ...positionIn(cells.latitude, cells.longitude),
  }
  if (umprn !== undefined) return { ...record, id: `mr_${umprn}` }
  return { ...record, id: udprn === undefined ? `other_${digestOf(Object.values(record))}` : `paf_${udprn}` }
}

/** Reads one transaction; several of one property become one address. */
function readPricePaid(row: readonly string[]): ReturnType<RowReader> {
  const [, , , postcode = '', , , , paon = '', saon = '', street = '', locality = '', town = '', district = ''] =
    row.map((cell) => textOf(cell, longestCell))
  // a withdrawn sale proves nothing about the address
  if (row[15]?.trim() === 'D') return 'removed'
  if (!isPostcode(postcode) || paon === '' || town === '') return undefined
  const [, name = '', number = ''] = /^(?:(.*?),? )?(\d+)$/.exec(paon) ?? [undefined, paon, '']
  const isRepeated = locality.toUpperCase() === town.toUpperCase()
  const members = {
    building_name: titled(name),
    building_number: number,
    sub_building_name: titled(saon),
    thoroughfare: titled(street),
    dependant_locality: isRepeated ? '' : titled(locality),
    post_town: titled(town),
    district: titled(district),
    administrative_county: titled(textOf(row[13], longestCell)),
  }
  const id = `ppd_${digestOf([postcode, paon, saon, street])}`
  return { id, country_iso: 'GBR', ...definedMembers(members), postcode: spacedPostcode(postcode) }
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) && number > 0 && number <= greatestNumber ? number : undefined
}

function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values).toLowerCase()).digest('hex').slice(0, 16)
}
