// Reads CAMT.053 statements, CAMT.052 reports and CAMT.054 notifications of ISO 20022, in all versions. Amounts are
// unsigned there: each entry, even a reversal, is marked as credit or debit.
import { invalidImport, type XmlElement, xmlRecords } from '#provider/import'
import { findCurrency } from '../reference/currencies.ts'
import { parseAmount, unitsUnder } from './amounts.ts'
import { readDate, type StatementDate } from './dates.ts'
import type { ReadStatement, StatementAccount, StatementItem, StatementRecord } from './statement.ts'
import { createSumCheck } from './sum-check.ts'

/** Some batches have thousands of payments. */
const maxElementLength = 4 * 1024 * 1024
const read = new Set(['Acct', 'Bal', 'Ntry'])

/** Reads a file. Throws `import.invalid` if it is not well-formed or has no account. */
export const readCamt: ReadStatement = async function* (text, { notes }) {
  notes.add('Signs are those of CdtDbtInd.')
  let account: StatementAccount | undefined
  const options = { isRecord: (name: string) => read.has(name), maxLength: maxElementLength }
  const check = createSumCheck(notes)
  /** The currency of the balance that is compared: an account can hold several. */
  let compared: string | undefined
  for await (const { line, element } of xmlRecords(text(), options)) {
    if (element.name === 'Acct') {
      check.end(account?.number)
      account = accountOf(element)
      compared = account.currency
    } else if (!account) throw invalidImport(`line ${line}: no account precedes it`)
    else if (element.name === 'Bal') {
      const [kind, units] = [at(element, 'Tp', 'CdOrPrtry', 'Cd'), signedAmount(element)]
      const own = inCurrencyOf(element, account)
      compared ??= own.currency
      if (units !== undefined && own.currency === compared && (kind === 'OPBD' || kind === 'PRCD')) check.opens(units)
      if (units !== undefined && own.currency === compared && kind === 'CLBD') check.closes(units)
      yield* balanceOf(element, own)
    } else
      for (const item of itemsOf(element, { line, account: inCurrencyOf(element, account) })) {
        if (item.kind === 'record' && item.account.currency === compared) check.add(item.amount)
        yield item
      }
  }
  check.end(account?.number)
  if (!account) throw invalidImport('the CAMT file holds no account')
}

/** Reads a notification of single debits and credits. */
export const readCamtNotification: ReadStatement = async function* (text, context) {
  context.notes.add(
    'A CAMT.054 notification has entries that a CAMT.053 statement can have as one sum: import one of them.',
  )
  yield* readCamt(text, context)
}

interface EntryContext {
  readonly line: number
  readonly account: StatementAccount
}

function* itemsOf(entry: XmlElement, { line, account }: EntryContext): Generator<StatementItem> {
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const status = at(entry, 'Sts', 'Cd') || at(entry, 'Sts', 'Prtry') || at(entry, 'Sts')
  if (status !== '' && status !== 'BOOK') return yield skipped(`it is not booked: its status is ${status.slice(0, 20)}`)
  const date = dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt')
  if (!date) return yield skipped('it has no date')
  const amount = signedAmount(entry)
  if (amount === undefined) return yield skipped('it has no amount above zero, or no direction')
  const payments = children(entry, 'NtryDtls').flatMap((details) => children(details, 'TxDtls'))
  const parts = partsOf(payments, entry, amount)
  const id = at(entry, 'AcctSvcrRef') || at(entry, 'NtryRef')
  for (const [index, { payment, part }] of parts.entries())
    yield {
      kind: 'record',
      line,
      account,
      date,
      amount: part,
      ...textsOf(payment, entry, part),
      chequeNumber: undefined,
      category: undefined,
      isTransfer: false,
      bankId: id === '' ? undefined : parts.length === 1 ? id : `${id}/${index + 1}`,
    }
}

/** Returns the payments of a batch if they add up to it, else the entry itself. */
function partsOf(
  payments: readonly XmlElement[],
  entry: XmlElement,
  amount: number,
): { payment: XmlElement | undefined; part: number }[] {
  const whole = [{ payment: payments.length === 1 ? payments[0] : undefined, part: amount }]
  if (payments.length < 2) return whole
  const parts = payments.flatMap((payment) => {
    const part = currencyIn(payment) === currencyIn(entry) ? signedAmount(payment, at(entry, 'CdtDbtInd')) : undefined
    return part === undefined ? [] : [{ payment, part }]
  })
  const sum = parts.reduce((total, { part }) => total + part, 0)
  return parts.length === payments.length && sum === amount ? parts : whole
}

function textsOf(
  payment: XmlElement | undefined,
  entry: XmlElement,
  amount: number,
): Pick<StatementRecord, 'payee' | 'memo'> {
  const parties = payment && child(payment, 'RltdPties')
  const nameOf = (role: string) => (parties ? at(parties, role, 'Nm') || at(parties, role, 'Pty', 'Nm') : '')
  // the parties of a reversal are those of the payment that it takes back
  const isPaid = amount < 0 !== (at(entry, 'RvslInd') === 'true')
  const [near, far] = isPaid ? ['Cdtr', 'UltmtCdtr'] : ['Dbtr', 'UltmtDbtr']
  const remittance = payment && child(payment, 'RmtInf')
  const memo = remittance
    ? children(remittance, 'Ustrd')
        .map(({ text }) => text.trim())
        .join(' ') || at(remittance, 'Strd', 'CdtrRefInf', 'Ref')
    : ''
  const information = (payment && at(payment, 'AddtlTxInf')) || at(entry, 'AddtlNtryInf')
  return { payee: nameOf(near) || nameOf(far) || information || memo, memo: memo || undefined }
}

/** Yields the closing booked balance. */
function* balanceOf(balance: XmlElement, account: StatementAccount): Generator<StatementItem> {
  const [date, amount] = [dayOf(balance, 'Dt'), signedAmount(balance)]
  if (at(balance, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD' && date && amount !== undefined)
    yield { kind: 'balance', account, date, amount }
}

/** Returns the amount with its sign; `direction` is the default for elements without one. */
function signedAmount(element: XmlElement, direction = ''): number | undefined {
  const written = parseAmount(at(element, 'Amt') || at(element, 'AmtDtls', 'TxAmt', 'Amt'))
  // a minus together with a direction is ambiguous
  const units = written && !written.isNegative ? unitsUnder(written, '.') : undefined
  const side = at(element, 'CdtDbtInd') || direction
  if (units === undefined || (side !== 'CRDT' && side !== 'DBIT')) return undefined
  return side === 'CRDT' ? units : 0 - units
}

/** Returns the currency of the amount that `signedAmount` reads. */
function currencyIn(element: XmlElement): string {
  const details = child(element, 'AmtDtls')
  const amount = child(element, 'Amt') ?? (details && child(child(details, 'TxAmt') ?? details, 'Amt'))
  return amount?.attributes.Ccy ?? ''
}

/** Reads a day, or the day of a timestamp. */
function dayOf(element: XmlElement, name: string): StatementDate | undefined {
  return readDate(at(element, name, 'Dt') || at(element, name, 'DtTm') || at(element, name))
}

/** Returns the account in the currency of an amount: an account can hold several, and some banks omit its own. */
function inCurrencyOf(element: XmlElement, account: StatementAccount): StatementAccount {
  const currency = findCurrency(child(element, 'Amt')?.attributes.Ccy ?? '')?.id ?? account.currency
  return { ...account, key: `${account.number} ${currency ?? ''}`, currency }
}

function accountOf(account: XmlElement): StatementAccount {
  const number = at(account, 'Id', 'IBAN') || at(account, 'Id', 'Othr', 'Id')
  const currency = findCurrency(at(account, 'Ccy'))?.id
  const institution = at(account, 'Svcr', 'FinInstnId', 'Nm') || undefined
  return {
    key: `${number} ${currency ?? ''}`,
    title: undefined,
    number: number || undefined,
    type: undefined,
    currency,
    institution,
  }
}

function children(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((one) => one.name === name)
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name)
}

/** Returns the text of the element on a path; empty if it does not exist. */
function at(element: XmlElement, ...path: readonly string[]): string {
  let found: XmlElement | undefined = element
  for (const name of path) found = found && child(found, name)
  return found?.text.trim() ?? ''
}
