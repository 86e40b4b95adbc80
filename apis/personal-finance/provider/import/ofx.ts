// Statements as Open Financial Exchange: SGML (version 1, elements without end tags) and XML (version 2), read as a
// stream of elements. Unknown elements are skipped. Names are those of the OFX specification, chapter 11.
import { invalidImport } from '#provider'
import type { AccountType } from '../ledger/accounts/account-types.ts'
import { findCurrency } from '../reference/currencies.ts'
import { readAmount } from './amounts.ts'
import { readDate } from './dates.ts'
import type { StatementAccount, StatementItem } from './statement.ts'

/** Account types of OFX; any other is a bank account. */
const types: Readonly<Record<string, AccountType>> = {
  CHECKING: 'bank',
  SAVINGS: 'bank',
  MONEYMRKT: 'bank',
  CREDITLINE: 'loans',
  CD: 'bank',
}
/** Longer than any element of a statement. */
const maxElementLength = 16 * 1024

type Element = { readonly name: string; readonly isEnd: boolean; readonly text: string; readonly line: number }

/** What has been read so far. */
interface Reading {
  institution: string | undefined
  currency: string | undefined
  account: Record<string, string>
  isCard: boolean
  /** The transaction or balance that is being read. */
  open: { readonly name: string; readonly line: number; readonly values: Record<string, string> } | undefined
}

/** Throws `import.invalid` for a file without a statement. */
export async function* readOfx(text: AsyncIterable<string>): AsyncGenerator<StatementItem> {
  const reading: Reading = { institution: undefined, currency: undefined, account: {}, isCard: false, open: undefined }
  let statements = 0
  for await (const element of elementsOf(text)) {
    if (element.name === 'BANKTRANLIST' || element.name === 'LEDGERBAL') statements++
    const item = take(element, reading)
    if (item) yield item
  }
  if (statements === 0) throw invalidImport('the OFX file holds no statement')
}

function take(element: Element, reading: Reading): StatementItem | undefined {
  const { name, isEnd, text, line } = element
  if (name === 'STMTTRN' || name === 'LEDGERBAL') {
    const closed = isEnd ? reading.open : undefined
    reading.open = isEnd ? undefined : { name, line, values: {} }
    return closed && closed.name === name ? itemOf(closed, reading) : undefined
  }
  if (reading.open) {
    // a nested payee has a NAME too; the first counts
    if (text !== '') reading.open.values[name] ??= text
    return undefined
  }
  if (isEnd) return undefined
  if (name === 'STMTRS' || name === 'CCSTMTRS') Object.assign(reading, { account: {}, isCard: name === 'CCSTMTRS' })
  else if (name === 'ORG') reading.institution = text || undefined
  else if (name === 'CURDEF') reading.currency = findCurrency(text)?.id
  else if (text !== '' && ['BANKID', 'ACCTID', 'ACCTTYPE'].includes(name)) reading.account[name] ??= text
  return undefined
}

function itemOf(open: NonNullable<Reading['open']>, reading: Reading): StatementItem {
  const { line, values } = open
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const account = accountOf(reading)
  if (open.name === 'LEDGERBAL') {
    const [date, amount] = [readDate(values.DTASOF ?? ''), readAmount(values.BALAMT ?? '')]
    return date && amount !== undefined
      ? { kind: 'balance', account, date, amount }
      : skipped('its balance has no date or amount')
  }
  const date = readDate(values.DTPOSTED ?? '')
  if (!date) return skipped('it has no date')
  const amount = readAmount(values.TRNAMT ?? '')
  if (amount === undefined) return skipped('it has no amount')
  const payee = values.NAME ?? values.MEMO ?? values.TRNTYPE
  if (payee === undefined) return skipped('it has no payee')
  return {
    kind: 'record',
    line,
    account,
    date,
    amount,
    payee,
    memo: values.NAME === undefined ? undefined : values.MEMO,
    chequeNumber: values.CHECKNUM,
    category: undefined,
    isTransfer: values.TRNTYPE === 'XFER',
    bankId: values.FITID,
  }
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

/** Tags with the text that follows them. */
async function* elementsOf(text: AsyncIterable<string>): AsyncGenerator<Element> {
  let rest = ''
  let line = 1
  for await (const piece of text) {
    rest += piece
    for (let at = rest.indexOf('<'); at >= 0; at = rest.indexOf('<')) {
      const end = rest.indexOf('>', at)
      const next = end < 0 ? -1 : rest.indexOf('<', end)
      if (next < 0) {
        if (rest.length - at > maxElementLength) throw invalidImport(`line ${line}: an element does not end`)
        break
      }
      line += newlines(rest.slice(0, at))
      yield elementOf(rest.slice(at + 1, end), rest.slice(end + 1, next), line)
      line += newlines(rest.slice(at, next))
      rest = rest.slice(next)
    }
    if (!rest.includes('<')) {
      line += newlines(rest)
      rest = ''
    }
  }
  const last = /<([^<>]*)>([^<]*)$/.exec(rest)
  if (last) yield elementOf(last[1] ?? '', last[2] ?? '', line)
}

function elementOf(tag: string, text: string, line: number): Element {
  const isEnd = tag.startsWith('/')
  const name = tag.replace(/^\//, '').split(/[\s/]/, 1)[0] ?? ''
  return { name: name.toUpperCase(), isEnd, text: isEnd ? '' : decoded(text).trim(), line }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+);/gi, (entityText, name: string) => {
    const code = name.startsWith('#x')
      ? Number.parseInt(name.slice(2), 16)
      : name.startsWith('#')
        ? Number(name.slice(1))
        : undefined
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return entities[name.toLowerCase()] ?? entityText
  })
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
