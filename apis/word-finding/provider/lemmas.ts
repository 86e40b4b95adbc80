// Base forms of inflected words, by the rules of morphy (SOURCES 2.1) and a list of exceptions. Independent of any
// dictionary: the caller filters the candidates.
import { readIrregularForms } from './irregular-forms.ts'

/** Parts of speech that allow the ending: a letter for noun, verb, adjective, adverb. */
type PartsOfSpeech = string
interface Rule {
  readonly ending: string
  readonly bases: readonly string[]
  readonly parts: PartsOfSpeech
}
const rules: readonly Rule[] = [
  { ending: 'iest', bases: ['y'], parts: 'ar' },
  { ending: 'ier', bases: ['y'], parts: 'ar' },
  { ending: 'est', bases: ['', 'e'], parts: 'ar' },
  { ending: 'er', bases: ['', 'e'], parts: 'ar' },
  { ending: 'ies', bases: ['y', 'ie'], parts: 'nv' },
  { ending: 'ied', bases: ['y', 'ie'], parts: 'v' },
  { ending: 'ing', bases: ['', 'e'], parts: 'v' },
  { ending: 'ed', bases: ['', 'e'], parts: 'v' },
  { ending: 'men', bases: ['man'], parts: 'n' },
  { ending: 'ves', bases: ['f', 'fe', 've'], parts: 'nv' },
  { ending: 'es', bases: ['', 'e'], parts: 'nv' },
  { ending: 's', bases: [''], parts: 'nv' },
]
const shortestBase = 2
const irregular = readIrregularForms()

/** True if the text is irregular or has an ending that is almost always an inflection. */
export function isPlainInflection(text: string): boolean {
  return irregular.has(text) || /(?:ing|ed|[^s]s)$/.test(text)
}

/** Possible base forms of the string, likeliest first; never the string itself. */
export function lemmasOf(text: string): string[] {
  return basesOf(text).map(({ base }) => base)
}

/** Like `lemmasOf`, with the parts of speech that the inflection permits. */
export function basesOf(text: string): { base: string; parts: PartsOfSpeech }[] {
  const lemmas = [...(irregular.get(text) ?? [])]
  if (text.endsWith("'s")) lemmas.push({ base: text.slice(0, -2), parts: 'nvar' })
  for (const { ending, bases, parts } of rules) {
    if (!text.endsWith(ending) || text.endsWith('ss')) continue
    const stem = text.slice(0, text.length - ending.length)
    if (stem.length < shortestBase) continue
    for (const base of bases) lemmas.push({ base: stem + base, parts })
    // running, bigger: the last consonant is doubled before an ending that begins with a vowel
    if (/^(?:ing|ed|er|est)$/.test(ending) && /([b-df-hj-np-tvwxz])\1$/.test(stem))
      lemmas.push({ base: stem.slice(0, -1), parts })
  }
  return lemmas.filter(({ base }) => base !== text)
}
