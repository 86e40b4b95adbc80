// Checks the first digits of a card number: the brand by public ranges, the bank by an imported list.
import type { Judgement } from './judgement.ts'
import { judged } from './judgement.ts'

/** A row of an imported list. */
export interface BinRecord {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly prepaid?: boolean
}
export interface CardJudgement {
  readonly isFound: Judgement
  readonly countryMatches: Judgement
  readonly isPrepaid: Judgement
}

/** First and last prefix of each brand, equally long (SOURCES 5.4). */
const ranges: readonly (readonly [brand: string, first: string, last: string])[] = [
  ['visa', '4', '4'],
  ['mastercard', '51', '55'],
  ['mastercard', '2221', '2720'],
  ['amex', '34', '34'],
  ['amex', '37', '37'],
  ['diners', '300', '305'],
  ['diners', '3095', '3095'],
  ['diners', '36', '36'],
  ['diners', '38', '39'],
  ['discover', '6011', '6011'],
  ['discover', '644', '649'],
  ['discover', '65', '65'],
  ['jcb', '3528', '3589'],
  ['unionpay', '62', '62'],
  ['unionpay', '81', '81'],
  ['maestro', '50', '50'],
  ['maestro', '56', '58'],
  ['maestro', '63', '63'],
  ['maestro', '67', '67'],
  ['mir', '2200', '2204'],
  ['troy', '9792', '9792'],
  ['rupay', '508', '508'],
  ['rupay', '6069', '6069'],
]

/** Returns the brand whose ranges contain the number. */
function brandOf(bin: string): string | undefined {
  return ranges.find(([, first, last]) => {
    const start = bin.slice(0, first.length)
    return start >= first && start <= last
  })?.[0]
}

export function judgeCard(bin: string | undefined, record: BinRecord | undefined, country: string | undefined) {
  const matches = record?.country === undefined || country === undefined ? undefined : record.country === country
  const judgement: CardJudgement = {
    isFound: judged(bin === undefined ? undefined : record !== undefined || brandOf(bin) !== undefined),
    countryMatches: judged(matches),
    isPrepaid: judged(record?.prepaid),
  }
  return judgement
}

/** Returns the match of a verified address: full, partial or none; undefined if it was not verified (SOURCES 2.6). */
export function avsMatch(letter: string | undefined): 'full' | 'partial' | 'none' | undefined {
  if (letter === undefined) return undefined
  if ('YXDMF'.includes(letter)) return 'full'
  if ('ABZWP'.includes(letter)) return 'partial'
  return 'NC'.includes(letter) ? 'none' : undefined
}
