// The lexicon of the sample engine: our own tables, in which a row is one meaning and a column one language, so that
// every language pair has the same entries. Nouns have a gender (`Zug.m`) and, if irregular, a plural after a colon;
// verbs have three forms (infinitive, third person singular and plural); `formal ~ informal` are two ways to say the
// same.
import { readFileSync } from 'node:fs'
import { formsOfAdjective, type Gender } from './agreement.ts'
import { type LexiconLanguage, lexiconLanguages, regularPlural } from './plurals.ts'

export type { LexiconLanguage } from './plurals.ts'
export { lexiconLanguages, regularPlural } from './plurals.ts'

export interface Noun {
  readonly singular: string
  readonly plural: string
  /** The gender; undefined in languages whose articles do not depend on it. */
  readonly gender: Gender | undefined
}
/** The infinitive and third persons of a verb. */
export interface Verb {
  readonly infinitive: string
  readonly singular: string
  readonly plural: string
}
export interface NounMatch {
  readonly noun: Noun
  readonly isPlural: boolean
}
/** The wordings in the target language, to a stranger and to a friend. */
export interface Wording {
  readonly formal: string
  readonly informal: string
}
/** The lexicon from one language into another; keys are in lower case with plain apostrophes. */
export interface PairLexicon {
  readonly wordings: ReadonlyMap<string, Wording>
  readonly nouns: ReadonlyMap<string, NounMatch>
  /** Adjectives of the source in all their forms. */
  readonly adjectives: ReadonlySet<string>
  /** Words that the source always capitalises, such as days and countries. */
  readonly capitalised: ReadonlySet<string>
}
export interface Lexicon {
  /** Number of rows of all tables, which every language pair shares. */
  readonly meanings: number
  pair(source: LexiconLanguage, target: LexiconLanguage): PairLexicon
  /** Every word in the language's column. */
  words(language: LexiconLanguage): ReadonlySet<string>
  nouns(language: LexiconLanguage): readonly Noun[]
  verbs(language: LexiconLanguage): readonly Verb[]
}

export const lexiconKey = (text: string) => text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ')

export const isLexiconLanguage = (language: string): language is LexiconLanguage =>
  lexiconLanguages.some((one) => one === language)

/** Reads the tables; the lexicon of a pair is built on first use. */
export function readLexicon(): Lexicon {
  const phrases = [...rowsOf('phrases.tsv'), ...rowsOf('words.tsv')]
  const adjectives = rowsOf('adjectives.tsv')
  const verbs = rowsOf('verbs.tsv')
  const nouns = rowsOf('nouns.tsv')
  const pairs = new Map<string, PairLexicon>()
  const words = new Map<LexiconLanguage, Set<string>>()

  function build(source: LexiconLanguage, target: LexiconLanguage): PairLexicon {
    const wordings = new Map<string, Wording>()
    const capitalised = new Set<string>()
    const add = (text: string, wording: Wording) => {
      const key = lexiconKey(text)
      if (/^\p{Lu}/u.test(text)) capitalised.add(key)
      if (key !== '' && !wordings.has(key)) wordings.set(key, wording)
    }
    // adjectives come before the comparatives, some of which look the same
    const forms = new Set<string>()
    for (const row of adjectives)
      for (const form of formsOfAdjective(row[source], source)) {
        add(form, wordingOf(row[target]))
        forms.add(lexiconKey(form))
      }
    for (const row of phrases) {
      const { formal, informal } = wordingOf(row[source])
      add(formal, wordingOf(row[target]))
      add(informal, wordingOf(row[target]))
    }
    for (const row of verbs) addVerb(row[source], row[target], { isEnglish: source === 'en', add })
    const matches = new Map<string, NounMatch>()
    for (const row of nouns) {
      const [from, noun] = [nounOf(row[source], source), nounOf(row[target], target)]
      for (const [text, isPlural] of [
        [from.singular, false],
        [from.plural, true],
      ] as const) {
        if (!matches.has(lexiconKey(text))) matches.set(lexiconKey(text), { noun, isPlural })
        if (/^\p{Lu}/u.test(text)) capitalised.add(lexiconKey(text))
      }
    }
    return { wordings, nouns: matches, adjectives: forms, capitalised }
  }

  return {
    meanings: phrases.length + adjectives.length + verbs.length + nouns.length,
    pair(source, target) {
      const key = `${source} ${target}`
      const known = pairs.get(key) ?? build(source, target)
      pairs.set(key, known)
      return known
    },
    nouns: (language) => nouns.map((row) => nounOf(row[language], language)),
    verbs: (language) => verbs.map((row) => verbOf(row[language])),
    words(language) {
      const known = words.get(language)
      if (known) return known
      const all = new Set<string>()
      const add = (text: string) => {
        for (const [word] of lexiconKey(text).matchAll(/[\p{L}\p{M}]+/gu)) all.add(word)
      }
      for (const row of [...phrases, ...adjectives, ...verbs]) add(row[language])
      for (const row of nouns) {
        const { singular, plural } = nounOf(row[language], language)
        add(`${singular} ${plural}`)
      }
      words.set(language, all)
      return all
    },
  }
}

type Row = Readonly<Record<LexiconLanguage, string>>

function rowsOf(file: string): Row[] {
  const [, ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [en = '', de = '', es = '', fr = '', it = '', nl = '', pt = '', pl = ''] = line.split('\t')
    return { en, de, es, fr, it, nl, pt, pl }
  })
}

function wordingOf(cell: string): Wording {
  const [formal = '', informal = formal] = cell.split(' ~ ')
  return { formal, informal }
}

/** Adds a verb. An English infinitive looks like the plural form, unless it has its "to". */
function addVerb(
  source: string,
  target: string,
  { isEnglish, add }: { isEnglish: boolean; add: (text: string, wording: Wording) => void },
): void {
  const [from, into] = [verbOf(source), verbOf(target)]
  const same = (text: string) => ({ formal: text, informal: text })
  add(isEnglish ? `to ${from.infinitive}` : from.infinitive, same(into.infinitive))
  add(from.singular, same(into.singular))
  add(from.plural, same(into.plural))
}

function verbOf(cell: string): Verb {
  const [infinitive = '', singular = '', plural = ''] = cell.split(';')
  return { infinitive, singular, plural }
}

function nounOf(cell: string, language: LexiconLanguage): Noun {
  const [head = '', irregular] = cell.split(':')
  const [singular = '', gender] = head.split('.')
  return { singular, plural: irregular ?? regularPlural(singular, language), gender: genderOf(gender) }
}

function genderOf(letter: string | undefined): Gender | undefined {
  return letter === 'm' || letter === 'f' || letter === 'n' || letter === 'c' ? letter : undefined
}
