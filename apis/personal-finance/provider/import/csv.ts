// Statements as comma-separated files. No two banks write the same columns, so columns are recognised by the names in
// the first row that has a date and an amount; rows before it are skipped.

import { type CsvRow, invalidImport } from '#provider'
import { findCurrency } from '../reference/currencies.ts'
import { readAmount } from './amounts.ts'
import { headings, knownHeadings, plainHeading } from './csv-headings.ts'
import { rowsOf, separatorOf } from './csv-rows.ts'
import { readDate } from './dates.ts'
import type { StatementAccount, StatementItem } from './statement.ts'

type Columns = { readonly [K in keyof typeof headings]: number | undefined }

/** Rows that are searched for column names. */
const maxHeadingRows = 30

/** `title` names the account when no column does. Throws `import.invalid` when no row has column names. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { beginning, title }: { beginning: string; title: string },
): AsyncGenerator<StatementItem> {
  const separator = separatorOf(beginning)
  let columns: Columns | undefined
  let rows = 0
  for await (const row of rowsOf(text, separator)) {
    if (columns) {
      yield itemOf(row, { columns, title, decimalComma: separator === ';' })
      continue
    }
    columns = columnsOf(row.cells)
    if (!columns && ++rows >= maxHeadingRows) break
  }
  if (!columns)
    throw invalidImport(
      'it is neither OFX nor QIF, and no row names a date column and an amount column. ' +
        `Known for the date: ${knownHeadings('date')}. For the amount: ${knownHeadings('amount')}; ` +
        `or in two columns: ${knownHeadings('debit')}; and ${knownHeadings('credit')}. Rename a column to one of these`,
    )
}

function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map(plainHeading)
  const taken = new Set<number>()
  const column = (words: readonly string[]): number | undefined => {
    for (const word of words) {
      const at = names.findIndex((name, index) => name === word && !taken.has(index))
      if (at >= 0) {
        taken.add(at)
        return at
      }
    }
    return undefined
  }
  const columns: Record<string, number | undefined> = {}
  for (const [name, words] of Object.entries(headings)) columns[name] = column(words)
  const { date, amount, debit, credit, payee, memo, number, category, account, currency, id } = columns
  if (date === undefined || (amount === undefined && debit === undefined && credit === undefined)) return undefined
  return { date, amount, debit, credit, payee, memo, number, category, account, currency, id }
}

function itemOf(
  { line, cells }: CsvRow,
  { columns, title, decimalComma }: { columns: Columns; title: string; decimalComma: boolean },
): StatementItem {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''))
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const date = readDate(cell(columns.date))
  if (!date) return skipped('it has no date')
  const amount = amountOf(cell, columns, decimalComma)
  if (amount === undefined) return skipped('it has no amount')
  const payee = cell(columns.payee) || cell(columns.memo)
  if (payee === '') return skipped('it has no payee')
  const currency = cell(columns.currency)
  if (currency !== '' && !findCurrency(currency)) return skipped('its currency is not known')
  const memo = columns.payee === undefined ? '' : cell(columns.memo)
  return {
    kind: 'record',
    line,
    account: accountOf(cell(columns.account) || title, currency.toLowerCase()),
    date,
    amount,
    payee,
    memo: memo || undefined,
    chequeNumber: cell(columns.number) || undefined,
    category: cell(columns.category) || undefined,
    isTransfer: false,
    bankId: cell(columns.id) || undefined,
  }
}

function amountOf(
  cell: (at: number | undefined) => string,
  columns: Columns,
  decimalComma: boolean,
): number | undefined {
  const amount = cell(columns.amount)
  if (amount !== '') return readAmount(amount, decimalComma)
  const [out, into] = [cell(columns.debit), cell(columns.credit)]
  const [debit, credit] = [
    out === '' ? 0 : readAmount(out, decimalComma),
    into === '' ? 0 : readAmount(into, decimalComma),
  ]
  if (debit === undefined || credit === undefined || (out === '' && into === '')) return undefined
  // banks write debits in a separate column with or without a minus
  return Math.abs(credit) - Math.abs(debit)
}

/** Digits are the number of an account, anything else is its name. Each currency is an account of its own. */
function accountOf(name: string, currency: string): StatementAccount {
  const isNumber = /^[\dX*][\dX* .-]{3,}$/.test(name)
  return {
    key: `${name} ${currency}`,
    title: isNumber ? undefined : name,
    number: isNumber ? name : undefined,
    type: undefined,
    currency: currency || undefined,
    institution: undefined,
  }
}
