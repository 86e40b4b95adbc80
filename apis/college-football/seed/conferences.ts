// The conferences: two of the higher division with twelve schools each, and one of the lower division with eight.
import type { Conference } from '../model/records.ts'

export interface SampleConference extends Conference {
  readonly classification: 'fbs' | 'fcs'
  readonly divisions: readonly string[]
  readonly schools: number
  /** Points above the average of the higher division. */
  readonly strength: number
}

const fbs = { classification: 'fbs', schools: 12 } as const
const divisions = ['East', 'West']

export const conferences: readonly SampleConference[] = [
  { ...named(91, 'Great Basin', 'GBC'), ...fbs, divisions, strength: 1 },
  { ...named(92, 'Tidewater', 'TWC'), ...fbs, divisions: [], strength: -1 },
  { ...named(93, 'Colonial Rivers', 'CRC'), classification: 'fcs', schools: 8, divisions: [], strength: -24 },
]

function named(id: number, shortName: string, abbreviation: string) {
  return { id, name: `${shortName} Conference`, shortName, abbreviation }
}
