// Reads CSV statements. No two banks use the same columns, so columns are recognised by a header row, and the notation
// of amounts by all rows.
import { excerpt } from '#provider/import'
import { findCurrency } from '../reference/currencies.ts'
import { currencyNamed, parseAmount } from './amounts.ts'
import { type Choice, choosePlan } from './csv-choice.ts'
import { findLayout, rowsBelow } from './csv-columns.ts'
import { headingCurrency } from './csv-headings.ts'
import { isBalance, isBooked, isTotal } from './csv-kinds.ts'
import type { Layout } from './csv-layout.ts'
import { amountColumn, amountOf } from './csv-plan.ts'
import { cellOf, type Row } from './csv-rows.ts'
import { readDate } from './dates.ts'
import type { ReadStatement, StatementAccount, StatementItem } from './statement.ts'

const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

/**
 * Reads a file; `title` is the default name of the account. Throws `import.invalid` if no row has column names, or if
 * the notation of amounts is ambiguous.
 */
export const readCsv: ReadStatement = async function* (read, { title, notes }) {
  const layout = await findLayout(read)
  notes.add(`The headings are in line ${layout.line}, separated by ${separatorNames[layout.separator]}.`)
  if (layout.books !== undefined)
    notes.add(
      'It is double-entry books: only entries of assets and liabilities are read, and the others are their reasons.',
    )
  const choice = await choosePlan(read, layout, notes)
  /** Sums of debits and of credits by account, with which a row named Total is compared. */
  const sums = new Map<string, { readonly out: number; readonly in: number }>()
  for await (const row of rowsBelow(read, layout)) {
    const item = itemOf(row, { layout, choice, title })
    if (item.kind !== 'record') {
      yield item
      continue
    }
    const { amount, payee, account } = item
    const sum = sums.get(account.key) ?? { out: 0, in: 0 }
    if (isTotal(payee) && sums.size > 0 && [sum.out, sum.in, sum.out + sum.in].includes(amount))
      yield { kind: 'skipped', line: row.line, reason: 'it is the sum of the rows above' }
    else {
      const isFirst = sums.size === 0
      sums.set(account.key, amount < 0 ? { ...sum, out: sum.out + amount } : { ...sum, in: sum.in + amount })
      yield isFirst ? { ...item, otherDates: [...(item.otherDates ?? []), ...layout.headDates] } : item
    }
  }
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
  const status = choice.statuses.map(cell).find((text) => text !== '' && isBooked(text) !== true)
  if (status !== undefined)
    return skipped(
      `it is ${isBooked(status) === false ? 'not' : 'not known to be'} booked: its status is ${excerpt(status)}`,
    )
  if (cell(columns.voidReason[0]) !== '') return skipped('it is void')
  if (layout.books !== undefined && !/^(?:1(?:[.,]0{1,10})?)?$/.test(cell(columns.rate[0])))
    return skipped('it is in shares, or in another currency than its transaction')
  const amount = amountOf(cells, choice.plan, choice)
  if ('reason' in amount) return skipped(amount.reason)
  const currency = currencyOf(cells, { layout, choice })
  if ('reason' in currency) return skipped(currency.reason)
  const { payee, memo } = textsOf(cells, { layout, choice }, amount.units > 0)
  if (isBalance(payee)) return skipped('it states a balance')
  return {
    kind: 'record',
    line,
    account: accountOf(cell(choice.account) || title, currency.id),
    date,
    // a heading of currencies can also name days
    otherDates:
      'day' in date ? [] : [...columns.otherDate, ...columns.currency].flatMap((at) => readDate(cell(at)) ?? []),
    amount: amount.units,
    payee,
    memo: memo || undefined,
    chequeNumber: cell(columns.number[0]) || undefined,
    category: cell(columns.category[0]) || undefined,
    isTransfer: false,
    bankId: cell(columns.id[0]) || undefined,
  }
}

interface TextContext {
  readonly layout: Layout
  readonly choice: Choice
}

/** Returns the texts of a row: those of columns with known headings, else of any other column. */
function textsOf(
  cells: readonly string[],
  { layout, choice }: TextContext,
  isReceived: boolean,
): { payee: string; memo: string } {
  const { columns, names } = layout
  const cell = (at: number | undefined) => cellOf(cells, at)
  const described = [
    ...(isReceived ? columns.payer : []),
    ...columns.payee,
    ...columns.memo,
    ...columns.direction.filter((at) => at !== choice.direction?.at),
  ]
  const texts = described.map(cell).filter((text) => text !== '')
  // some banks name the other party only in another column
  const payee = texts.find((text) => /\p{L}/u.test(text) && !isAccountNumber(text)) ?? texts[0]
  if (payee === undefined) {
    const named = new Set(Object.values(columns).flat())
    const other = [...names.keys()].find((at) => !named.has(at) && /\p{L}{3}/u.test(cell(at)) && !readDate(cell(at)))
    return { payee: cell(other), memo: '' }
  }
  if (columns.payee.length === 0) return { payee, memo: '' }
  return { payee, memo: columns.memo.map(cell).find((text) => text !== '' && text !== payee) ?? '' }
}

/** Returns the currency that a row states: in its column, beside the amount, in the heading, or above the headings. */
function currencyOf(
  cells: readonly string[],
  { layout, choice: { columns } }: TextContext,
): { readonly id: string } | { readonly reason: string } {
  const { names } = layout
  const filled = columns.amount.filter((at) => /[1-9]/.test(cellOf(cells, at)))
  const used = [filled.length > 0 ? filled : (amountColumn(cells, columns) ?? []), columns.debit, columns.credit]
    .flat()
    .filter((at) => cellOf(cells, at) !== '')
  // each of two amounts can have its currency behind it
  const counted = used.filter((at) => /[1-9]/.test(cellOf(cells, at)))
  const behind = counted.map((at) => at + 1).filter((at) => columns.currency.includes(at))
  const own = (behind.length > 0 ? behind : columns.currency.slice(0, 1)).map((at) => statedBy(cellOf(cells, at)))
  if (own.includes('unknown')) return { reason: 'its currency is not known' }
  const stated = new Set(
    [
      ...own,
      ...used.map((at) => parseAmount(cellOf(cells, at))?.currency),
      ...used.map((at) => currencyNamed(headingCurrency(cellOf(names, at)))),
    ].filter((id) => id !== undefined),
  )
  if (stated.size > 1) return { reason: `it states two currencies, ${[...stated].join(' and ').toUpperCase()}` }
  const [id = layout.currency ?? ''] = stated
  return { id: findCurrency(id)?.id ?? '' }
}

/** Returns the currency that a cell of a column of currencies names. */
function statedBy(code: string): string | undefined {
  // some headings of currencies also name days, and `$` is the sign of several
  if (code === '' || code === '$' || readDate(code)) return undefined
  const written = code.replace(/^CURRENCY::/, '')
  return written === '¥' ? 'jpy' : (currencyNamed(written) ?? 'unknown')
}

function isAccountNumber(name: string): boolean {
  return /^[\dX*][\dX* .-]{3,}$/.test(name) || /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/.test(name)
}

/** Returns an account: digits are its number, anything else its name. Each currency is a separate account. */
function accountOf(name: string, currency: string): StatementAccount {
  const isNumber = isAccountNumber(name)
  return {
    key: `${name} ${currency}`,
    title: isNumber ? undefined : name,
    number: isNumber ? name : undefined,
    type: undefined,
    currency: currency || undefined,
    institution: undefined,
  }
}
