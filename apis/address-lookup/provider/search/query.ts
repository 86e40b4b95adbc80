// Parses a query: its words with their possible meanings, and its postcode.

import { fold } from '../../model/fold.ts'
import { takePostcode } from '../postcodes/postcode.ts'
import type { Vocabulary } from './vocabulary.ts'
import { keyWord, wordsOf } from './words.ts'

export interface Token {
  readonly word: string
  /** True if the end of the word can be missing. */
  readonly isPrefix: boolean
  /** Words of addresses that it can mean, the word itself first; empty if nothing is similar. */
  readonly meanings: readonly string[]
}
export interface Query {
  /** Folded text, without punctuation. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Postcode without its space; empty if absent. */
  readonly postcode: string
}

/** The limit of words; more do not distinguish addresses. */
const mostTokens = 12

/** Abbreviated words, in both directions. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'st=street,saint rd=road ave=avenue,av=avenue ln=lane dr=drive cl=close clo=close ct=court crt=court pl=place ' +
    'gdns=gardens gdn=garden grn=green gr=grove gro=grove cres=crescent cresc=crescent sq=square ter=terrace terr=terrace ' +
    'pk=park est=estate hse=house bldg=building bldgs=buildings apt=apartment,flat apartment=flat flt=flat hts=heights ' +
    'ind=industrial indl=industrial ltd=limited limited=ltd mt=mount nth=north sth=south n=north s=south e=east w=west ' +
    'gt=great lt=little lwr=lower upr=upper wk=walk wy=way yd=yard ctr=centre cntr=centre center=centre bvd=boulevard ' +
    'blvd=boulevard bdwy=broadway prom=promenade pde=parade mws=mews sub=under saint=st street=st and=n'
  )
    .split(/[\s,](?=[a-z]+=)/)
    .map((pair) => pair.split('='))
    .map(([word = '', others = '']) => [word, others.split(',')]),
)

interface QueryOptions {
  /** True if the last word can be unfinished. */
  readonly isTyped?: boolean
}

export async function readQuery(
  text: string,
  vocabulary: Vocabulary,
  { isTyped = false }: QueryOptions = {},
): Promise<Query> {
  const { postcode, rest: unparsed } = takePostcode(text)
  const { sector, rest } = isTyped ? takeSector(unparsed) : { sector: '', rest: unparsed }
  const words = wordsOf(rest).slice(0, mostTokens)
  const isUnfinished = isTyped && sector === '' && /[\p{L}\p{N}'’]$/u.test(rest)
  const tokens = await Promise.all(
    words.map(async (word, at) => {
      const isPrefix = isUnfinished && at === words.length - 1
      return { word, isPrefix, meanings: await meaningsOf(word, vocabulary, isPrefix) }
    }),
  )
  const inSector = sector ? [{ word: sector, isPrefix: true, meanings: [keyWord('postcode_sector', sector)] }] : []
  return { text: normalText(text), tokens: [...tokens, ...inSector], postcode }
}

/** Takes the sector from the end of a half-typed postcode. */
function takeSector(text: string): { readonly sector: string; readonly rest: string } {
  const found = /\b([a-z]{1,2}\d[a-z\d]?)\s+(\d)[a-z]?$/i.exec(text)
  return found ? { sector: `${found[1]} ${found[2]}`, rest: text.slice(0, found.index) } : { sector: '', rest: text }
}

async function meaningsOf(word: string, vocabulary: Vocabulary, isPrefix: boolean): Promise<readonly string[]> {
  const known = [word, ...(synonyms.get(word) ?? [])].filter((one) => vocabulary.uses(one) > 0)
  const longer = isPrefix ? vocabulary.completions(word) : []
  const exact = [...new Set([...known, ...longer])]
  // a known word can still be a typing mistake for another, but corrections would match too much
  return exact.length > 0 ? exact : vocabulary.corrections(word)
}

/** Returns folded words separated by single spaces. */
export function normalText(text: string): string {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
