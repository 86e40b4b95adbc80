// Rates the agreement of an address with the written text, part by part (SOURCES 4). Each written word counts for one
// part.
import { present } from '#define/present'
import type { AddressRecord } from '../../model/address-record.ts'
import { compactPostcode, partsOfPostcode } from '../postcodes/postcode.ts'
import { streetTypes, wordsOf } from '../search/words.ts'
import type { Written } from './written.ts'

type Level = 'FULL' | 'PARTIAL' | 'INCORRECT' | 'MISSING' | 'NA' | 'NO_MATCH'
const parts = ['organisation', 'premise', 'thoroughfare', 'locality', 'post_town', 'postcode'] as const
type Part = (typeof parts)[number]
type Levels = Readonly<Record<`${Part}_match`, Level>>

export const noMatch = levelsOf(() => 'NO_MATCH')

export interface Judged {
  readonly record: AddressRecord
  /** Rank among the candidates. */
  readonly score: number
  /** Share of the written text that agrees, from 0 to 1. */
  readonly fit: number
  /** Fit, less a deduction for missing parts. */
  readonly confidence: number
  readonly levels: Levels
  readonly isAcceptable: boolean
  /**
   * True if the address has every written word, apart from typing mistakes, and is located: no other can be much
   * better.
   */
  readonly isCertain: boolean
}

const weights: Readonly<Record<Part, number>> = {
  organisation: 0.05,
  premise: 0.3,
  thoroughfare: 0.25,
  locality: 0.05,
  post_town: 0.1,
  postcode: 0.25,
}
const points: Readonly<Record<Level, number>> = {
  FULL: 1,
  PARTIAL: 0.5,
  INCORRECT: 0,
  MISSING: 0,
  NA: 0,
  NO_MATCH: 0,
}
const typeWeight = 0.3
const leastPartial = 0.5

/** A written word, marked once a part has matched it. */
interface Word {
  readonly word: string
  used: boolean
}
interface Agreement {
  readonly share: number
  /** True if a word of the part was not written, not even with mistakes. */
  readonly lacksWord: boolean
  /** True if a number of the part was not written. */
  readonly lacksNumber: boolean
  readonly isEmpty: boolean
}

export function judge(record: AddressRecord, written: Written): Judged {
  const words: Word[] = written.words.map((word) => ({ word, used: false }))
  const agreementOf = (...texts: (string | undefined)[]): Agreement => agree(texts, words, written)
  // streets first: a house named after its street must not take the street's words
  const thoroughfare = agreementOf(record.dependant_thoroughfare, record.thoroughfare)
  const post_town = agreementOf(record.post_town)
  const locality = agreementOf(record.double_dependant_locality, record.dependant_locality)
  const box = record.po_box && `po box ${record.po_box}`
  const premise = agreementOf(record.sub_building_name, record.building_name, record.building_number, box)
  const organisation = agreementOf(record.organisation_name, record.department_name)
  const left = words.filter(({ used }) => !used)
  const agreements = { organisation, premise, thoroughfare, locality, post_town }
  const postcode = postcodeLevel(record, written)
  const levelOf = (part: Part): Level =>
    part === 'postcode' ? postcode : levelFor(agreements[part], left, part === 'premise')
  const levels = levelsOf(levelOf)
  const shares = parts.map((part) => (part === 'postcode' ? points[postcode] : agreements[part].share))
  const applicable = parts.filter((part) => levels[`${part}_match`] !== 'NA')
  const whole = sumOf(applicable, (part) => weights[part])
  const score = sumOf(applicable, (part) => weights[part] * present(shares[parts.indexOf(part)])) / whole
  const isWhole = ({ isEmpty, lacksWord }: Agreement) => !isEmpty && !lacksWord
  const isLocated = postcode === 'FULL' || isWhole(post_town)
  return {
    record,
    isCertain: left.length === 0 && levels.premise_match === 'FULL' && isWhole(thoroughfare) && isLocated,
    score: score - sumOf(left, ({ word }) => (/\d/.test(word) ? 0.1 : 0.03)),
    fit: rate(
      levels,
      applicable.filter((part) => levels[`${part}_match`] !== 'MISSING'),
    ),
    confidence: rate(levels, applicable),
    levels,
    isAcceptable: isAcceptable(levels) && (postcode === 'FULL' || isSameStreet(thoroughfare, { left, postcode })),
  }
}

function levelsOf(level: (part: Part) => Level): Levels {
  return {
    organisation_match: level('organisation'),
    premise_match: level('premise'),
    thoroughfare_match: level('thoroughfare'),
    locality_match: level('locality'),
    post_town_match: level('post_town'),
    postcode_match: level('postcode'),
  }
}

/** Returns the share of a part's words that was written, and marks those as taken. */
function agree(texts: readonly (string | undefined)[], written: Word[], { likeness }: Written): Agreement {
  const words = wordsOf(texts.filter(Boolean).join(' '))
  const weightOf = (word: string) => (streetTypes.has(word) && words.length > 1 ? typeWeight : 1)
  let [met, lacksWord, lacksNumber] = [0, false, false]
  for (const word of words) {
    const best = bestOf(written, (one) => likeness(one, word))
    if (best.word) {
      best.word.used = true
      met += weightOf(word) * best.likeness
    } else {
      lacksWord = true
      if (/\d/.test(word)) lacksNumber = true
    }
  }
  const whole = sumOf(words, weightOf)
  return { share: whole === 0 ? 0 : met / whole, lacksWord, lacksNumber, isEmpty: words.length === 0 }
}

function bestOf(written: readonly Word[], likeness: (word: string) => number) {
  let best: { word: Word | undefined; likeness: number } = { word: undefined, likeness: 0 }
  for (const word of written) {
    if (word.used || best.likeness === 1) continue
    const likely = likeness(word.word)
    if (likely > best.likeness) best = { word, likeness: likely }
  }
  return best
}

function levelFor({ share, lacksNumber, isEmpty }: Agreement, left: readonly Word[], isPremise: boolean): Level {
  if (isEmpty) return 'NA'
  const isOther = left.some(({ word }) => /\d/.test(word) === isPremise)
  if (isPremise && lacksNumber && isOther) return 'INCORRECT'
  if (share > 0.99) return 'FULL'
  if (share >= leastPartial) return 'PARTIAL'
  return isOther ? 'INCORRECT' : 'MISSING'
}

function postcodeLevel({ postcode = '' }: AddressRecord, written: Written): Level {
  const own = compactPostcode(postcode)
  if (own === '') return 'NA'
  if (written.postcode === '') return 'MISSING'
  if (own === written.postcode) return 'FULL'
  const isClose = partsOfPostcode(own).outward === partsOfPostcode(written.postcode).outward
  return isClose || lettersApart(own, written.postcode) === 1 ? 'PARTIAL' : 'INCORRECT'
}

function lettersApart(a: string, b: string): number {
  return a.length === b.length ? [...a].filter((letter, at) => letter !== b[at]).length : a.length
}

/**
 * True if the street is plausible. Without its postcode, a street with other words or missing words is another street.
 */
function isSameStreet({ lacksWord }: Agreement, rest: { left: readonly Word[]; postcode: Level }): boolean {
  const hasOthers = rest.left.some(({ word }) => !/\d/.test(word))
  return !lacksWord && !(hasOthers && rest.postcode === 'INCORRECT')
}

/** True if the match is good enough: a made-up address must not become an existing one. */
function isAcceptable(levels: Levels): boolean {
  const agrees = (part: Part) => points[levels[`${part}_match`]] > 0
  const is = (part: Part, level: Level) => levels[`${part}_match`] === level
  const isStreet = agrees('thoroughfare') || (is('thoroughfare', 'NA') && agrees('locality'))
  const isNamed = is('premise', 'FULL') || is('organisation', 'FULL')
  const isKnown = agrees('premise') || is('organisation', 'FULL') || is('premise', 'NA')
  const isElsewhere = (is('postcode', 'INCORRECT') || is('postcode', 'MISSING')) && is('post_town', 'INCORRECT')
  const isLocated = is('postcode', 'FULL') && isNamed && !is('thoroughfare', 'INCORRECT')
  return isKnown && !isElsewhere && (isStreet || isLocated)
}

function rate(levels: Levels, some: readonly Part[]): number {
  const whole = sumOf(some, (part) => weights[part])
  const met = sumOf(some, (part) => weights[part] * points[levels[`${part}_match`]])
  return whole === 0 ? 0 : Math.round((met / whole) * 1000) / 1000
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
