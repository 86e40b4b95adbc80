// Autocomplete over the catalogue: what was typed is split into words; each must fit the skin, its wear or its quality. Skins are
// ranked by how well their words fit, and give their items in order of quality and wear; other otherItems follow.

import type { Catalogue, Item, OtherItem, OtherItemKind, Rarity } from '../catalogue/records.ts'
import { formBit, formPlace, longForm, qualityOf, shortForm } from './form-words.ts'
import { wordsOf, wordsOfOtherItem, wordsOfSkin } from './item-words.ts'
import { type Best, bestOf } from './words/best.ts'
import { createWordIndex, noFit, type WordIndex } from './words/word-index.ts'

export interface Search {
  /** At most `limit`, best first. Nothing typed gives the first items by name; a star asks for knives and gloves. */
  find(text: string, limit: number): readonly (Item | OtherItem)[]
}

/** Words beyond this are not looked at. */
const mostWords = 12
const longestWord = 40
/** What is paid for each further word of a name that was not asked for, and for a typed word that is lacking. */
const costOfRest = 0.05
const costOfLack = 6

/** How one typed word fits. */
interface Fit {
  readonly word: string
  /** Cost by place; undefined when it fits nothing. */
  readonly costs: Float32Array | undefined
  /** Items it fits by wear or quality, as bits. */
  readonly forms: number
  /** Whether every way to fit was tried. */
  readonly forgiving?: true
}
/** Another try with a word. */
type Try = (fit: Fit, index: WordIndex) => Fit
interface Wanted {
  readonly words: readonly string[]
  readonly star: boolean
  readonly limit: number
}

export function createSearch(catalogue: Catalogue): Search {
  const skins = createSkinSearch(catalogue)
  let kept: OtherItemSearch | undefined
  const otherItems = (): OtherItemSearch => {
    kept ??= createOtherItemSearch(catalogue.otherItems)
    return kept
  }

  /** As it was typed, then with contractions, then with the words mistyped that fit nothing, then any word, then all but one. */
  function found(wanted: Wanted): readonly (Item | OtherItem)[] {
    const { words, star, limit } = wanted
    let fits = skins.fits(words)
    const asTyped = skins.find(fits, wanted, 0)
    const others = asTyped.length < limit && !star ? otherItems().find(words, limit - asTyped.length, straight) : []
    if (asTyped.length > 0) return [...asTyped, ...others]
    for (const another of [contracted, mistyped, forgiving]) {
      fits = skins.again(fits, another)
      const items = skins.find(fits, wanted, 0)
      if (items.length > 0) return items
      if (another === contracted && others.length > 0) return others
    }
    const slipped = star ? [] : otherItems().find(words, limit, mistyped)
    return slipped.length > 0 || words.length < 2 ? slipped : skins.find(fits, wanted, 1)
  }

  return {
    find(text, limit) {
      const words = wordsOf(text)
        .slice(0, mostWords)
        .map((word) => word.slice(0, longestWord))
      const star = text.includes('★')
      return words.length === 0 && !star ? catalogue.items.slice(0, limit) : found({ words, star, limit })
    },
  }
}

interface SkinSearch {
  /** How words fit as they were typed. */
  fits(words: readonly string[]): readonly Fit[]
  again(fits: readonly Fit[], another: Try): readonly Fit[]
  /** Items that fit; `lacking` is how many of the words need not. */
  find(fits: readonly Fit[], wanted: Wanted, lacking: number): readonly Item[]
}

function createSkinSearch(catalogue: Catalogue): SkinSearch {
  const skins = catalogue.skins.toSorted(byRarity)
  const index = createWordIndex(skins, wordsOfSkin)
  const ofSkin = new Map(skins.map((skin) => [skin, [] as Item[]]))
  for (const item of catalogue.items) ofSkin.get(item.skin)?.push(item)
  const items = skins.map((skin) => (ofSkin.get(skin) ?? []).sort((a, b) => formPlace(a) - formPlace(b)))
  const forms = Int32Array.from(items, (own) => own.reduce((bits, item) => bits | formBit(item), 0))
  const rest = Float32Array.from(skins, (skin) => wordsOf(skin.finish).length * costOfRest)
  /** The forms that were asked for, of the skins looked at last. */
  const left = new Int32Array(skins.length)

  function costOf(place: number, fits: readonly Fit[], lacking: number): number {
    let cost = rest[place] ?? 0
    let fitting = 0
    let bits = forms[place] ?? 0
    for (const { costs, forms: asked } of fits) {
      const byWord = costs?.[place] ?? noFit
      if (byWord !== noFit) cost += byWord
      else if ((bits & asked) !== 0) bits &= asked
      else {
        cost += costOfLack
        continue
      }
      fitting++
    }
    left[place] = bits
    const enough = fits.length - fitting <= lacking && (fitting > 0 || fits.length === 0)
    return enough ? cost : noFit
  }

  const itemsAt = (place: number) => (items[place] ?? []).filter((item) => (formBit(item) & (left[place] ?? 0)) !== 0)

  return {
    fits: (words) => words.map((word) => straightFit(word, index)),
    again: (fits, another) => fits.map((fit) => another(fit, index)),
    find(fits, { star, limit }, lacking) {
      if (fits.filter(({ costs, forms }) => costs === undefined && forms === 0).length > lacking) return []
      const costs = new Map<number, number>()
      const best = bestOf(skins.length, limit, (place) => {
        if (star && !skins[place]?.star) return noFit
        const cost = costOf(place, fits, lacking)
        if (cost !== noFit) costs.set(place, cost)
        return cost
      })
      if (best.count > limit) return best.places.flatMap((place) => itemsAt(place).slice(0, 1))
      return allOf(best, (place) => costs.get(place) ?? 0, itemsAt).slice(0, limit)
    },
  }
}

/** All items of the skins: of equally good skins first the plain ones, then the StatTrak ones, then souvenirs. */
function allOf(
  { places }: Best,
  costAt: (place: number) => number,
  itemsAt: (place: number) => readonly Item[],
): readonly Item[] {
  return [...Map.groupBy(places, costAt).values()].flatMap((equals) => {
    const items = equals.flatMap(itemsAt)
    return [0, 1, 2].flatMap((quality) => items.filter((item) => qualityOf(item) === quality))
  })
}

interface OtherItemSearch {
  find(words: readonly string[], limit: number, last: Try): readonly OtherItem[]
}

function createOtherItemSearch(all: readonly OtherItem[]): OtherItemSearch {
  // medals of several levels share a name: one of them is enough
  const otherItems = [...new Map(all.toReversed().map((otherItem) => [otherItem.name, otherItem])).values()].sort(
    byRarity,
  )
  const index = createWordIndex(otherItems, wordsOfOtherItem)
  const rest = Float32Array.from(
    otherItems,
    (otherItem) => costOfKind[otherItem.kind] + wordsOfOtherItem(otherItem).words.length * costOfRest,
  )
  return {
    find(words, limit, last) {
      const fits: Float32Array[] = []
      for (const word of words) {
        const { costs } = last(straightFit(word, index), index)
        if (costs === undefined) return []
        fits.push(costs)
      }
      const costOf = (place: number) => {
        let cost = rest[place] ?? 0
        for (const costs of fits) {
          cost += costs[place] ?? noFit
          if (cost === noFit) break
        }
        return cost
      }
      return bestOf(otherItems.length, limit, costOf).places.flatMap((place) => otherItems[place] ?? [])
    },
  }
}

/** There are ten thousand stickers and graffiti: what else bears the name is rather meant. */
const costOfKind: Readonly<Record<OtherItemKind, number>> = {
  container: 0,
  agent: 0,
  tool: 0.1,
  key: 0.1,
  charm: 0.1,
  collectible: 0.1,
  'music kit': 0.1,
  patch: 0.2,
  sticker: 0.2,
  graffiti: 0.3,
}

/** Among equals the rarer comes first, then by name. */
function byRarity(a: { name: string; rarity: Rarity }, b: { name: string; rarity: Rarity }): number {
  return b.rarity.id - a.rarity.id || (a.name < b.name ? -1 : 1)
}

/** Short words for wear and quality mean nothing else, unless everything fails. */
function straightFit(word: string, index: WordIndex): Fit {
  const short = shortForm(word)
  return short === undefined
    ? { word, costs: index.straight(word), forms: longForm(word) }
    : { word, costs: undefined, forms: short }
}

const straight: Try = (fit) => fit
const contracted: Try = (fit, index) => ({ ...fit, costs: index.contracted(fit.word, fit.costs) })
const mistyped: Try = (fit, index) => (fit.costs === undefined && fit.forms === 0 ? forgiving(fit, index) : fit)
const forgiving: Try = (fit, index) =>
  fit.forgiving ? fit : { ...fit, costs: index.forgiving(fit.word), forgiving: true }
