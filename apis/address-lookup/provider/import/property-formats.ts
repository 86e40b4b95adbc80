// The supported files of property positions, by unique reference number: OS Open UPRN and the ONS UPRN Directory
// (SOURCES 9.9).
import type { AddressRecord } from '../../model/address-record.ts'
import { positionOfGrid } from '../../model/geography/national-grid.ts'
import { gridReference, positionIn } from './positions.ts'

export interface LocatedProperty {
  readonly uprn: string
  /** Members for the addresses of the property. */
  readonly facts: Required<Pick<AddressRecord, 'latitude' | 'longitude'>> & Partial<AddressRecord>
}
export type PropertyReader = (cells: readonly string[]) => LocatedProperty | 'unlocated' | undefined
interface PropertyFormat {
  readonly isHeader: true
  readonly reader: PropertyReader
}

const countries: Readonly<Record<string, string>> = { E: 'England', S: 'Scotland', W: 'Wales' }

/** Recognises a file by its headings. */
export function propertyFormatOf(cells: readonly string[]): PropertyFormat | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const columns = names.includes('gridgb1e')
    ? { east: 'gridgb1e', north: 'gridgb1n' }
    : { east: 'x_coordinate', north: 'y_coordinate' }
  if (!['uprn', columns.east, columns.north].every((name) => names.includes(name))) return undefined
  const at = {
    uprn: names.indexOf('uprn'),
    east: names.indexOf(columns.east),
    north: names.indexOf(columns.north),
    latitude: names.indexOf('latitude'),
    longitude: names.indexOf('longitude'),
    // headings of codes carry their year
    country: names.findIndex((name) => /^ctry(\d\dcd)?$/.test(name)),
  }
  return {
    isHeader: true,
    reader(cells) {
      const uprn = cellOf(cells, at.uprn).trim().replace(/^0+/, '')
      if (!/^\d{1,12}$/.test(uprn)) return undefined
      const onGrid = gridReference(cells[at.east], cells[at.north])
      if (!onGrid) return 'unlocated'
      const position =
        positionIn(cells[at.latitude], cells[at.longitude]) ?? positionOfGrid(onGrid.eastings, onGrid.northings)
      const country = countries[cellOf(cells, at.country).trim().charAt(0)]
      return { uprn, facts: { ...onGrid, ...position, ...(country !== undefined && { country }) } }
    },
  }
}

/** Returns a cell; empty if the row is short or the column absent. */
function cellOf(cells: readonly string[], column: number): string {
  const { [column]: cell = '' } = cells
  return cell
}
