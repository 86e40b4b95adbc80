// A made-up country in the layout of the Postcode Address File: towns, streets whose names recur in other towns,
// houses, flats and firms, some fourteen to a postcode. Deterministic for a number of rows.
import { createSeededRandom } from '#provider/test'
import { houseNames, streetStems, streetTypes } from '../../apis/address-lookup/seed/names.ts'

const housesPerStreet = 18
const streetsPerTown = 36
const perPostcode = 14
const townEndings = 'ham ton bury ford wick ley by mouth worth stead field combe minster thorpe den port'.split(' ')
const syllables = 'mar lo tin da vel ren si bor ka fen dul mi rast ol gen pra ne vil tor hal bec wyn du ris'.split(' ')
const areas =
  'AB AL BA BD BH BN CA CB CF CH CM CO CR CT CV CW DA DE DH DL DN DT DY EN EX FY GL GU HD HG HP HR HU'.split(' ')
const unitLetters = 'ABDEFGHJLNPQRSTUWXYZ'

export interface MadeUpRow {
  readonly udprn: number
  readonly postcode: string
  readonly town: string
  readonly street: string
  readonly number: string
  readonly name: string
  readonly flat: string
  readonly firm: string
}

export function* madeUpRows(count: number): Generator<MadeUpRow> {
  const random = createSeededRandom(1_000_003)
  const below = (most: number) => random.int(0, most - 1)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T // no list here is empty
  const word = () => {
    const text = Array.from({ length: 2 + below(2) }, () => pick(syllables)).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  for (let made = 0, street = 0; made < count; street++) {
    const town = Math.floor(street / streetsPerTown)
    const townName = `${streetStems[town % streetStems.length]}${townEndings[Math.floor(town / streetStems.length) % townEndings.length]}`
    const first = below(10) < 7 ? pick(streetStems) : word()
    const streetName = `${first} ${pick(streetTypes)}`
    const outward = `${areas[town % areas.length]}${1 + (Math.floor(town / areas.length) % 48)}`
    for (let house = 1; house <= housesPerStreet && made < count; house++) {
      const unit = (street % streetsPerTown) * 2 + Math.floor(house / perPostcode)
      const inward = `${1 + (unit % 9)}${unitLetters[Math.floor(unit / 9) % 20]}${unitLetters[(unit * 7) % 20]}`
      const kind = below(100)
      const common = { postcode: `${outward} ${inward}`, town: townName, street: streetName }
      const plain = { number: String(house * 2 - (street % 2)), name: '', flat: '', firm: '' }
      const flats = kind < 8 ? 1 + below(6) : 1
      for (let flat = 1; flat <= flats && made < count; flat++) {
        made += 1
        const udprn = 1_000_000 + made
        if (kind < 8) yield { udprn, ...common, ...plain, flat: `Flat ${flat}` }
        else if (kind < 15) yield { udprn, ...common, ...plain, number: '', name: pick(houseNames) }
        else if (kind < 22) yield { udprn, ...common, ...plain, firm: `${word()} ${word()} Ltd` }
        else yield { udprn, ...common, ...plain }
      }
    }
  }
}

/** Formats a line of the file. */
export function lineOf({ udprn, postcode, town, street, number, name, flat, firm }: MadeUpRow): string {
  const type = firm === '' ? '' : 'Y'
  return `${postcode},${town.toUpperCase()},,,${street},,${number},${name},${flat},,,${firm},${udprn},S,${type},1A\n`
}
