// Finds the header row of a CSV file and the meaning of its columns. The separator is the one that yields a row of
// known headings, because titles above it have other separators.
import { invalidImport } from '#provider/import'
import { currencyNamed } from './amounts.ts'
import { type ColumnName, knownHeadings, plainHeading, rankOf, ranksOf } from './csv-headings.ts'
import { cellOf, rowsOf, type Separator, separators } from './csv-rows.ts'
import { readDate } from './dates.ts'

/** Columns by content: all that a heading names, likelier ones first. */
export type Columns = { readonly [K in ColumnName]: readonly number[] } & {
  /** Fees already deducted from a net amount. */
  readonly deducted: readonly number[]
}

export interface Layout {
  readonly separator: Separator
  /** Line of the header row. */
  readonly line: number
  /** Headings of the file. */
  readonly names: readonly string[]
  readonly columns: Columns
  /** The currency that a line above the headings states, lower-case. */
  readonly currency: string | undefined
}

/** Rows searched for headings. */
const maxHeadingRows = 40

/** Finds the layout. Throws `import.invalid` with the known headings if no row has them. */
export async function findLayout(read: () => AsyncIterable<string>): Promise<Layout> {
  let best: (Layout & { readonly known: number }) | undefined
  /** The separator of the first line if that is a transaction already. */
  let bare: string | undefined
  for (const separator of separators) {
    let rows = 0
    let currency: string | undefined
    for await (const { line, cells } of rowsOf(read(), separator)) {
      const columns = columnsOf(cells)
      if (columns) {
        const known = new Set(Object.values(columns).flat()).size
        if (!best || known > best.known) best = { separator, line, names: cells, columns, currency, known }
        break
      }
      currency ??= statedCurrency(cells)
      if (rows === 0 && isTransaction(cells)) bare ??= separator
      if (++rows >= maxHeadingRows) break
    }
  }
  if (best) return best
  if (bare !== undefined)
    throw invalidImport(
      'its first line is a transaction, and none names the columns. Add a line above it with a name for each, such as ' +
        ['Date', 'Description', 'Amount'].join(bare),
    )
  throw invalidImport(
    'it is neither OFX, QIF, CAMT.053 nor MT940, and no row names a date column and an amount column. ' +
      `Known for the date: ${knownHeadings('date')}. For the amount: ${knownHeadings('amount')}; ` +
      `or in two columns: ${knownHeadings('debit')}; and ${knownHeadings('credit')}. Rename a column to one of these`,
  )
}

/** Reports whether the cells are values and no headings: a date and a number among them. */
const isTransaction = (cells: readonly string[]): boolean =>
  cells.some((cell) => readDate(cell) !== undefined) &&
  cells.some((cell) => /^[-+(]?\s?\d[\d.,' ]{0,20}[)-]?$/.test(cell.trim()) && readDate(cell) === undefined)

/** Returns the currency of a line such as `Währung:;CHF`. */
function statedCurrency([name = '', value = '', ...others]: readonly string[]): string | undefined {
  const isNamed = ranksOf('currency').has(plainHeading(name))
  return isNamed && others.every((other) => other === '') ? currencyNamed(value) : undefined
}

/** Returns undefined for a row without a date and an amount. */
export function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map(plainHeading)
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
  const [date, amount, debit, credit] = [first('date'), first('amount'), first('debit'), first('credit')]
  if (date.length === 0 || amount.length + debit.length + credit.length === 0) return undefined
  const isNet = /^nett?o?\b/.test(cellOf(names, amount[0]))
  const [fees, balance] = [first('fee'), first('balance')]
  const payee = found('payee')
  // a description is the payee unless another column has a better name
  const memo = found('memo').filter((at) => at !== payee[0])
  const [number, category, currency, id, status] = [
    first('number'),
    first('category'),
    first('currency'),
    first('id'),
    first('status'),
  ]
  return {
    date,
    amount,
    debit,
    credit,
    fee: isNet ? [] : fees,
    deducted: isNet ? fees : [],
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
  }
}
