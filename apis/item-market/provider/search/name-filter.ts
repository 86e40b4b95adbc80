// Partial name match of the catalogue: every word of `q` must occur somewhere in the name of the skin, or begin a word of its wear or
// quality (so that `ak` is not found in every StatTrak), in any order and casing.
import { fold, keyOf } from '../catalogue/name-form.ts'
import { type Catalogue, type Item, type Skin, wears } from '../catalogue/records.ts'

/** Words that wear and quality add to a name, one list for each pair. */
const formWords = [[], ['stattrak', 'trak'], ['souvenir']].flatMap((quality) =>
  [undefined, ...wears].map((wear) =>
    wear === undefined ? quality : [...quality, ...fold(wear.name).split(' '), keyOf(wear.name)],
  ),
)
const places = wears.length + 1
const allForms = 2 ** formWords.length - 1

const placeOf = new Map(wears.map(({ name }, index) => [name, index + 1]))
function formBit(item: Item): number {
  const place = item.wear === undefined ? 0 : (placeOf.get(item.wear) ?? 0)
  return 1 << ((item.stattrak ? 1 : item.souvenir ? 2 : 0) * places + place)
}

const folded = new WeakMap<Catalogue, readonly string[]>()
/** Names of skins with and without spaces, by id. */
function foldedNames(catalogue: Catalogue): readonly string[] {
  const kept = folded.get(catalogue) ?? catalogue.skins.map(({ name }) => `${fold(name)} ${keyOf(name)}`)
  folded.set(catalogue, kept)
  return kept
}

/** Which items fit `q`; undefined when it asks for nothing. A star asks for knives and gloves, a sign for StatTrak. */
export function nameFilter(q: string, catalogue: Catalogue): ((item: Item) => boolean) | undefined {
  const words = fold(q.replaceAll('™', ' stattrak ')).split(' ')
  const star = q.includes('★')
  const wanted = words.filter((word) => word !== '').map((word) => ({ word, forms: formsWith(word) }))
  if (wanted.length === 0 && !star) return undefined
  const names = foldedNames(catalogue)
  const forms = new Int32Array(catalogue.skins.length)
  for (const skin of catalogue.skins) forms[skin.id] = star && !skin.star ? 0 : formsOf(skin, names, wanted)
  return (item) => ((forms[item.skin.id] ?? 0) & formBit(item)) !== 0
}

/** The forms of a skin in which all words occur, as bits. */
function formsOf(skin: Skin, names: readonly string[], wanted: readonly { word: string; forms: number }[]): number {
  const name = names[skin.id] ?? ''
  let left = allForms
  for (const { word, forms } of wanted) if (!name.includes(word)) left &= forms
  return left
}

function formsWith(word: string): number {
  let forms = 0
  for (const [index, words] of formWords.entries()) if (words.some((one) => one.startsWith(word))) forms |= 1 << index
  return forms
}
