// Reads MT940 statements of SWIFT: a field begins with its tag between colons, `:61:` is a transaction and `:86:`
// describes it. Banks add lines around a statement, and fill `:86:` each in its own way (mt940-details.ts).
import { invalidImport } from '#provider/import'
import { findCurrency } from '../reference/currencies.ts'
import { readDate, type StatementDate } from './dates.ts'
import { decideAmounts, type ReadUnits } from './decided-amounts.ts'
import { linesOf } from './lines.ts'
import { detailsIn } from './mt940-details.ts'
import type { ReadStatement, StatementAccount, StatementItem } from './statement.ts'
import { createSumCheck, type SumCheck } from './sum-check.ts'

interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: readonly string[]
}
/** A transaction that can be followed by its description. */
interface Entry {
  readonly line: number
  readonly text: string
  readonly supplement: string
  readonly description: string[]
}

/** Line limit of one field: six for a description by the standard, more in practice. */
const maxFieldLines = 60

/** Reads a file. Throws `import.invalid` if it has no statement. */
export const readMt940: ReadStatement = async function* (read, { notes }) {
  const units = await decideAmounts(
    async (survey) => {
      for await (const _ of itemsOf(read(), survey));
    },
    notes,
    // the standard allows no other
    { usual: ',' },
  )
  notes.add('Signs are those of the marks D and C; RD and RC are reversals.')
  yield* itemsOf(read(), units, createSumCheck(notes))
}

async function* itemsOf(
  text: AsyncIterable<string>,
  units: ReadUnits,
  check?: SumCheck,
): AsyncGenerator<StatementItem> {
  let account = accountOf('', undefined)
  let number = ''
  let entry: Entry | undefined
  let statements = 0
  const entryItem = (open: Entry): StatementItem => {
    const item = itemOf(open, account, units)
    if (item.kind === 'record') check?.add(item.amount)
    return item
  }
  for await (const { tag, line, lines } of fieldsOf(text)) {
    const [first = '', second = ''] = lines
    if (tag === '86' && entry) {
      entry.description.push(...lines)
      continue
    }
    if (entry) yield entryItem(entry)
    entry = undefined
    if (tag === '25' || tag === '25P') {
      number = first.trim()
      account = accountOf(number, undefined)
    } else if (tag === '60F' || tag === '60M') {
      statements++
      account = accountOf(number, balanceParts(first)?.currency)
      const opening = balanceUnits(first, line, units)
      if (opening !== undefined) check?.opens(opening)
    } else if (tag === '61') entry = { line, text: first, supplement: second, description: [] }
    else if (tag === '62F' || tag === '62M') {
      const date = balanceParts(first)?.date
      const amount = balanceUnits(first, line, units)
      if (amount !== undefined) check?.closes(amount)
      check?.end(account.number)
      if (tag === '62M') continue
      if (!date || amount === undefined) yield { kind: 'skipped', line, reason: 'its balance has no date or amount' }
      else yield { kind: 'balance', account, date, amount }
    }
  }
  if (entry) yield entryItem(entry)
  if (statements === 0) throw invalidImport('the MT940 file holds no statement')
}

/** Yields fields with their lines; lines outside fields, such as the blocks of SWIFT, are skipped. */
async function* fieldsOf(text: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: { tag: string; line: number; lines: string[] } | undefined
  for await (const { number, content } of linesOf(text)) {
    const start = /^(?:\{[^}]*\})*(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/s.exec(content)
    if (!start && !/^-\}?\s*$|^\{/.test(content)) {
      if (field && field.lines.length < maxFieldLines) field.lines.push(content)
      continue
    }
    if (field) yield field
    const [, tag, text = ''] = start ?? []
    field = tag === undefined ? undefined : { tag, line: number, lines: [text] }
  }
  if (field) yield field
}

/** Splits `C260105EUR987,50`. */
function balanceParts(text: string) {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)/.exec(text.trim())
  const [, mark, day = '', currency = '', amount = ''] = match ?? []
  const date = dayOf(day)
  if (!date) return undefined
  return { isDebit: mark === 'D', date, currency: findCurrency(currency)?.id, amount }
}

/** Returns a balance with its sign; undefined if it has no date or amount. */
function balanceUnits(text: string, line: number, units: ReadUnits): number | undefined {
  const balance = balanceParts(text)
  const amount = balance && units(balance.amount, line)
  return amount === undefined ? undefined : balance?.isDebit ? 0 - amount : amount
}

/** Value date, optional booking date, mark, optional letter of the currency, amount, type, references. */
const entryPattern = /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?([\d,][\d.,]*)(?:[A-Z][A-Z0-9]{3})?(.*)$/s

function itemOf(
  { line, text, supplement, description }: Entry,
  account: StatementAccount,
  units: ReadUnits,
): StatementItem {
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const match = entryPattern.exec(text.trim())
  if (!match) return skipped('it is not a transaction of MT940')
  const [, value = '', booked, mark = '', , written = '', references = ''] = match
  const date = booked === undefined ? dayOf(value) : bookedDay(value, booked)
  if (!date) return skipped('it has no date')
  if (mark.startsWith('E')) return skipped('it is not booked: it is only expected')
  const amount = units(written, line)
  if (amount === undefined) return skipped('it has no amount')
  const [, bankReference = ''] = references.split('//')
  const { payee, memo } = detailsIn(description)
  return {
    kind: 'record',
    line,
    account,
    date,
    // a reversed credit leaves the account
    amount: mark === 'D' || mark === 'RC' ? 0 - amount : amount,
    payee: payee || supplement.trim() || memo,
    memo: memo || undefined,
    chequeNumber: undefined,
    category: undefined,
    isTransfer: false,
    bankId: /^(?:NONREF)?$/.test(bankReference.trim()) ? undefined : bankReference.trim(),
  }
}

/** Reads `260105`; years from 70 are in the last century, as elsewhere. */
function dayOf(digits: string): StatementDate | undefined {
  return readDate(`${Number(digits.slice(0, 2)) < 70 ? 20 : 19}${digits}`)
}

/** Returns the booking date, which has no year, in the year that is nearest to the value date. */
function bookedDay(value: string, booked: string): StatementDate | undefined {
  const [year, month, bookedMonth] = [Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(booked.slice(0, 2))]
  const shift = bookedMonth - month > 6 ? -1 : month - bookedMonth > 6 ? 1 : 0
  return dayOf(String(year + shift).padStart(2, '0') + booked) ?? dayOf(value)
}

/** Reads `NL01INGB0000000001EUR`, an IBAN with its currency, or `37040044/532013000`, a bank and a number. */
function accountOf(text: string, currency: string | undefined): StatementAccount {
  const number = /^([A-Z]{2}\d{2}[A-Z0-9]{11,27}?)(?: ?[A-Z]{3})?$/.exec(text)?.[1] ?? text
  return {
    key: `${number} ${currency ?? ''}`,
    title: undefined,
    number: number || undefined,
    type: undefined,
    currency,
    institution: undefined,
  }
}
