// Finds the header row of a CSV file and the meaning of its columns. The separator is the one that yields a row of
// known headings, because titles above it have other separators.
import { invalidImport } from '#provider/import'
import { currencyNamed } from './amounts.ts'
import { type ColumnName, headingCurrency, knownHeadings, plainHeading, rankOf, ranksOf } from './csv-headings.ts'
import type { Columns, Layout } from './csv-layout.ts'
import { cellOf, type Row, rowsOf, separators } from './csv-rows.ts'
import { readDate, type StatementDate } from './dates.ts'
import { booksColumn, ownPostings } from './double-entry.ts'

/** Rows searched for headings. */
const maxHeadingRows = 40

/** Finds the layout. Throws `import.invalid` with the known headings if no row has them. */
export async function findLayout(read: () => AsyncIterable<string>): Promise<Layout> {
  const layout = await searchedLayout(read)
  const rows = rowsBelow(read, layout)
  return { ...layout, books: await booksColumn(rows, layout) }
}

/** Yields the rows below the headings; of double-entry books, those of accounts that hold money. */
export async function* rowsBelow(read: () => AsyncIterable<string>, layout: Layout): AsyncGenerator<Row> {
  const { books } = layout
  const all = rowsAfter(read, layout)
  yield* books === undefined ? all : ownPostings(all, layout, books)
}

async function* rowsAfter(read: () => AsyncIterable<string>, { separator, line }: Layout): AsyncGenerator<Row> {
  for await (const row of rowsOf(read(), separator)) if (row.line > line) yield row
}

async function searchedLayout(read: () => AsyncIterable<string>, isLoose = false): Promise<Layout> {
  let best: (Layout & { readonly known: number }) | undefined
  /** The separator of the first line if that is a transaction already. */
  let bare: string | undefined
  for (const separator of separators) {
    let rows = 0
    let currency: string | undefined
    const headDates: StatementDate[] = []
    for await (const { line, cells } of rowsOf(read(), separator)) {
      const columns = columnsOf(cells, isLoose)
      if (columns) {
        const known = new Set(Object.values(columns).flat()).size
        if (!best || known > best.known)
          best = { separator, line, names: cells, columns, currency, headDates, books: undefined, known }
        break
      }
      currency ??= statedCurrency(cells)
      headDates.push(...datesIn(cells))
      if (rows === 0 && isTransaction(cells)) bare ??= separator
      if (++rows >= maxHeadingRows) break
    }
  }
  if (best) return best
  if (!isLoose) return searchedLayout(read, true)
  if (bare !== undefined)
    throw invalidImport(
      'its first line is a transaction, and none names the columns. Add a line above it with a name for each, such as ' +
        ['Date', 'Description', 'Amount'].join(bare),
    )
  throw invalidImport(
    'it is neither OFX, QIF, CAMT nor MT940, and no row names a date column and an amount column. ' +
      `Known for the date: ${knownHeadings('date')}. For the amount: ${knownHeadings('amount')}; ` +
      `or in two columns: ${knownHeadings('debit')}; and ${knownHeadings('credit')}. Rename a column to one of these`,
  )
}

/** Reports whether the cells are values and no headings: a date and a number among them. */
const isTransaction = (cells: readonly string[]): boolean =>
  cells.some((cell) => readDate(cell) !== undefined) &&
  cells.some((cell) => /^[-+(]?\s?\d[\d.,' ]{0,20}[)-]?$/.test(cell.trim()) && readDate(cell) === undefined)

/** Returns the dates within cells whose order of numbers is open, as in `Period: 01/01/2026 - 01/31/2026`. */
function datesIn(cells: readonly string[]): StatementDate[] {
  const found = cells.flatMap((cell) => cell.slice(0, 200).match(/(?<!\d)\d{1,2}([/-])\d{1,2}\1\d{4}(?!\d)/g) ?? [])
  return found.slice(0, 10).flatMap((text) => readDate(text) ?? [])
}

/** Returns the currency of a line such as `Währung:;CHF`. */
function statedCurrency([name = '', value = '', ...others]: readonly string[]): string | undefined {
  const isNamed = ranksOf('currency').has(plainHeading(name))
  return isNamed && others.every((other) => other === '') ? currencyNamed(value) : undefined
}

/** Words of headings for a day, such as `Posted Transactions Date`. */
const dayWord = /\b(?:date|fecha|tarihi?|data)\b|(?:datum|dato|paiva)\b|日付|日期|дата/u

/** The end of a heading of amounts in the account's currency, beside those in the currency of a purchase. */
const accountCurrency = new RegExp(
  ' (?:w walucie rachunku|v mene uctu|in kontowahrung|in account currency|en devise du compte|in rekeningvaluta|' +
    'i kontovaluta|en (?:la )?moneda de la cuenta|in valuta (?:del )?conto|[ву] валют[еі] (?:счета|карты|картки|рахунку))$',
  'u',
)

/** Words of headings for amounts. */
const amountWord =
  /\b(?:amount|betrag|umsatz|montant|bedrag|importe|monto|importo|valor|montante|kwota|castka|belob|belopp?|iznos|suma)\b|сум[ам]|金额|金額/u

/** Words of headings for the currency of an account. */
const accountWord =
  /account|konto|compte|rekening|cuenta|\bconto\b|rachunku|uctu|billing|billed|posted|settled|сч[её]та|карт|рахунку/u

/** Whole headings of such amounts. */
const accountAmount = /^(?:billing|billed|settled|settlement|posted) amount$/

/** Returns the column of amounts in the account's currency, if a heading says so. */
function inAccountCurrency(names: readonly string[]): number | undefined {
  return [...names.entries()].find(
    ([, name]) =>
      accountAmount.test(name) ||
      (accountCurrency.test(name) && ranksOf('amount').has(name.replace(accountCurrency, ''))),
  )?.[0]
}

/** Headings that mean money out and money in only beside each other: payments leave an account, and pay for a card. */
const sidePairs = [
  ['charges', 'payments'],
  ['purchases', 'payments'],
  ['payments', 'deposits'],
  ['payments', 'receipts'],
  ['payment', 'receipt'],
  ['payments out', 'payments in'],
] as const

function sidesNamed(names: readonly string[]): readonly string[] {
  const [out, into] = sidePairs.find((pair) => pair.every((name) => names.includes(name))) ?? []
  return out === undefined ? names : names.map((name) => (name === out ? 'debit' : name === into ? 'credit' : name))
}

/**
 * Returns undefined for a row without a date and an amount. If `isLoose`, any heading with a word for a day names the
 * date.
 */
export function columnsOf(cells: readonly string[], isLoose = false): Columns | undefined {
  const names = sidesNamed(cells.map(plainHeading))
  const taken = new Set<number>()
  const found = (name: ColumnName): number[] => {
    return [...names.entries()]
      .flatMap(([at, heading]) => {
        const rank = taken.has(at) ? undefined : rankOf(ranksOf(name), heading, name === 'payee' || name === 'memo')
        return rank === undefined ? [] : [{ at, rank }]
      })
      .sort((one, other) => one.rank - other.rank)
      .map(({ at }) => at)
  }
  const first = (name: ColumnName): number[] => {
    const [at] = found(name)
    if (at !== undefined) taken.add(at)
    return at === undefined ? [] : [at]
  }
  const known = first('date')
  const date = known.length === 0 && isLoose ? [...names.keys()].filter((at) => dayWord.test(cellOf(names, at))) : known
  for (const at of date) taken.add(at)
  const isNet = (at: number) => /^nett?o?\b/.test(cellOf(names, at))
  const amounts = found('amount')
  // the amount that moved is the one after fees
  const net = found('fee').length > 0 ? amounts.find(isNet) : undefined
  const said = inAccountCurrency(names)
  const chosen = net ?? said ?? amounts[0]
  // a file can have a column for each currency
  const amount = [...names.keys()].filter(
    (at) => chosen !== undefined && !taken.has(at) && cellOf(names, at) === cellOf(names, chosen),
  )
  for (const at of amount) taken.add(at)
  const [debit, credit] = [first('debit'), first('credit')]
  if (date.length === 0 || amount.length + debit.length + credit.length === 0) return undefined
  const [fees, balance] = [first('fee'), first('balance')]
  const gross = net === undefined ? [] : amounts.filter((at) => !isNet(at)).slice(0, 1)
  const payee = found('payee')
  // a description is the payee unless another column has a better name
  const memo = found('memo').filter((at) => at !== payee[0])
  const [number, category] = [first('number'), first('category')]
  const currencies = found('currency')
  for (const at of currencies) taken.add(at)
  // where the heading of the amounts says their currency, a column elsewhere has those of other amounts
  const isSaid = chosen !== undefined && (chosen === said || headingCurrency(cellOf(cells, chosen)) !== '')
  const hasOthers = names.some((name, at) => !amount.includes(at) && amountWord.test(name))
  const isOwn = (at: number) => amount.includes(at - 1) || accountWord.test(cellOf(names, at))
  const currency = isSaid && hasOthers ? currencies.filter(isOwn) : currencies
  const [id, status] = [first('id'), first('status')]
  return {
    date,
    amount,
    debit,
    credit,
    fee: amount.some(isNet) ? [] : fees,
    deducted: amount.some(isNet) ? fees : [],
    gross,
    balance,
    payee,
    memo,
    number,
    category,
    currency,
    id,
    status,
    account: found('account'),
    payeeAccount: found('payeeAccount'),
    direction: found('direction'),
    payer: found('payer'),
    voidReason: found('voidReason'),
    rate: found('rate'),
    otherDate: found('date'),
  }
}
