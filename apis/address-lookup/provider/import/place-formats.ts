// Reads gazetteers: populated places of GeoNames (SOURCES 9.10) and of OS Open Names (SOURCES 9.11).

import { createHash } from 'node:crypto'
import { present } from '#define/present'
import { cleanString } from '#provider/import'
import { positionOfGrid } from '../../model/geography/national-grid.ts'
import type { PlaceRecord } from '../../model/place-record.ts'
import { isoThreeOf } from '../places/countries.ts'
import { gridReference, isNumber, positionIn } from './positions.ts'

/** Reads a row; `others` means that it is not a populated place. */
export type PlaceReader = (cells: readonly string[]) => PlaceRecord | 'others' | undefined
interface PlaceFormat {
  readonly isHeader: boolean
  readonly reader: PlaceReader
}
/** Name of an administrative area by its code, such as `GB.ENG`. */
export type AreaNames = ReadonlyMap<string, string>

const longestName = 200
const mostNames = 50
/** First private id, above those of GeoNames; the rest is a hash of the source's own id. */
const privateIds = 10 ** 12

/** Recognises a file by its first row. */
export function placeFormatOf(cells: readonly string[], areas: AreaNames): PlaceFormat | undefined {
  if (
    cells.length === 19 &&
    /^\d+$/.test(present(cells[0])) &&
    isNumber(cells[4]) &&
    /^[A-Z]?$/.test(present(cells[6]))
  )
    return { isHeader: false, reader: (row) => readGeoNames(row, areas) }
  const isOpenNames = cells.length === 34 && /^https?:/.test(present(cells[1])) && isNumber(cells[8])
  if (isOpenNames) return { isHeader: false, reader: readOpenNames }
  const isHeading = cells[0]?.trim() === 'ID' && cells[2]?.trim() === 'NAME1' && cells.length === 34
  return isHeading ? { isHeader: true, reader: readOpenNames } : undefined
}

/** Returns the code and name in a row of `admin1CodesASCII.txt` or `admin2Codes.txt`. */
export function areaIn(cells: readonly string[]): { readonly code: string; readonly name: string } | undefined {
  const [code = '', name = '', , id = ''] = cells
  const isArea = cells.length === 4 && /^[A-Z]{2}(\.[\w-]{1,20}){1,2}$/.test(code) && /^\d+$/.test(id.trim())
  const clean = cleanString(name, longestName)
  return isArea && clean ? { code, name: clean } : undefined
}

function readGeoNames(cells: readonly string[], areas: AreaNames): ReturnType<PlaceReader> {
  const cell = (at: number) => cleanString(cells[at], 10_000) ?? ''
  const [id, name, two] = [Number(cell(0)), cell(1).slice(0, longestName), cell(8)]
  if (cell(6) !== 'P') return 'others'
  const [country_iso, position] = [isoThreeOf(two), positionIn(cell(4), cell(5))]
  if (!Number.isSafeInteger(id) || id <= 0 || id >= privateIds || name === '') return undefined
  if (country_iso === null || !position) return undefined
  const first = areas.get(`${two}.${cell(10)}`)
  const second = areas.get(`${two}.${cell(10)}.${cell(11)}`)
  const population = /^\d{1,12}$/.test(cell(14)) ? Number(cell(14)) : 0
  return {
    id,
    name,
    country_iso,
    population,
    ...position,
    areas: [second, first].filter((area) => area !== undefined && area !== name) as string[],
    native: {
      geonameid: id,
      name,
      asciiname: cell(2),
      alternatenames: listIn(cell(3)),
      feature_class: 'P',
      feature_code: cell(7),
      country_code: two,
      cc2: listIn(cell(9)),
      admin1_name: first ?? '',
      admin2_name: second ?? '',
      admin1_code: cell(10),
      admin2_code: cell(11),
      admin3_code: cell(12),
      admin4_code: cell(13),
      elevation: integerIn(cell(15)),
      dem: integerIn(cell(16)),
      timezone: cell(17),
      modification_date: cell(18),
    },
  }
}

const integerIn = (text: string) => (/^-?\d{1,6}$/.test(text) ? Number(text) : null)
const listIn = (text: string) => text.split(',').filter(Boolean).slice(0, mostNames)

/** Ranks by kind, because Open Names lacks populations; larger kinds come first, unlisted kinds last. */
const ranks: ReadonlyMap<string, number> = new Map([
  ['City', 100_000],
  ['Town', 10_000],
  ['Village', 1000],
  ['Suburban Area', 500],
])

function readOpenNames(cells: readonly string[]): ReturnType<PlaceReader> {
  const cell = (at: number) => cleanString(cells[at], longestName) ?? ''
  const [source, name, kind] = [cell(0), cell(2), cell(7)]
  if (cell(6) !== 'populatedPlace') return 'others'
  const onGrid = gridReference(cell(8), cell(9))
  if (name === '' || source === '' || !onGrid) return undefined
  const own = new Set(['', name])
  const areas = [cell(21), cell(24), cell(29)].filter((area) => !own.has(area) && own.add(area))
  return {
    id: privateIds + createHash('sha256').update(source).digest().readUIntBE(0, 5),
    name,
    areas,
    country_iso: 'GBR',
    population: 0,
    rank: ranks.get(kind) ?? 0,
    ...positionOfGrid(onGrid.eastings, onGrid.northings),
    native: {
      os_id: source,
      alternatenames: [cell(4)].filter(Boolean),
      local_type: kind,
      postcode_district: cell(16),
      ...onGrid,
    },
  }
}
