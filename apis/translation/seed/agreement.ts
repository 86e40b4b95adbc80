// Rules of the sample engine by which adjectives and determiners agree with a noun, from each language's grammar and
// the lexicon's genders. The few irregular forms are listed; Polish nouns have no gender there.
import { type LexiconLanguage, regularPlural } from './plurals.ts'

export type Gender = 'm' | 'f' | 'n' | 'c'
/** The properties of a noun that other words agree with. */
export interface Agreeing {
  readonly gender: Gender | undefined
  readonly isPlural: boolean
}
/** The determiner before an adjective, on which German endings depend. */
export type Determiner = 'definite' | 'indefinite' | undefined
/** Masculine, feminine and neuter singular, and the plurals of masculine and feminine nouns. */
type Forms = readonly [m: string, f: string, n: string, pluralM: string, pluralF: string]

const spread = (m: string, f: string, plural: string, pluralF = plural): Forms => [m, f, m, plural, pluralF]
const ein = (word: string): Forms => [word, `${word}e`, word, `${word}e`, `${word}e`]
const dies = (stem: string): Forms => [`${stem}er`, `${stem}e`, `${stem}es`, `${stem}e`, `${stem}e`]

/** Possessives and demonstratives by basic form. */
const determiners: Partial<Record<LexiconLanguage, Readonly<Record<string, Forms>>>> = {
  de: {
    ...Object.fromEntries(['mein', 'dein', 'sein', 'ihr', 'Ihr', 'unser', 'kein'].map((word) => [word, ein(word)])),
    dieser: dies('dies'),
    jeder: dies('jed'),
  },
  es: {
    mi: spread('mi', 'mi', 'mis'),
    tu: spread('tu', 'tu', 'tus'),
    su: spread('su', 'su', 'sus'),
    nuestro: spread('nuestro', 'nuestra', 'nuestros', 'nuestras'),
    este: spread('este', 'esta', 'estos', 'estas'),
    estos: spread('este', 'esta', 'estos', 'estas'),
    muchos: spread('mucho', 'mucha', 'muchos', 'muchas'),
    mucho: spread('mucho', 'mucha', 'muchos', 'muchas'),
    pocos: spread('poco', 'poca', 'pocos', 'pocas'),
    todos: spread('todo', 'toda', 'todos', 'todas'),
    algunos: spread('algún', 'alguna', 'algunos', 'algunas'),
    varios: spread('varios', 'varias', 'varios', 'varias'),
  },
  fr: {
    mon: spread('mon', 'ma', 'mes'),
    ton: spread('ton', 'ta', 'tes'),
    son: spread('son', 'sa', 'ses'),
    sa: spread('son', 'sa', 'ses'),
    notre: spread('notre', 'notre', 'nos'),
    votre: spread('votre', 'votre', 'vos'),
    leur: spread('leur', 'leur', 'leurs'),
    ce: spread('ce', 'cette', 'ces'),
    tous: spread('tout', 'toute', 'tous', 'toutes'),
  },
  it: {
    mio: spread('mio', 'mia', 'miei', 'mie'),
    tuo: spread('tuo', 'tua', 'tuoi', 'tue'),
    suo: spread('suo', 'sua', 'suoi', 'sue'),
    sua: spread('suo', 'sua', 'suoi', 'sue'),
    nostro: spread('nostro', 'nostra', 'nostri', 'nostre'),
    questo: spread('questo', 'questa', 'questi', 'queste'),
    questi: spread('questo', 'questa', 'questi', 'queste'),
    molti: spread('molto', 'molta', 'molti', 'molte'),
    molto: spread('molto', 'molta', 'molti', 'molte'),
    pochi: spread('poco', 'poca', 'pochi', 'poche'),
    tutti: spread('tutto', 'tutta', 'tutti', 'tutte'),
    alcuni: spread('qualche', 'qualche', 'alcuni', 'alcune'),
  },
  nl: {
    ons: ['onze', 'onze', 'ons', 'onze', 'onze'],
    dit: ['deze', 'deze', 'dit', 'deze', 'deze'],
    elk: ['elke', 'elke', 'elk', 'elke', 'elke'],
    elke: ['elke', 'elke', 'elk', 'elke', 'elke'],
  },
  pt: {
    meu: spread('meu', 'minha', 'meus', 'minhas'),
    teu: spread('teu', 'tua', 'teus', 'tuas'),
    seu: spread('seu', 'sua', 'seus', 'suas'),
    sua: spread('seu', 'sua', 'seus', 'suas'),
    nosso: spread('nosso', 'nossa', 'nossos', 'nossas'),
    este: spread('este', 'esta', 'estes', 'estas'),
    estes: spread('este', 'esta', 'estes', 'estas'),
    muitos: spread('muito', 'muita', 'muitos', 'muitas'),
    muito: spread('muito', 'muita', 'muitos', 'muitas'),
    poucos: spread('pouco', 'pouca', 'poucos', 'poucas'),
    todos: spread('todo', 'toda', 'todos', 'todas'),
    alguns: spread('algum', 'alguma', 'alguns', 'algumas'),
    vários: spread('vários', 'várias', 'vários', 'várias'),
  },
}

/** The form of a word before a noun, such as "my" or "this"; undefined for other words. */
export function determinerFor(
  word: string,
  language: LexiconLanguage,
  noun: Agreeing,
  next: string,
): string | undefined {
  const forms = determiners[language]?.[word]
  if (!forms) return undefined
  const form = formOf(forms, noun)
  // French avoids two vowels: mon amie, cet homme
  const isBeforeVowel = language === 'fr' && /^[aeiouyàâéèêëîïôœh]/i.test(next)
  if (isBeforeVowel && /^(?:ma|ta|sa|ce)$/.test(form)) return form === 'ce' ? 'cet' : `${form[0]}on`
  return form
}

/** The endings of a German adjective after this word: possessives are like "ein", the others like "der". */
export const kindOf = (word: string): Determiner =>
  /^(?:[mds]ein|ihr|unser|kein)/i.test(word) ? 'indefinite' : 'definite'

function formOf([m, f, n, pluralM, pluralF]: Forms, { gender, isPlural }: Agreeing): string {
  if (isPlural) return gender === 'f' ? pluralF : pluralM
  return gender === 'f' ? f : gender === 'n' ? n : m
}

/** The form of an adjective before its noun. */
export function attributive(
  adjective: string,
  language: LexiconLanguage,
  noun: Agreeing,
  determiner: Determiner,
): string {
  if (language === 'de') return germanAttributive(adjective, noun, determiner)
  if (language === 'nl')
    return noun.gender === 'n' && !noun.isPlural && determiner !== 'definite' ? adjective : dutchInflected(adjective)
  return formOf(adjectiveForms(adjective, language), noun)
}

/** The form of an adjective after a verb; unchanged in German and Dutch. */
export function predicative(adjective: string, language: LexiconLanguage, noun: Agreeing): string {
  return language === 'de' || language === 'nl' ? adjective : formOf(adjectiveForms(adjective, language), noun)
}

/** Every form of an adjective that may occur in a text. */
export function formsOfAdjective(adjective: string, language: LexiconLanguage): string[] {
  if (unchanging.test(adjective)) return [adjective]
  if (language === 'de')
    return ['', 'e', 'er', 'es', 'en', 'em'].map((ending) =>
      ending === '' ? adjective : germanStem(adjective) + ending,
    )
  return [
    ...new Set([adjective, ...(language === 'nl' ? [dutchInflected(adjective)] : adjectiveForms(adjective, language))]),
  ]
}

const unchanging = /^(?:rosa|simples|lila|viola|blu|roze|marron|bon marché|en colère)$|\s/
const germanStem = (adjective: string) =>
  adjective
    .replace(/^hoch$/, 'hoh')
    .replace(/(?<=dunk|t[ea]u|sau)e(?=[lr]$)/, '')
    .replace(/e$/, '')

function germanAttributive(adjective: string, { gender, isPlural }: Agreeing, determiner: Determiner): string {
  if (unchanging.test(adjective)) return adjective
  const stem = germanStem(adjective)
  if (isPlural) return stem + (determiner === undefined ? 'e' : 'en')
  if (determiner === 'definite' || gender === 'f') return `${stem}e`
  return stem + (gender === 'n' ? 'es' : 'er')
}

function dutchInflected(adjective: string): string {
  if (/e$|en$/.test(adjective) || unchanging.test(adjective)) return adjective
  const voiced = (stem: string) => stem.replace(/f$/, 'v').replace(/(?<=[aeiouj])s$/, 'z')
  if (/([aeou])\1[^aeiou]$/.test(adjective)) return `${voiced(adjective.replace(/([aeou])\1(?=[^aeiou]$)/, '$1'))}e`
  if (/^[^aeiou]*[aeiou][bdfgklmnprst]$/.test(adjective)) return `${adjective}${adjective.at(-1)}e`
  return `${voiced(adjective)}e`
}

/** Rules for feminine forms; the first that fits applies. */
const feminines: Partial<Record<LexiconLanguage, readonly (readonly [RegExp, string])[]>> = {
  es: [[/o$/, 'a']],
  it: [[/o$/, 'a']],
  pt: [
    [/^bom$/, 'boa'],
    [/^mau$/, 'má'],
    [/o$/, 'a'],
  ],
  fr: [
    [/^vieux$/, 'vieille'],
    [/^faux$/, 'fausse'],
    [/^doux$/, 'douce'],
    [/^blanc$/, 'blanche'],
    [/^sec$/, 'sèche'],
    [/^frais$/, 'fraîche'],
    [/^public$/, 'publique'],
    [/^long$/, 'longue'],
    [/^(?:bas|gros|épais)$/, '$&se'],
    [/^gentil$/, 'gentille'],
    [/eau$/, 'elle'],
    [/eux$/, 'euse'],
    [/er$/, 'ère'],
    [/et$/, 'ète'],
    [/f$/, 've'],
    [/(?<=e)l$|(?<=[eo])n$/, '$&$&e'],
    [/(?<!e)$/, 'e'],
  ],
}

function adjectiveForms(adjective: string, language: LexiconLanguage): Forms {
  if (!feminines[language] || unchanging.test(adjective)) return spread(adjective, adjective, adjective)
  const feminine = feminineOf(adjective, language)
  return spread(adjective, feminine, pluralOf(adjective, language), pluralOf(feminine, language))
}

function feminineOf(adjective: string, language: LexiconLanguage): string {
  const rule = feminines[language]?.find(([pattern]) => pattern.test(adjective))
  return rule ? adjective.replace(...rule) : adjective
}

const plurals: Readonly<Record<string, string>> = {
  gran: 'grandes',
  joven: 'jóvenes',
  bleu: 'bleus',
  antico: 'antichi',
}

function pluralOf(adjective: string, language: LexiconLanguage): string {
  if (plurals[adjective] !== undefined) return plurals[adjective]
  if (language === 'pt' && /^[^áâíóú]*[áâíóú].*[ei]l$/.test(adjective)) return adjective.replace(/[ei]l$/, 'eis')
  if (language === 'it' && /[cg]o$/.test(adjective))
    return adjective.endsWith('ico') ? adjective.replace(/o$/, 'i') : adjective.replace(/o$/, 'hi')
  return regularPlural(adjective, language)
}
