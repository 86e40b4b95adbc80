// The conferences: the higher division with 134 schools, the lower one with 32.
import type { Conference } from '../provider/league/records.ts'

export interface SampleConference extends Conference {
  readonly classification: 'fbs' | 'fcs'
  readonly divisions: readonly string[]
  readonly schools: number
  /** Points by which its schools are better than the average of the higher division. */
  readonly strength: number
}

const rows: readonly (readonly [string, string, 'fbs' | 'fcs', number, number])[] = [
  ['Great Basin', 'GBC', 'fbs', 14, 7],
  ['Tidewater', 'TWC', 'fbs', 14, 8],
  ['Lakes and Plains', 'LPC', 'fbs', 14, 6],
  ['Cascade', 'CSC', 'fbs', 14, 4],
  ['Old Dominions', 'ODC', 'fbs', 14, 4],
  ['Gulfshore', 'GSC', 'fbs', 14, -4],
  ['Heartland', 'HLC', 'fbs', 14, -5],
  ['High Desert', 'HDC', 'fbs', 12, -4],
  ['Piedmont', 'PMC', 'fbs', 12, -8],
  ['Northern Border', 'NBC', 'fbs', 12, -9],
  ['Colonial Rivers', 'CRC', 'fcs', 8, -19],
  ['Frontier', 'FRC', 'fcs', 8, -17],
  ['Cotton Road', 'CTR', 'fcs', 8, -22],
  ['Upland', 'UPC', 'fcs', 8, -23],
]

export const conferences: readonly SampleConference[] = rows.map(
  ([shortName, abbreviation, classification, schools, strength], index) => ({
    id: 91 + index,
    name: `${shortName} Conference`,
    shortName,
    abbreviation,
    classification,
    divisions: schools >= 12 && index % 3 !== 2 ? ['East', 'West'] : [],
    schools,
    strength,
  }),
)
