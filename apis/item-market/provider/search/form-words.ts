// Maps typed words to wear and quality, and to the remaining items: forms as bits, one for each pair of quality and
// wear.
import { fold } from '../catalogue/name-form.ts'
import { type Item, wears } from '../catalogue/records.ts'

const formsPerQuality = wears.length + 1
const wearOrder = new Map(wears.map(({ name }, index) => [name, index + 1]))

/** Returns 0 for plain, 1 for StatTrak, 2 for Souvenir. */
export const qualityOf = ({ stattrak, souvenir }: Item) => (stattrak ? 1 : souvenir ? 2 : 0)
/** Returns the position of an item among those of its skin: by quality, then by wear. */
export const formPosition = (item: Item) =>
  qualityOf(item) * formsPerQuality + (item.wear === undefined ? 0 : (wearOrder.get(item.wear) ?? 0))
export const formBit = (item: Item) => 1 << formPosition(item)

const ofWear = (wear: number) =>
  [0, 1, 2].reduce((bits, quality) => bits | (1 << (quality * formsPerQuality + wear)), 0)
const ofQuality = (quality: number) => ((1 << formsPerQuality) - 1) << (quality * formsPerQuality)
const [stattrak, souvenir] = [ofQuality(1), ofQuality(2)]

const shortForms: ReadonlyMap<string, number> = new Map([
  ...wears.map(({ short }, index) => [short.toLowerCase(), ofWear(index + 1)] as const),
  ['stattrak', stattrak],
  ['stattraktm', stattrak],
  ['souvenir', souvenir],
  ['souv', souvenir],
  ['sv', souvenir],
])
const longForms: readonly (readonly [string, number])[] = [
  ...wears.flatMap(({ name }, index) => {
    const words = fold(name).split(' ')
    return [...words, words.join('')].map((word) => [word, ofWear(index + 1)] as const)
  }),
  ['stattrak', stattrak],
  ['souvenir', souvenir],
]

/** Returns forms of a word that means only wear or quality, such as `ft`; undefined for any other. */
export function shortForm(word: string): number | undefined {
  return shortForms.get(word)
}

/** Returns forms of a word that begins a wear or a quality; 0 for any other. */
export function longForm(word: string): number {
  return longForms.reduce((bits, [long, forms]) => (long.startsWith(word) ? bits | forms : bits), 0)
}
