// Reads and changes the dictionary's results for the words of a sentence, before transfer rules make articles and
// adjectives agree (SOURCES 5.4): this is where terms replace translations.
import { pairsIn } from './stream.ts'
import { type Reading, readingIn, written } from './words.ts'

export interface LexicalUnit {
  /** The reading of the source; undefined for an unknown word. */
  readonly source: Reading | undefined
  /** The dictionary's preferred translation; undefined without one. */
  readonly target: Reading | undefined
}

/** A unit with its marks, or an escaped character, which must not begin one. */
const bound = /\\.|\[\[([^[\]]*)\]\]\^((?:[^$^\\]|\\.)*)\$/gsu

/** The units within each pair of marks. */
export function unitsOf(stream: string): Map<number, LexicalUnit[]> {
  const units = new Map<number, LexicalUnit[]>()
  for (const [, marks = '', content = ''] of stream.matchAll(bound))
    for (const pair of pairsIn(marks)) units.set(pair, [...(units.get(pair) ?? []), unitIn(content)])
  return units
}

/** Replaces the translations of the units within some pairs. */
export function withTranslations(stream: string, translations: ReadonlyMap<number, Reading>): string {
  return stream.replaceAll(bound, (all: string, marks = '', content = '') => {
    const pair = pairsIn(marks).find((one) => translations.has(one))
    const target = pair === undefined ? undefined : translations.get(pair)
    if (!target) return all
    const [head = ''] = content.split('/')
    const surface = head.replace(/^\*/, '')
    // the rules treat an unknown word as a noun
    const source = head.startsWith('*') ? written({ lemma: surface, tags: target.tags }) : head
    return `[[${marks}]]^${source}/${written({ ...target, lemma: likeCase(surface, target.lemma) })}$`
  })
}

function unitIn(content: string): LexicalUnit {
  const [source = '', target = ''] = content.split('/')
  const translated = target.startsWith('@') ? undefined : readingIn(target.replace(/#[^<>#]*(?=<)/, ''))[0]
  return { source: readingIn(source)[0], target: translated }
}

/** Copies the capital of the first word, which rules move to the word that becomes the first. */
function likeCase(like: string, lemma: string): string {
  return /^\p{Lu}/u.test(like) ? lemma.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : lemma
}
