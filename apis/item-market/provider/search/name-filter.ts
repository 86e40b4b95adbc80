// Partial name match of the catalogue: every word of `q` must occur in the name of the skin, or begin a word of its
// wear or quality (so that `ak` does not match every StatTrak), in any order and casing.
import { present } from '#define/present'
import { fold, keyOf } from '../catalogue/name-form.ts'
import { type Catalogue, type Item, type Skin, wears } from '../catalogue/records.ts'

/** Words that wear and quality add to a name, one list per pair. */
const formWords = [[], ['stattrak', 'trak'], ['souvenir']].flatMap((quality) =>
  [undefined, ...wears].map((wear) =>
    wear === undefined ? quality : [...quality, ...fold(wear.name).split(' '), keyOf(wear.name)],
  ),
)
const formsPerQuality = wears.length + 1
const allForms = 2 ** formWords.length - 1

const wearOrder = new Map(wears.map(({ name }, index) => [name, index + 1]))
function formBit(item: Item): number {
  const wear = item.wear === undefined ? 0 : (wearOrder.get(item.wear) ?? 0)
  return 1 << ((item.stattrak ? 1 : item.souvenir ? 2 : 0) * formsPerQuality + wear)
}

/**
 * Returns a predicate for items that match `q`; undefined if it is empty. A star selects knives and gloves, a trademark
 * symbol StatTrak. Punctuation alone must occur in the name as it is.
 */
type NameFilter = (q: string) => ((item: Item) => boolean) | undefined

export function createNameFilter({ skins }: Catalogue): NameFilter {
  let names: readonly string[] | undefined
  /** Names of skins with and without spaces, by id. */
  const foldedNames = () => {
    names ??= skins.map(({ name }) => `${fold(name)} ${keyOf(name)}`)
    return names
  }
  return (q) => {
    const words = fold(q.replaceAll('™', ' stattrak ')).split(' ')
    const star = q.includes('★')
    const searched = words.filter((word) => word !== '').map((word) => ({ word, forms: formsWith(word) }))
    if (searched.length === 0 && !star) {
      const punctuation = q.trim()
      return punctuation === '' ? undefined : ({ name }) => name.includes(punctuation)
    }
    const forms = new Int32Array(skins.length)
    for (const skin of skins) forms[skin.id] = star && !skin.star ? 0 : formsOf(skin, foldedNames(), searched)
    return (item) => (present(forms[item.skin.id]) & formBit(item)) !== 0
  }
}

/** Returns the forms of a skin that contain all words, as bits. */
function formsOf(skin: Skin, names: readonly string[], searched: readonly { word: string; forms: number }[]): number {
  const name = present(names[skin.id])
  let matching = allForms
  for (const { word, forms } of searched) if (!name.includes(word)) matching &= forms
  return matching
}

function formsWith(word: string): number {
  let forms = 0
  for (const [index, words] of formWords.entries()) if (words.some((one) => one.startsWith(word))) forms |= 1 << index
  return forms
}
