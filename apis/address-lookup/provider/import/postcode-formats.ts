// The supported files of postcode positions: Code-Point Open (SOURCES 9.3), the ONS Postcode Directory (SOURCES 9.4)
// and the postal codes of GeoNames (SOURCES 9.5).
import { present } from '#define/present'
import type { AddressRecord } from '../../model/address-record.ts'
import { positionOfGrid } from '../../model/geography/national-grid.ts'
import { isoThreeOf } from '../places/countries.ts'
import { compactPostcode, isPostcode } from '../postcodes/postcode.ts'
import { gridReference, isNumber, positionIn } from './positions.ts'

export interface LocatedPostcode {
  /** Postcode in upper case, without the space. */
  readonly postcode: string
  readonly country_iso: string
  readonly position: Required<Pick<AddressRecord, 'latitude' | 'longitude'>> &
    Pick<AddressRecord, 'eastings' | 'northings'>
  /** Defaults for addresses that lack these members. */
  readonly facts: Pick<AddressRecord, 'country' | 'postcode_type'>
}
/** Reads a row; `terminated` means that the postcode is no longer used, `unlocated` that it lacks coordinates. */
export type PostcodeReader = (cells: readonly string[]) => LocatedPostcode | 'terminated' | 'unlocated' | undefined
interface PostcodeFormat {
  readonly isHeader: boolean
  readonly reader: PostcodeReader
}

const countries: Readonly<Record<string, string>> = {
  E92000001: 'England',
  N92000002: 'Northern Ireland',
  S92000003: 'Scotland',
  W92000004: 'Wales',
}
const userTypes: Readonly<Record<string, string>> = { 0: 'S', 1: 'L' }

/** Recognises a file by its first row. */
export function postcodeFormatOf(cells: readonly string[]): PostcodeFormat | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  if (['pcds', 'lat', 'long'].every((name) => names.includes(name)))
    return { isHeader: true, reader: directoryReader(names) }
  if (names[0] === 'postcode' && names[2] === 'eastings' && names[3] === 'northings')
    return { isHeader: true, reader: readCodePoint }
  const [postcode = '', quality = '', eastings = '', northings = ''] = cells
  const isCodePoint = isPostcode(postcode) && /^[1-9]0$/.test(quality.trim()) && cells.length === 10
  if (isCodePoint && isNumber(eastings) && isNumber(northings)) return { isHeader: false, reader: readCodePoint }
  if (cells.length === 12 && isoThreeOf(present(cells[0])) !== null && isNumber(cells[9]) && isNumber(cells[10]))
    return { isHeader: false, reader: readGeoNames }
  return undefined
}

function readCodePoint(cells: readonly string[]): ReturnType<PostcodeReader> {
  const [postcode = '', , eastings, northings, country = ''] = cells
  if (!isPostcode(postcode) || !isNumber(eastings) || !isNumber(northings)) return undefined
  const onGrid = gridReference(eastings, northings)
  // unknown positions are written as 0, 0
  if (!onGrid) return 'unlocated'
  return {
    postcode: compactPostcode(postcode),
    country_iso: 'GBR',
    position: { ...onGrid, ...positionOfGrid(onGrid.eastings, onGrid.northings) },
    facts: countryFact(country),
  }
}

/** Creates the reader. Headings in some editions carry the year of their codes, such as `ctry25cd`. */
function directoryReader(names: readonly string[]): PostcodeReader {
  const columnOf = (form: RegExp) => names.findIndex((name) => form.test(name))
  const at = {
    postcode: names.indexOf('pcds'),
    latitude: names.indexOf('lat'),
    longitude: names.indexOf('long'),
    terminated: names.indexOf('doterm'),
    country: columnOf(/^ctry(\d\dcd)?$/),
    userType: columnOf(/^(usertype|usrtypind)$/),
    eastings: columnOf(/^(os)?east1m$/),
    northings: columnOf(/^(os)?nrth1m$|^north1m$/),
  }
  return (cells) => {
    const cell = (name: keyof typeof at) => cells[at[name]]?.trim() ?? ''
    const postcode = compactPostcode(cell('postcode'))
    if (!isPostcode(postcode)) return undefined
    if (cell('terminated') !== '') return 'terminated'
    const position = positionIn(cell('latitude'), cell('longitude'))
    if (!position) return 'unlocated'
    // postcodes of Northern Ireland are on the Irish grid
    const onGrid = postcode.startsWith('BT') ? undefined : gridReference(cell('eastings'), cell('northings'))
    const type = userTypes[cell('userType')]
    return {
      postcode,
      country_iso: 'GBR',
      position: { ...position, ...onGrid },
      facts: { ...countryFact(cell('country')), ...(type !== undefined && { postcode_type: type }) },
    }
  }
}

function readGeoNames(cells: readonly string[]): ReturnType<PostcodeReader> {
  const [two = '', code = ''] = cells
  const [country_iso, postcode] = [isoThreeOf(two), compactPostcode(code)]
  if (country_iso === null || postcode === '') return undefined
  const position = positionIn(cells[9], cells[10])
  return position ? { postcode, country_iso, position, facts: {} } : 'unlocated'
}

function countryFact(code: string): Pick<AddressRecord, 'country'> {
  const country = countries[code.trim()]
  return country === undefined ? {} : { country }
}
