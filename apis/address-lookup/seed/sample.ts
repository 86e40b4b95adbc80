// The sample: the addresses behind the provider's test values, the town, and well-known places.
import type { AddressRecord } from '../model/address-record.ts'
import { positionOfGrid } from '../model/geography/national-grid.ts'
import { samplePlaces } from './places.ts'
import { town, townMembers } from './town.ts'

export { samplePlaces as places, town }

const grid = { eastings: 690_000, northings: 320_000 }
const sampleStreet = {
  ...townMembers,
  postcode: 'ID1 1QD',
  postcode_type: 'S',
  thoroughfare: 'Sample Street',
  ward: 'Sampleton Ward',
  ...grid,
  ...positionOfGrid(grid.eastings, grid.northings),
}
const house = (udprn: number, suffix: string, members: Partial<AddressRecord>): AddressRecord => ({
  id: `paf_${udprn}`,
  ...sampleStreet,
  uprn: String(990_000_000_000 - udprn),
  udprn,
  delivery_point_suffix: suffix,
  ...members,
})
const flat = (umprn: number, name: string): AddressRecord => ({
  ...house(9, '1B', { building_number: '9', sub_building_name: name }),
  id: `mr_${umprn}`,
  umprn,
})

/** Addresses kept when the sample is replaced: the provider's free postcode, and an address of the United States. */
export const fixtures: readonly AddressRecord[] = [
  house(8, '1A', { building_number: '8' }),
  house(9, '1B', { building_number: '9' }),
  house(10, '1D', { building_number: '10', organisation_name: 'Sample Stationers', su_organisation_indicator: 'Y' }),
  house(11, '1E', { building_name: 'Specimen House' }),
  flat(50, 'Flat 1'),
  flat(51, 'Flat 2'),
  {
    id: 'usps_8|sample',
    country: 'United States',
    country_iso: 'USA',
    language: 'en',
    post_town: 'Sampleton',
    postcode: '81000',
    building_number: '8',
    thoroughfare: 'Sample St',
    native: {
      last_line: 'Sampleton CO 81000',
      street_name: 'Sample',
      street_suffix_abbreviation: 'St',
      state: 'Colorado',
      state_abbreviation: 'CO',
    },
  },
]
