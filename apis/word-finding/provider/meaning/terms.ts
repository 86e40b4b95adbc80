// Splits text for comparison: into tokens, and into terms, which are stems of the meaningful tokens (SOURCES 3.3).
import { stemmer } from 'stemmer'
import { readIrregularForms } from '../irregular-forms.ts'

/** Function words, which say nothing about the subject of a definition. */
const silent = new Set(
  (
    'a an and any are as at be been being between by can could did do does down during each either especially etc for from ' +
    'had has have having he her him his how i if in into is it its itself like made make makes making may me might more most ' +
    'my no nor not of off on one ones or other others our out over own she should so some someone somebody something such ' +
    'than that the their them themselves then there these they thing things this those through to too under up upon us used ' +
    'usually using various very was we were what when where which while who whom whose why will with within would you your'
  ).split(' '),
)

/** Returns the tokens of a text in lower case: letters and digits, with apostrophes and hyphens inside. */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+(?:['-][a-z0-9]+)*/g) ?? []
}

export function isSilent(token: string): boolean {
  return silent.has(token)
}

/** Irregular forms that are more often words in their own right. */
const ownWords = new Set(
  (
    'axes bases best better bit bore bound data dice dove felt fell found ground lay lead least leaves left less lit lives ' +
    'media most people ring rose rung saw shot spoke stole well wore worst wound wove'
  ).split(' '),
)
const irregular = readIrregularForms()

/** Creates a stemmer with a cache, which is bounded: a full cache is emptied. */
export function createStems(most = 2000): (token: string) => string {
  const known = new Map<string, string>()
  return (token) => {
    let stem = known.get(token)
    if (stem === undefined) {
      stem = stemmer(baseOf(token))
      if (known.size >= most) known.clear()
      known.set(token, stem)
    }
    return stem
  }
}

/** Handles the cases that the stemmer misses: possessives, irregular forms, and `flies` as a form of `fly`. */
function baseOf(token: string): string {
  if (token.endsWith("'s")) return token.slice(0, -2)
  if (/[^aeiou]ie[sd]$/.test(token)) return `${token.slice(0, -3)}y`
  return ownWords.has(token) ? token : (irregular.get(token)?.[0]?.base ?? token)
}

/** Returns a string in its compared form: lower case, without accents, single spaces, straight apostrophes. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Places of a term in a synset: bits of a posting above the synset number. */
export const inDefinition = 1
export const inWords = 2
export const inDefinitionHead = 4
const synsetBits = 17
export const mostSynsets = 2 ** synsetBits
export const posting = (synset: number, fields: number): number => synset | (fields << synsetBits)
export const synsetOf = (entry: number): number => entry & (mostSynsets - 1)
export const placesOf = (entry: number): number => entry >>> synsetBits
