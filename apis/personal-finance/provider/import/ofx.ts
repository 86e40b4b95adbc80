// Reads Open Financial Exchange statements as a stream of elements. Unknown elements are skipped. Names are those of
// the OFX specification, chapter 11.
import { invalidImport } from '#provider/import'
import type { AccountType } from '../ledger/accounts/account-types.ts'
import { findCurrency } from '../reference/currencies.ts'
import { readDate } from './dates.ts'
import { decideAmounts, type ReadUnits } from './decided-amounts.ts'
import type { Direction } from './directions.ts'
import type { ImportNotes } from './notes.ts'
import { elementsOf, type OfxElement } from './ofx-elements.ts'
import type { ReadStatement, StatementAccount, StatementItem } from './statement.ts'

/** Account types of OFX; any other is a bank account. */
const types: Readonly<Record<string, AccountType>> = {
  CHECKING: 'bank',
  SAVINGS: 'bank',
  MONEYMRKT: 'bank',
  CREDITLINE: 'loans',
  CD: 'bank',
}
/** Transaction types for money spent, except refunds. */
const spending: readonly string[] = ['FEE', 'SRVCHG', 'ATM', 'POS', 'CHECK', 'CASH', 'DIRECTDEBIT', 'REPEATPMT']
/** Transaction types with a direction. */
const directions: ReadonlyMap<string, Direction> = new Map([
  ...['DEBIT', 'PAYMENT', ...spending].map((type) => [type, -1] as const),
  ...['CREDIT', 'DEP', 'DIRECTDEP', 'DIV'].map((type) => [type, 1] as const),
])

/** State of the reader. */
interface Reading {
  institution: string | undefined
  currency: string | undefined
  account: Record<string, string>
  isCard: boolean
  /** The transaction or balance being read. */
  open: { readonly name: string; readonly line: number; readonly values: Record<string, string> } | undefined
  readonly amounts: OfxAmounts
  readonly corrections: Corrections
}
/** Corrections of the file, by account and the ids that they correct (CORRECTFITID). */
interface Corrections {
  /** Corrected ids, and of these the ones that the file has. */
  readonly ids: Set<string>
  readonly present: Set<string>
}
interface OfxAmounts {
  readonly units: ReadUnits
  /** Returns the signed amount; undefined if the sign is unknown. */
  signed(units: number, type: string): number | undefined
}

/** Reads a file. Throws `import.invalid` if it has no statement, or ambiguous amounts. */
export const readOfx: ReadStatement = async function* (read, { notes }) {
  const types = createTypeCounts()
  const corrections = await correctionsIn(read)
  const survey = async (units: ReadUnits) => {
    for await (const _ of itemsOf(read(), { units, signed: types.add }, corrections));
  }
  const units = await decideAmounts(survey, notes, { mayMix: true })
  yield* itemsOf(read(), { units, signed: types.decide(notes) }, corrections)
}

/**
 * Finds the corrections of a file. Two readings, because either can come first. Ids are those of an account: the first
 * account that a statement names, since transactions name others.
 */
async function correctionsIn(read: Parameters<ReadStatement>[0]): Promise<Corrections> {
  const [ids, present] = [new Set<string>(), new Set<string>()]
  for await (const id of idsIn(read(), 'CORRECTFITID')) ids.add(id)
  if (ids.size > 0) for await (const id of idsIn(read(), 'FITID')) if (ids.has(id)) present.add(id)
  return { ids, present }
}

async function* idsIn(text: AsyncIterable<string>, wanted: string): AsyncGenerator<string> {
  let account: string | undefined
  for await (const { name, text: value, isEnd } of elementsOf(text)) {
    if (!isEnd && statements.has(name)) account = undefined
    else if (name === 'ACCTID') account ??= value
    else if (name === wanted && value !== '') yield correctedId(account, value)
  }
}

const correctedId = (account = '', id = '') => `${account} ${id}`

/** Compares the transaction types with the signs of the amounts, which some banks omit. */
function createTypeCounts() {
  const counts = { agreeing: 0, debitsAbove: 0, creditsBelow: 0, negative: 0 }
  /** The first spending type with a positive amount. */
  let spent: string | undefined
  return {
    add(units: number, type: string): number {
      if (units < 0) counts.negative++
      else if (units > 0 && spending.includes(type)) spent ??= type
      if (units === 0 || (type !== 'DEBIT' && type !== 'CREDIT')) return units
      if (Math.sign(units) === directions.get(type)) counts.agreeing++
      else counts[type === 'DEBIT' ? 'debitsAbove' : 'creditsBelow']++
      return units
    },
    /** Trusts the signs of the specification unless all debits are positive or all signs are swapped. */
    decide(notes: ImportNotes): OfxAmounts['signed'] {
      const { agreeing, debitsAbove, creditsBelow, negative } = counts
      if (debitsAbove > 0 && (negative === 0 || (agreeing === 0 && creditsBelow > 0))) {
        notes.add('Signs are those of the types of transactions (DEBIT, CREDIT), because no debit is negative.')
        return (units, type) => {
          const direction = directions.get(type)
          return direction && direction * Math.abs(units) + 0
        }
      }
      // one POS could be a refund, but a file without any minus does not show that the bank writes signs at all
      if (spent !== undefined && negative === 0)
        throw invalidImport(
          `no amount has a minus, though the type ${spent} is mostly spent money. Give amounts that were spent a minus, or ` +
            'the types DEBIT and CREDIT',
        )
      const contrary = debitsAbove + creditsBelow
      notes.add(
        `Signs are those of the amounts${contrary > 0 ? `; ${contrary} contradict the type DEBIT or CREDIT` : ''}.`,
      )
      return (units) => units
    },
  }
}

async function* itemsOf(
  text: AsyncIterable<string>,
  amounts: OfxAmounts,
  corrections: Corrections,
): AsyncGenerator<StatementItem> {
  const reading: Reading = {
    institution: undefined,
    currency: undefined,
    account: {},
    isCard: false,
    open: undefined,
    amounts,
    corrections,
  }
  let statements = 0
  for await (const element of elementsOf(text)) {
    if (['BANKTRANLIST', 'INVTRANLIST', 'LEDGERBAL'].includes(element.name)) statements++
    const item = take(element, reading)
    if (item) yield item
  }
  if (reading.open) yield { kind: 'skipped', line: reading.open.line, reason: 'the file ends within it' }
  if (statements === 0) throw invalidImport('the OFX file holds no statement')
}

/** Elements whose values belong to a transaction or balance. */
const groups = new Set(['STMTTRN', 'LEDGERBAL', 'AVAILBAL'])
const statements = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
/** Elements that end a transaction whose end tag is missing. */
const outer = new Set([
  ...groups,
  ...statements,
  'BANKTRANLIST',
  'INVTRANLIST',
  'STMTTRNRS',
  'CCSTMTTRNRS',
  'BALLIST',
  'OFX',
])

function take(element: OfxElement, reading: Reading): StatementItem | undefined {
  const { name, isEnd, text, line } = element
  if (outer.has(name)) {
    const closed = reading.open
    reading.open = groups.has(name) && !isEnd ? { name, line, values: {} } : undefined
    if (!isEnd && statements.has(name))
      Object.assign(reading, { account: {}, currency: undefined, isCard: name === 'CCSTMTRS' })
    return closed && itemOf(closed, reading)
  }
  // ORIGCURRENCY holds the currency that an amount was converted from
  if (reading.open && name === 'ORIGCURRENCY') reading.open.values.CURSYM ??= ''
  // the cash of a trade is not among the entries of the account's money
  if (name === 'INVTRAN' && !isEnd) return { kind: 'skipped', line, reason: 'it trades or values an investment' }
  if (isEnd || text === '') return undefined
  // a nested payee also has a NAME, and a converted amount an older currency; the first counts
  if (reading.open) reading.open.values[name] ??= text
  else if (name === 'ORG') reading.institution = text
  else if (name === 'CURDEF') reading.currency = findCurrency(text)?.id
  else if (['BANKID', 'ACCTID', 'ACCTTYPE'].includes(name)) reading.account[name] ??= text
  return undefined
}

function itemOf(open: NonNullable<Reading['open']>, reading: Reading): StatementItem | undefined {
  const { line, values, name } = open
  const { units, signed } = reading.amounts
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const account = accountOf(reading)
  if (name === 'AVAILBAL') return undefined
  if (name === 'LEDGERBAL') {
    const [date, amount] = [readDate(values.DTASOF ?? ''), units(values.BALAMT ?? '', line)]
    return date && amount !== undefined
      ? { kind: 'balance', account, date, amount }
      : skipped('its balance has no date or amount')
  }
  const correction = correctionOf(values, reading)
  if (correction) return skipped(correction)
  const date = readDate(values.DTPOSTED ?? '')
  if (!date) return skipped('it has no date')
  const read = units(values.TRNAMT ?? '', line)
  if (read === undefined) return skipped('it has no amount')
  const currency = values.CURSYM ? findCurrency(values.CURSYM)?.id : reading.currency
  if (values.CURSYM && currency === undefined) return skipped('its currency is not known')
  const amount = signed(read, values.TRNTYPE ?? '')
  if (amount === undefined) return skipped('its type does not say whether money came in or left')
  return {
    kind: 'record',
    line,
    account: currency === reading.currency ? account : { ...account, key: `${account.key} ${currency}`, currency },
    date,
    amount,
    payee: values.NAME ?? values.MEMO ?? values.TRNTYPE ?? '',
    memo: values.NAME === undefined ? undefined : values.MEMO,
    chequeNumber: values.CHECKNUM,
    category: undefined,
    isTransfer: values.TRNTYPE === 'XFER',
    bankId: values.FITID,
  }
}

/** Returns the reason why a corrected transaction, or a correction, is not a transaction of its own. */
function correctionOf(values: Readonly<Record<string, string>>, { account, corrections }: Reading): string | undefined {
  const { FITID: id = '', CORRECTFITID: corrected, CORRECTACTION: action } = values
  const { ids, present } = corrections
  if (ids.has(correctedId(account.ACCTID, id))) return 'a later record corrects it'
  if (corrected === undefined) return undefined
  if (action === 'DELETE') return 'it removes another transaction'
  const isPresent = present.has(correctedId(account.ACCTID, corrected))
  return isPresent ? undefined : `it corrects ${corrected.slice(0, 40)}, which the file does not hold`
}

function accountOf({ account, currency, institution, isCard }: Reading): StatementAccount {
  const number = account.ACCTID
  return {
    key: `${account.BANKID ?? ''} ${number ?? ''}`,
    title: undefined,
    number,
    type: isCard ? 'credits' : types[account.ACCTTYPE ?? ''],
    currency,
    institution,
  }
}
