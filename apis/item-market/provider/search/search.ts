// Autocomplete over the catalogue. The query is split into words; each must match the skin, its wear or its quality.
// Skins are ranked by the quality of their matches, and yield their items in order of quality and wear; other items
// follow.

import { present } from '#define/present'
import type { Catalogue, Item, OtherItem, OtherItemKind, Rarity } from '../catalogue/records.ts'
import { formBit, formPosition, longForm, qualityOf, shortForm } from './form-words.ts'
import { isKindWord, wordsOf, wordsOfOtherItem, wordsOfSkin } from './item-words.ts'
import { type Best, bestOf } from './words/best.ts'
import { createWordIndex, exactMatch, noMatch, type WordIndex } from './words/word-index.ts'

export interface Search {
  /**
   * Returns at most `limit` items, best first. An empty query yields the first items by name; a star selects knives and
   * gloves.
   */
  find(text: string, limit: number): readonly (Item | OtherItem)[]
}

/** Further words are ignored. */
const maxWords = 12
const maxWordLength = 40
/** The cost of each extra word of a name, of a word for wear or quality, and of a typed word without a match. */
const costOfExtraWord = 0.05
const costOfForm = 0.4
const costOfMissing = 6

/** Matches of one typed word. */
interface WordMatch {
  readonly word: string
  /** Cost by index; undefined without a match. */
  readonly costs: Float32Array | undefined
  /** Matching items by wear or quality, as bits. */
  readonly forms: number
  /** True if every kind of match was tried. */
  readonly forgiving?: true
}
/** Another attempt to match a word. */
type Retry = (match: WordMatch, index: WordIndex) => WordMatch
interface SearchQuery {
  readonly words: readonly string[]
  readonly star: boolean
  readonly limit: number
}

export function createSearch(catalogue: Catalogue): Search {
  const skins = createSkinSearch(catalogue)
  let otherItemSearch: OtherItemSearch | undefined
  const otherItems = (): OtherItemSearch => {
    otherItemSearch ??= createOtherItemSearch(catalogue.otherItems)
    return otherItemSearch
  }

  /**
   * Searches for the words as typed, then as contractions, then with typing errors in the unmatched words, then in any
   * word, then without one word: as typed, and only then with typing errors.
   */
  function search(query: SearchQuery): readonly (Item | OtherItem)[] {
    const { words, star, limit } = query
    // "case" alone means containers, not the finish Case Hardened
    if (words.every(isKindWord) && !star) {
      const ofKind = otherItems().find(words, limit, straight)
      const rest = skins.find(skins.matches(words), query, 0)
      return [...ofKind, ...rest].slice(0, limit)
    }
    const typed = skins.matches(words)
    let matches = typed
    const asTyped = skins.find(matches, query, 0)
    const others = asTyped.length < limit && !star ? otherItems().find(words, limit - asTyped.length, straight) : []
    if (asTyped.length > 0) return [...asTyped, ...others]
    for (const attempt of [contracted, mistyped, forgiving]) {
      matches = skins.retry(matches, attempt)
      const items = skins.find(matches, query, 0)
      if (items.length > 0) return items
      if (attempt === contracted && others.length > 0) return others
    }
    const withTypos = star ? [] : otherItems().find(words, limit, mistyped)
    if (withTypos.length > 0 || words.length < 2) return withTypos
    const lacking = [
      () => skins.find(typed, query, 1),
      () => (star ? [] : otherItems().find(words, limit, straight, 1)),
      () => skins.find(matches, query, 1),
    ]
    for (const find of lacking) {
      const items = find()
      if (items.length > 0) return items
    }
    return []
  }

  return {
    find(text, limit) {
      const words = wordsOf(text)
        .slice(0, maxWords)
        .map((word) => word.slice(0, maxWordLength))
      const star = text.includes('★')
      return words.length === 0 && !star ? catalogue.items.slice(0, limit) : search({ words, star, limit })
    },
  }
}

interface SkinSearch {
  /** Returns the matches of words as they were typed. */
  matches(words: readonly string[]): readonly WordMatch[]
  retry(matches: readonly WordMatch[], attempt: Retry): readonly WordMatch[]
  /** Returns matching items; `lacking` is the number of words that need not match. */
  find(matches: readonly WordMatch[], query: SearchQuery, lacking: number): readonly Item[]
}

function createSkinSearch(catalogue: Catalogue): SkinSearch {
  const skins = catalogue.skins.toSorted(byRarity)
  const wordIndex = createWordIndex(skins, wordsOfSkin)
  const ofSkin = new Map(skins.map((skin) => [skin, [] as Item[]]))
  for (const item of catalogue.items) ofSkin.get(item.skin)?.push(item)
  const items = skins.map((skin) => present(ofSkin.get(skin)).sort((a, b) => formPosition(a) - formPosition(b)))
  const forms = Int32Array.from(items, (own) => own.reduce((bits, item) => bits | formBit(item), 0))
  const rest = Float32Array.from(skins, (skin) => wordsOf(skin.finish).length * costOfExtraWord)
  /** Matched forms of the skins considered last. */
  const matchingForms = new Int32Array(skins.length)

  function costOf(index: number, matches: readonly WordMatch[], lacking: number): number {
    let cost = present(rest[index])
    let matchCount = 0
    let bits = present(forms[index])
    for (const { costs, forms: wantedForms } of matches) {
      const byWord = costs?.[index] ?? noMatch
      if (byWord !== noMatch) cost += byWord
      else if ((bits & wantedForms) !== 0) {
        bits &= wantedForms
        cost += costOfForm
      } else {
        cost += costOfMissing
        continue
      }
      matchCount++
    }
    matchingForms[index] = bits
    const enough = matches.length - matchCount <= lacking && (matchCount > 0 || matches.length === 0)
    return enough ? cost : noMatch
  }

  const itemsAt = (index: number) =>
    present(items[index]).filter((item) => (formBit(item) & present(matchingForms[index])) !== 0)

  return {
    matches: (words) => words.map((word) => straightMatch(word, wordIndex)),
    retry: (matches, attempt) => matches.map((match) => attempt(match, wordIndex)),
    find(matches, { star, limit }, lacking) {
      if (matches.filter(({ costs, forms }) => costs === undefined && forms === 0).length > lacking) return []
      const costs = new Map<number, number>()
      const best = bestOf(skins.length, limit, (index) => {
        if (star && !present(skins[index]).star) return noMatch
        const cost = costOf(index, matches, lacking)
        if (cost !== noMatch) costs.set(index, cost)
        return cost
      })
      if (best.count > limit) return best.indexes.flatMap((index) => itemsAt(index).slice(0, 1))
      return allOf(best, (index) => present(costs.get(index)), itemsAt).slice(0, limit)
    },
  }
}

/** Returns all items of the skins: for equal matches first plain items, then StatTrak, then souvenirs. */
function allOf(
  { indexes }: Best,
  costAt: (index: number) => number,
  itemsAt: (index: number) => readonly Item[],
): readonly Item[] {
  return [...Map.groupBy(indexes, costAt).values()].flatMap((ties) => {
    const items = ties.flatMap(itemsAt)
    return [0, 1, 2].flatMap((quality) => items.filter((item) => qualityOf(item) === quality))
  })
}

interface OtherItemSearch {
  /** Returns matching items; `lacking` is the number of words that need not match any. */
  find(words: readonly string[], limit: number, last: Retry, lacking?: number): readonly OtherItem[]
}

function createOtherItemSearch(all: readonly OtherItem[]): OtherItemSearch {
  // medals of several levels share a name, so one of them is enough
  const otherItems = [...new Map(all.toReversed().map((otherItem) => [otherItem.name, otherItem])).values()].sort(
    byRarity,
  )
  const wordIndex = createWordIndex(otherItems, wordsOfOtherItem)
  // souvenir is a word of packages, though it means a quality of skins
  const match = (word: string): WordMatch => {
    const costs = shortForm(word) === undefined ? undefined : wordIndex.straight(word)
    return costs?.includes(exactMatch) ? { word, costs, forms: 0 } : straightMatch(word, wordIndex)
  }
  const rest = Float32Array.from(
    otherItems,
    (otherItem) => costOfKind[otherItem.kind] + wordsOfOtherItem(otherItem).words.length * costOfExtraWord,
  )
  return {
    find(words, limit, last, lacking = 0) {
      const matches = words.flatMap((word) => last(match(word), wordIndex).costs ?? [])
      if (matches.length === 0 || words.length - matches.length > lacking) return []
      const costOf = (index: number) => {
        let cost = present(rest[index])
        for (const costs of matches) {
          cost += costs[index] ?? noMatch
          if (cost === noMatch) break
        }
        return cost
      }
      return bestOf(otherItems.length, limit, costOf).indexes.map((index) => present(otherItems[index]))
    },
  }
}

/** Stickers and graffiti, ten thousand of them, cost more: other items of the name are likelier to be meant. */
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

/** Compares by rarity, the rarer first, then by name. */
function byRarity(a: { name: string; rarity: Rarity }, b: { name: string; rarity: Rarity }): number {
  return b.rarity.id - a.rarity.id || (a.name < b.name ? -1 : 1)
}

/** Matches a word as typed. Short words for wear and quality mean nothing else, unless all else fails. */
function straightMatch(word: string, index: WordIndex): WordMatch {
  const short = shortForm(word)
  return short === undefined
    ? { word, costs: index.straight(word), forms: longForm(word) }
    : { word, costs: undefined, forms: short }
}

const straight: Retry = (match) => match
const contracted: Retry = (match, index) => ({ ...match, costs: index.contracted(match.word, match.costs) })
const mistyped: Retry = (match, index) =>
  match.costs === undefined && match.forms === 0 ? forgiving(match, index) : match
const forgiving: Retry = (match, index) =>
  match.forgiving ? match : { ...match, costs: index.forgiving(match.word), forgiving: true }
