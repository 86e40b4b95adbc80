// The lexicon of the sample engine: tables of ours in which a row is one meaning and a column one language, so that
// every language pair has the same entries. Nouns have a gender (`Zug.m`) and, where it is irregular, a plural after a
// colon; verbs three forms (infinitive, third person singular and plural); `formal ~ informal` are two ways to say the
// same.
import { readFileSync } from 'node:fs'

export const lexiconLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'pl'] as const
export type LexiconLanguage = (typeof lexiconLanguages)[number]

export type Gender = 'm' | 'f' | 'n' | 'c'
export interface Noun {
  readonly singular: string
  readonly plural: string
  /** Undefined in languages whose articles do not depend on it. */
  readonly gender: Gender | undefined
}
/** The infinitive and the third persons. */
export interface Verb {
  readonly infinitive: string
  readonly singular: string
  readonly plural: string
}
export interface NounMatch {
  readonly noun: Noun
  readonly isPlural: boolean
}
/** What is said in the target language, to a stranger and to a friend. */
export interface Wording {
  readonly formal: string
  readonly informal: string
}
/** The lexicon from one language into another; keys are in lower case with plain apostrophes. */
export interface PairLexicon {
  readonly wordings: ReadonlyMap<string, Wording>
  readonly nouns: ReadonlyMap<string, NounMatch>
}
export interface Lexicon {
  /** Rows of all tables: what each pair of languages has in common. */
  readonly meanings: number
  pair(source: LexiconLanguage, target: LexiconLanguage): PairLexicon
  /** Every word that occurs in the language's column. */
  words(language: LexiconLanguage): ReadonlySet<string>
  nouns(language: LexiconLanguage): readonly Noun[]
  verbs(language: LexiconLanguage): readonly Verb[]
}

export const lexiconKey = (text: string) => text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ')

export const isLexiconLanguage = (language: string): language is LexiconLanguage =>
  lexiconLanguages.some((one) => one === language)

/** Reads the tables; what a pair needs is built with its first use. */
export function readLexicon(): Lexicon {
  const phrases = [...rowsOf('phrases.tsv'), ...rowsOf('words.tsv')]
  const verbs = rowsOf('verbs.tsv')
  const nouns = rowsOf('nouns.tsv')
  const pairs = new Map<string, PairLexicon>()
  const words = new Map<LexiconLanguage, Set<string>>()

  function build(source: LexiconLanguage, target: LexiconLanguage): PairLexicon {
    const wordings = new Map<string, Wording>()
    const add = (text: string, wording: Wording) => {
      const key = lexiconKey(text)
      if (key !== '' && !wordings.has(key)) wordings.set(key, wording)
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
      ] as const)
        if (!matches.has(lexiconKey(text))) matches.set(lexiconKey(text), { noun, isPlural })
    }
    return { wordings, nouns: matches }
  }

  return {
    meanings: phrases.length + verbs.length + nouns.length,
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
      for (const row of [...phrases, ...verbs]) add(row[language])
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

/** An English infinitive looks like the plural form, unless it has its "to". */
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

const irregularEnglish: Readonly<Record<string, string>> = {
  man: 'men',
  woman: 'women',
  child: 'children',
  fish: 'fish',
  life: 'lives',
}

/** By rule; the noun itself in languages whose plurals follow none that is simple. */
export function regularPlural(noun: string, language: LexiconLanguage): string {
  switch (language) {
    case 'en':
      if (irregularEnglish[noun] !== undefined) return irregularEnglish[noun]
      if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
      return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
    case 'es':
      if (noun.endsWith('z')) return `${noun.slice(0, -1)}ces`
      return /[aeiouéá]$/.test(noun) ? `${noun}s` : `${withoutAccent(noun)}es`
    case 'fr':
      if (/(?:au|eu)$/.test(noun)) return `${noun}x`
      if (noun.endsWith('al')) return `${noun.slice(0, -1)}ux`
      return /[sxz]$/.test(noun) ? noun : `${noun}s`
    case 'it':
      if (/[àèìòù]$/.test(noun)) return noun
      if (noun.endsWith('io')) return noun.slice(0, -1)
      if (noun.endsWith('ca') || noun.endsWith('ga')) return `${noun.slice(0, -1)}he`
      return noun.replace(/(.)$/, (last) => ({ o: 'i', a: 'e', e: 'i' })[last] ?? last)
    case 'pt':
      if (noun.endsWith('ção')) return `${noun.slice(0, -3)}ções`
      if (noun.endsWith('m')) return `${noun.slice(0, -1)}ns`
      if (noun.endsWith('el')) return `${noun.slice(0, -2)}éis`
      if (noun.endsWith('ol')) return `${noun.slice(0, -2)}óis`
      if (noun.endsWith('l')) return `${noun.slice(0, -1)}is`
      return /[rsz]$/.test(noun) ? `${noun}es` : `${noun}s`
    default:
      return noun
  }
}

/** The accent of a last syllable is not written when another follows: estación, estaciones. */
function withoutAccent(noun: string): string {
  return noun.replace(/[áéíóú](?=[ns]$)/, (letter) => ({ á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' })[letter] ?? letter)
}
