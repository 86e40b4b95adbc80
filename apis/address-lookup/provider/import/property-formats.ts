// The files that say where properties are, by their unique reference number: OS Open UPRN and the ONS UPRN Directory
// (SOURCES 9.9).
import type { AddressRecord } from '../addresses/record.ts'
import { positionOfGrid } from '../geography/national-grid.ts'
import { gridReference, positionIn } from './positions.ts'

export interface LocatedProperty {
  readonly uprn: string
  /** Members of its addresses. */
  readonly facts: Required<Pick<AddressRecord, 'latitude' | 'longitude'>> & Partial<AddressRecord>
}
export type PropertyReader = (cells: readonly string[]) => LocatedProperty | 'unlocated' | undefined
export interface PropertyFormat {
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
    ...{ uprn: names.indexOf('uprn'), east: names.indexOf(columns.east), north: names.indexOf(columns.north) },
    ...{ latitude: names.indexOf('latitude'), longitude: names.indexOf('longitude') },
    // the headings of codes carry their year
    country: names.findIndex((name) => /^ctry(\d\dcd)?$/.test(name)),
  }
  return {
    isHeader: true,
    reader(cells) {
      const uprn = (cells[at.uprn] ?? '').trim().replace(/^0+/, '')
      if (!/^\d{1,12}$/.test(uprn)) return undefined
      const onGrid = gridReference(cells[at.east], cells[at.north])
      if (!onGrid) return 'unlocated'
      const position =
        positionIn(cells[at.latitude], cells[at.longitude]) ?? positionOfGrid(onGrid.eastings, onGrid.northings)
      const country = countries[(cells[at.country] ?? '').trim().charAt(0)]
      return { uprn, facts: { ...onGrid, ...position, ...(country !== undefined && { country }) } }
    },
  }
}
