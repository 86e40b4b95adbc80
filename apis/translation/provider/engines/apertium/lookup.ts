// What the dictionary of a pair answered about the words of a sentence, before rules of transfer make articles and
// adjectives agree (SOURCES 5.4): a term is put in there in place of the translation.
import { type Reading, readingIn, written } from './words.ts'

export interface LexicalUnit {
  /** Undefined for an unknown word. */
  readonly source: Reading | undefined
  /** The translation that the dictionary prefers; undefined where it has none. */
  readonly target: Reading | undefined
}

const bound = /\[\[([^\]]*)\]\]\^((?:[^$\\]|\\.)*)\$/gsu
const pairsIn = (marks: string) => (marks.match(/\d+/g) ?? []).map(Number)

/** The units within each pair of marks. */
export function unitsOf(stream: string): Map<number, LexicalUnit[]> {
  const units = new Map<number, LexicalUnit[]>()
  for (const [, marks = '', content = ''] of stream.matchAll(bound))
    for (const pair of pairsIn(marks)) units.set(pair, [...(units.get(pair) ?? []), unitIn(content)])
  return units
}

/** With other translations for the units within some pairs. */
export function withTranslations(stream: string, translations: ReadonlyMap<number, Reading>): string {
  return stream.replaceAll(bound, (all: string, marks: string, content: string) => {
    const pair = pairsIn(marks).find((one) => translations.has(one))
    const target = pair === undefined ? undefined : translations.get(pair)
    if (!target) return all
    const [head = ''] = content.split('/')
    const surface = head.replace(/^\*/, '')
    // an unknown word is a noun for the rules
    const source = head.startsWith('*') ? written({ lemma: surface, tags: target.tags }) : head
    return `[[${marks}]]^${source}/${written({ ...target, lemma: likeCase(surface, target.lemma) })}$`
  })
}

function unitIn(content: string): LexicalUnit {
  const [source = '', target = ''] = content.split('/')
  const translated = target.startsWith('@') ? undefined : readingIn(target.replace(/#[^<>]*(?=<)/, ''))[0]
  return { source: readingIn(source)[0], target: translated }
}

/** Rules move the capital of the first word to the word that becomes the first. */
function likeCase(like: string, lemma: string): string {
  return /^\p{Lu}/u.test(like) ? lemma.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : lemma
}
