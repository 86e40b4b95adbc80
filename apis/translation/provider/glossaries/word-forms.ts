// Forms of words by the lexicon and by the rules for regular plurals: the base of a form, and a term in the form that a
// text has. Serves engines that do not analyse words.
import { present } from '#define/present'
import {
  isLexiconLanguage,
  type Lexicon,
  type LexiconLanguage,
  lexiconKey,
  type Noun,
  type NounMatch,
  regularPlural,
  type Verb,
} from '../../seed/lexicon.ts'

export interface WordForms {
  /** The possible bases of a word, in lower case, without the word itself. */
  basesOf(word: string, language: string): readonly string[]
  /** The target in the form that the text has of the source; undefined if either form is unknown. */
  inflected(term: InflectedTerm, languages: { readonly source: string; readonly target: string }): string | undefined
  /** A term as a noun, for the article before it; undefined if its gender is unknown. */
  nounIn(text: string, language: string, isInflected: boolean): NounMatch | undefined
}
interface InflectedTerm {
  readonly text: string
  readonly source: string
  readonly target: string
}

type Shape = 'plural' | 'third person singular' | 'third person plural'
interface LanguageForms {
  readonly nouns: ReadonlyMap<string, Noun>
  /** Nouns by plural form. */
  readonly plurals: ReadonlyMap<string, readonly string[]>
  readonly verbs: ReadonlyMap<string, Verb>
  readonly verbForms: ReadonlyMap<string, readonly string[]>
}

const romance: readonly string[] = ['es', 'fr', 'it', 'pt']
/** Words between the head of a term and its complements. */
const behindHead: Partial<Record<LexiconLanguage, RegExp>> = {
  en: /^(?:of|for|in|at|on|with|to|from|by)$/,
  es: /^(?:de|del|a|al|en|con|para|por|sin)$/,
  fr: /^(?:de|du|des|à|au|aux|en|avec|pour|sans)$/,
  it: /^(?:di|del|della|dello|dei|degli|delle|a|al|alla|da|in|con|per)$/,
  pt: /^(?:de|do|da|dos|das|a|ao|em|com|para|por|sem)$/,
}

export function createWordForms(lexicon: Lexicon): WordForms {
  const read = new Map<LexiconLanguage, LanguageForms>()
  const formsOf = (language: LexiconLanguage): LanguageForms => {
    const known = read.get(language) ?? readForms(lexicon, language)
    read.set(language, known)
    return known
  }

  function basesOf(word: string, language: string): string[] {
    if (!isLexiconLanguage(language)) return []
    const key = lexiconKey(word)
    const { plurals, verbForms, nouns } = formsOf(language)
    const known = [...(plurals.get(key) ?? []), ...(verbForms.get(key) ?? [])]
    // the lexicon decides about its own words: "news" is not a plural
    if (known.length > 0 || nouns.has(key) || lexicon.words(language).has(key)) return known
    return singularsOf(key, language)
  }

  /** The plural of a noun; undefined if neither the lexicon nor a rule has it. */
  function pluralOf(noun: string, language: LexiconLanguage): string | undefined {
    const key = lexiconKey(noun)
    const known = formsOf(language).nouns.get(key)?.plural
    if (known !== undefined) return likeFirst(noun, known)
    const regular = regularPlural(noun, language)
    return regular === noun ? undefined : regular
  }

  function pluralTerm(term: string, language: LexiconLanguage): string | undefined {
    const whole = formsOf(language).nouns.get(lexiconKey(term))
    if (whole) return likeFirst(term, whole.plural)
    const words = term.split(/(\s+)/)
    const isWord = (text: string) => /^[\p{L}\p{M}-]+$/u.test(text)
    const split = words.findIndex((word, at) => at > 0 && behindHead[language]?.test(word.toLowerCase()) === true)
    const head = split < 0 ? words : words.slice(0, split)
    const nouns = head.filter((word) => word.trim() !== '')
    if (!nouns.every(isWord)) return undefined
    // English and German inflect the last word, Romance languages all of them
    const isLastOnly = !romance.includes(language)
    const last = head.findLastIndex((word) => word.trim() !== '')
    let isInflected = false
    const done = head.map((word, at) => {
      if (word.trim() === '' || (isLastOnly && at !== last) || /^\p{Lu}+$/u.test(word)) return word
      const plural = pluralOf(word, language)
      if (plural !== undefined) isInflected = true
      return plural ?? word
    })
    return isInflected ? [...done, ...words.slice(head.length)].join('') : undefined
  }

  return {
    basesOf,
    inflected(term, { source, target }) {
      if (!isLexiconLanguage(source) || !isLexiconLanguage(target)) return undefined
      const { nouns, verbs } = formsOf(target)
      const key = lexiconKey(term.target)
      const shapes = shapesOf(term, source, formsOf(source))
      const verb = nouns.has(key) && shapes.includes('plural') ? undefined : verbs.get(key)
      if (verb && shapes.includes('third person singular')) return verb.singular
      if (verb && shapes.includes('third person plural')) return verb.plural
      return shapes.includes('plural') ? pluralTerm(term.target, target) : undefined
    },
    nounIn(text, language, isInflected) {
      if (!isLexiconLanguage(language)) return undefined
      const { nouns, plurals } = formsOf(language)
      const whole = lexiconKey(text)
      const isKnown = nouns.has(whole) || plurals.has(whole)
      const [head = ''] = romance.includes(language) ? whole.split(' ') : whole.split(' ').slice(-1)
      const key = isKnown ? whole : head
      const noun = nouns.get(key)
      if (noun) return { noun, isPlural: isInflected && noun.plural === noun.singular }
      const [singular] = plurals.get(key) ?? []
      const known = singular === undefined ? undefined : nouns.get(singular)
      return known && { noun: known, isPlural: true }
    },
  }
}

/** Returns the shapes that the text may have of the source. */
function shapesOf(
  { text, source }: InflectedTerm,
  language: LexiconLanguage,
  { verbs, plurals }: LanguageForms,
): Shape[] {
  const [found, entry] = [lexiconKey(text), lexiconKey(source)]
  const shapes: Shape[] = []
  const isPlural = (form: string, base: string) =>
    plurals.get(form)?.includes(base) === true || singularsOf(form, language).includes(base)
  if (isPlural(found, entry) || wordPairs(found, entry).every(([form, base]) => form === base || isPlural(form, base)))
    shapes.push('plural')
  const verb = verbs.get(entry)
  if (verb && lexiconKey(verb.singular) === found) shapes.push('third person singular')
  if (verb && lexiconKey(verb.plural) === found) shapes.push('third person plural')
  return shapes
}

function readForms(lexicon: Lexicon, language: LexiconLanguage): LanguageForms {
  const nouns = new Map<string, Noun>()
  const plurals = new Map<string, string[]>()
  const verbs = new Map<string, Verb>()
  const verbForms = new Map<string, string[]>()
  const add = (forms: Map<string, string[]>, form: string, base: string) => {
    if (form === base || form === '') return
    forms.set(form, [...new Set([...(forms.get(form) ?? []), base])])
  }
  for (const noun of lexicon.nouns(language)) {
    const key = lexiconKey(noun.singular)
    if (!nouns.has(key)) nouns.set(key, noun)
    add(plurals, lexiconKey(noun.plural), key)
  }
  for (const verb of lexicon.verbs(language)) {
    const key = lexiconKey(verb.infinitive)
    if (!verbs.has(key)) verbs.set(key, verb)
    add(verbForms, lexiconKey(verb.singular), key)
    add(verbForms, lexiconKey(verb.plural), key)
  }
  return { nouns, plurals, verbs, verbForms }
}

/** Plural endings and the singular endings they may come from; the rule for plurals decides. */
const endings: Partial<Record<LexiconLanguage, readonly (readonly [string, readonly string[]])[]>> = {
  en: [
    ['ies', ['y']],
    ['es', ['']],
    ['s', ['']],
  ],
  es: [
    ['ces', ['z']],
    ['ones', ['ón']],
    ['anes', ['án']],
    ['enes', ['én']],
    ['ines', ['ín']],
    ['es', ['']],
    ['s', ['']],
  ],
  fr: [
    ['aux', ['al']],
    ['x', ['']],
    ['s', ['']],
  ],
  it: [
    ['he', ['a']],
    ['i', ['o', 'e', 'io']],
    ['e', ['a']],
  ],
  pt: [
    ['ções', ['ção']],
    ['ns', ['m']],
    ['éis', ['el']],
    ['óis', ['ol']],
    ['is', ['l']],
    ['es', ['']],
    ['s', ['']],
  ],
}

/** Words whose regular plural is the given word. */
function singularsOf(word: string, language: LexiconLanguage): string[] {
  return (endings[language] ?? []).flatMap(([ending, bases]) => {
    if (!word.endsWith(ending) || word.length - ending.length < 2) return []
    const stem = word.slice(0, word.length - ending.length)
    return bases.map((base) => stem + base).filter((base) => regularPlural(base, language) === word)
  })
}

/** The words that correspond; empty if the numbers of words differ. */
function wordPairs(text: string, source: string): [string, string][] {
  const [words, bases] = [text.split(' '), source.split(' ')]
  if (words.length !== bases.length) return [['', ' ']]
  return words.map((word, at) => [word, present(bases[at])])
}

/** Capitalises the text if the term is. */
function likeFirst(like: string, text: string): string {
  return /^\p{Lu}/u.test(like) ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : text
}
