// Reads CSV statements. No two banks use the same columns, so columns are recognised by a header row, and the notation
// of amounts by all rows.
import { excerpt } from '#provider/import'
import { findCurrency } from '../reference/currencies.ts'
import { type Choice, choosePlan } from './csv-choice.ts'
import { findLayout, type Layout } from './csv-columns.ts'
import { amountOf } from './csv-plan.ts'
import { cellOf, type Row } from './csv-rows.ts'
import { rowsBelow } from './csv-survey.ts'
import { readDate } from './dates.ts'
import type { ReadStatement, StatementAccount, StatementItem } from './statement.ts'

/** Status words of rows that are not booked, or not yet. */
const notBooked =
  /^(?:pending|reverted|declined|failed|cancell?ed|denied|expired|authori[sz]ed|in progress|vorgemerkt|storniert|offen|abgelehnt|en attente|pendiente|in attesa|pendente|reserveret|reserverad|reservert|venter|in behandeling|in sospeso|oczekuj)\b/i
/** Symbols that mean a single currency. */
const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries({ '€': 'eur', '£': 'gbp', '¥': 'jpy', '₹': 'inr', zł: 'pln', kč: 'czk', ft: 'huf', r$: 'brl' }),
)
const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

/**
 * Reads a file; `title` is the default name of the account. Throws `import.invalid` if no row has column names, or if
 * the notation of amounts is ambiguous.
 */
export const readCsv: ReadStatement = async function* (read, { title, notes }) {
  const layout = await findLayout(read)
  notes.add(`The headings are in line ${layout.line}, separated by ${separatorNames[layout.separator]}.`)
  const choice = await choosePlan(read, layout, notes)
  for await (const row of rowsBelow(read, layout)) yield itemOf(row, { layout, choice, title })
}

interface RowContext {
  readonly layout: Layout
  readonly choice: Choice
  readonly title: string
}

function itemOf({ line, cells }: Row, { layout, choice, title }: RowContext): StatementItem {
  const { columns, names } = layout
  const cell = (at: number | undefined) => cellOf(cells, at)
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const date = readDate(cell(columns.date[0]))
  if (!date) return skipped('it has no date')
  if (cells.slice(names.length).some((extra) => extra !== ''))
    return skipped(`it has ${cells.length} cells under ${names.length} headings`)
  const status = cell(columns.status[0])
  if (notBooked.test(status)) return skipped(`it is not booked: its status is ${excerpt(status)}`)
  const amount = amountOf(cells, choice.plan, choice)
  if ('reason' in amount) return skipped(amount.reason)
  const code = cell(columns.currency[0])
  // some headings of currencies also name days
  const currency = readDate(code) ? '' : (symbols.get(code.toLowerCase()) ?? code)
  if (currency !== '' && !findCurrency(currency)) return skipped('its currency is not known')
  const described = [
    ...columns.payee,
    ...columns.memo,
    ...columns.direction.filter((at) => at !== choice.direction?.at),
  ]
  const texts = described.map(cell).filter((text) => text !== '')
  const [payee = ''] = texts
  const memo =
    columns.payee.length === 0 ? '' : (columns.memo.map(cell).find((text) => text !== '' && text !== payee) ?? '')
  return {
    kind: 'record',
    line,
    account: accountOf(cell(choice.account) || title, currency.toLowerCase()),
    date,
    amount: amount.units,
    payee,
    memo: memo || undefined,
    chequeNumber: cell(columns.number[0]) || undefined,
    category: cell(columns.category[0]) || undefined,
    isTransfer: false,
    bankId: cell(columns.id[0]) || undefined,
  }
}

/** Returns an account: digits are its number, anything else its name. Each currency is a separate account. */
function accountOf(name: string, currency: string): StatementAccount {
  const isNumber = /^[\dX*][\dX* .-]{3,}$/.test(name) || /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/.test(name)
  return {
    key: `${name} ${currency}`,
    title: isNumber ? undefined : name,
    number: isNumber ? name : undefined,
    type: undefined,
    currency: currency || undefined,
    institution: undefined,
  }
}
