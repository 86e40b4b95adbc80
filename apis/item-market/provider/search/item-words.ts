// The search words of skins and other items of the catalogue.
import { fold } from '../catalogue/name-form.ts'
import type { OtherItem, OtherItemKind, Skin, Type } from '../catalogue/records.ts'
import { nicknames } from './nicknames.ts'
import type { SearchTerms } from './words/word-table.ts'

/** Words for a whole category. */
const typeWords: Readonly<Record<Type, readonly string[]>> = {
  Rifle: ['rifle'],
  Pistol: ['pistol'],
  SMG: ['smg'],
  Heavy: ['heavy'],
  Knife: ['knife', 'knives'],
  Gloves: ['gloves'],
  Equipment: ['equipment'],
}
/** Words for a kind whose names do not contain them. */
const kindWords: Partial<Readonly<Record<OtherItemKind, readonly string[]>>> = {
  agent: ['agent'],
  container: ['case', 'container', 'crate'],
}

const allKindWords = new Set(Object.values(kindWords).flat())
/** Reports whether the word names a kind of item other than a skin. */
export function isKindWord(word: string): boolean {
  return allKindWords.has(word)
}

export function wordsOf(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** Returns the words of a skin; `m4a1 s` is also typed as one word, and so is `hyper beast`. */
export function wordsOfSkin({ weapon, finish, phases, type }: Skin): SearchTerms {
  const [first, second] = [wordsOf(weapon), wordsOf(finish)]
  const joined = [first, second].filter((words) => words.length > 1).map((words) => words.join(''))
  return {
    words: [...first, ...second, ...joined],
    nicknames: [...phases.flatMap(({ phase }) => wordsOf(phase)), ...(nicknames[weapon] ?? []), ...typeWords[type]],
    contractions: second.length === 0 ? [] : [second, [...first.slice(0, 1), ...second]],
  }
}

export function wordsOfOtherItem({ name, kind }: OtherItem): SearchTerms {
  const former = name.includes('CS:GO') ? ['csgo'] : []
  return { words: wordsOf(name), nicknames: [...(kindWords[kind] ?? []), ...former], contractions: [] }
}
