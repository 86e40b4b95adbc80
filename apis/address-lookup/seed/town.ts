// Sampleton: a fictitious town of 20,000 delivery points. It is the same on every run and follows the rules of the
// Postcode Address File (SOURCES 2.6). Its grid references are in the North Sea, where nobody lives.
import { present } from '#define/present'
import type { AddressRecord } from '../model/address-record.ts'
import { positionOfGrid } from '../model/geography/national-grid.ts'
import { blockNames, firmName, houseNames, streetStems, streetTypes, villages } from './names.ts'

const premises = 20_000
/** First UDPRN of the sample, above all numbers that Royal Mail has issued. */
const firstNumber = 900_000_001
const perPostcode = 14
const centre = { eastings: 690_000, northings: 320_000 }
/** Letters of the inward code, which excludes C, I, K, M, O and V. */
const unitLetters = 'ABDEFGHJLNPQRSTUWXYZ'
/** A free postcode of the provider, whose addresses are listed separately. */
const reserved = 'ID1 1QD'

export const townMembers = {
  country: 'England',
  country_iso: 'GBR',
  language: 'en',
  post_town: 'Sampleton',
  postal_county: 'Exampleshire',
  traditional_county: 'Exampleshire',
  district: 'Sampleton',
} as const

type Premise = Partial<AddressRecord>
interface Street {
  readonly number: number
  readonly outward: number
  readonly name: string
  readonly members: Premise
}

/** Yields the delivery points, street by street. */
export function* town(): Generator<AddressRecord> {
  const draw = createDraws(20_261)
  const postcodes = createPostcodes()
  let made = 0
  for (let number = 0; made < premises; number++) {
    const street = streetOf(number)
    let inPostcode = perPostcode
    let postcode = ''
    for (const premise of premisesOf(street, draw)) {
      if (made === premises) return
      const isLarge = premise.postcode_type === 'L'
      if (inPostcode >= perPostcode || isLarge) {
        postcode = postcodes(street.outward)
        inPostcode = isLarge ? perPostcode : 0
      }
      inPostcode += 1
      made += 1
      yield recordOf(premise, { street, made, postcode, inPostcode })
    }
  }
}

interface Place {
  readonly street: Street
  readonly made: number
  readonly postcode: string
  readonly inPostcode: number
}

function recordOf(premise: Premise, { street, made, postcode, inPostcode }: Place): AddressRecord {
  const udprn = firstNumber + made
  const eastings = centre.eastings + (street.outward % 3) * 3000 + (street.number % 27) * 80 + (made % 9)
  const northings = centre.northings + Math.floor(street.outward / 3) * 3000 + (made % 280) * 9
  return {
    id: `paf_${udprn}`,
    ...townMembers,
    ...street.members,
    postcode,
    udprn,
    uprn: String(990_000_000_000 + made),
    postcode_type: 'S',
    delivery_point_suffix: `${1 + Math.floor((inPostcode % 180) / 20)}${unitLetters[inPostcode % 20]}`,
    ward: `${villages[street.outward] || 'Sampleton'} Ward`,
    eastings,
    northings,
    ...positionOfGrid(eastings, northings),
    ...premise,
  }
}

function streetOf(number: number): Street {
  const stem = present(streetStems[number % streetStems.length])
  const round = Math.floor(number / streetStems.length)
  const type = present(streetTypes[((number % streetStems.length) + round) % streetTypes.length])
  const outward = number % villages.length
  const village = villages[outward]
  const name = `${stem} ${type}`
  return { number, outward, name, members: { thoroughfare: name, ...(village && { dependant_locality: village }) } }
}

/** Yields houses along a street, some of them named, flats, firms and a mews; and the boxes of the post office. */
function* premisesOf(street: Street, draw: Draw): Generator<Premise> {
  const houses = 12 + draw(34)
  for (let at = 1; at <= houses; at++) {
    const number = String(at * 2 - (street.number % 2))
    const kind = draw(100)
    if (kind < 76) yield { building_number: number }
    else if (kind < 80) yield { building_name: `${number}A` }
    else if (kind < 86) yield { building_name: present(houseNames[(street.number + at) % houseNames.length]) }
    else if (kind < 92) yield* flatsIn(number, draw)
    else if (kind < 97)
      yield { building_number: number, organisation_name: firmName(draw(552)), su_organisation_indicator: 'Y' }
    else if (kind < 98) yield { building_number: number, organisation_name: firmName(draw(552)), postcode_type: 'L' }
    else yield { building_number: String(at), dependant_thoroughfare: `${street.name.split(' ')[0]} Mews` }
  }
  if (street.outward === 0) yield { po_box: String(100 + street.number), postcode_type: 'L', thoroughfare: '' }
}

function* flatsIn(number: string, draw: Draw): Generator<Premise> {
  const flats = 2 + draw(6)
  const block = draw(2) === 0 ? `${blockNames[draw(blockNames.length)]} House` : undefined
  for (let flat = 1; flat <= flats; flat++)
    yield {
      sub_building_name: `Flat ${flat}`,
      building_number: number,
      ...(block !== undefined && { building_name: block }),
    }
}

type Draw = (below: number) => number

/**
 * Creates draws that are the same on every machine: a linear congruential generator, whose upper bits are good enough.
 */
function createDraws(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Creates the issuer of postcodes for each outward code, `ID1` to `ID9`. */
function createPostcodes(): (outward: number) => string {
  const given = new Map<number, number>()
  return (outward) => {
    const count = given.get(outward) ?? 0
    given.set(outward, count + 1)
    const sector = 1 + (Math.floor(count / 60) % 9)
    const unit = (count * 37) % 400
    const postcode = `ID${outward + 1} ${sector}${unitLetters[Math.floor(unit / 20)]}${unitLetters[unit % 20]}`
    return postcode === reserved ? `ID1 9${unitLetters[19]}${unitLetters[19]}` : postcode
  }
}
