// Recognises CSV exports of double-entry books, as GnuCash and hledger write them: each row is a posting to an account,
// and only accounts of assets and liabilities hold money. Postings to the others are the reasons for a payment.
import { excerpt, invalidImport } from '#provider/import'
import { foldForSearch } from '../search-text.ts'
import type { Layout } from './csv-layout.ts'
import { cellOf, type Row } from './csv-rows.ts'

/** First names of paths that hold money, in the languages of GnuCash. */
const holding = [
  ['assets', 'asset', 'liabilities', 'liability', 'aktiva', 'vermogen', 'fremdkapital', 'verbindlichkeiten'],
  ['actif', 'actifs', 'passif', 'passifs', 'dettes', 'activo', 'activos', 'pasivo', 'pasivos', 'attivita', 'passivita'],
  ['activa', 'passiva', 'bezittingen', 'schulden', 'ativo', 'ativos', 'passivo', 'passivos', 'aktywa', 'zobowiazania'],
].flat()
/** First names of the other paths. */
const reasons = [
  ['expenses', 'expense', 'income', 'revenue', 'revenues', 'equity', 'aufwendungen', 'aufwand', 'ausgaben', 'ertrage'],
  [
    'ertrag',
    'einnahmen',
    'eigenkapital',
    'depenses',
    'charges',
    'revenus',
    'produits',
    'capitaux propres',
    'fonds propres',
  ],
  ['gastos', 'ingresos', 'patrimonio', 'patrimonio neto', 'spese', 'uscite', 'entrate', 'kosten', 'uitgaven'],
  ['inkomsten', 'eigen vermogen', 'despesas', 'receitas', 'capital proprio', 'wydatki', 'przychody', 'kapital wlasny'],
].flat()

const holdsMoney: ReadonlyMap<string, boolean> = new Map([
  ...holding.map((name) => [name, true] as const),
  ...reasons.map((name) => [name, false] as const),
])

/** Returns whether the account on a path such as `Assets:Bank` holds money; undefined for an unknown first name. */
function doesHoldMoney(path: string): boolean | undefined {
  return holdsMoney.get(foldForSearch(path.split(':', 1).join('')).trim().replaceAll('ł', 'l'))
}

const isReason = (path: string): boolean => path.includes(':') && doesHoldMoney(path) === false

/** Returns the column with the accounts of double-entry books; undefined if the file is an ordinary statement. */
export async function booksColumn(rows: AsyncIterable<Row>, { columns }: Layout): Promise<number | undefined> {
  if (columns.account.length === 0) return undefined
  for await (const { cells } of rows) {
    const at = columns.account.find((column) => isReason(cellOf(cells, column)))
    if (at !== undefined) return at
  }
  return undefined
}

/**
 * Yields the postings to accounts that hold money, complete with what only the first posting of a transaction states.
 * Throws `import.invalid` for an account of an unknown kind.
 */
export async function* ownPostings(rows: AsyncIterable<Row>, layout: Layout, at: number): AsyncGenerator<Row> {
  const { date, payee, memo, number, currency, id } = layout.columns
  const stated = new Set([date, payee, memo, number, currency, id].flat())
  let first: Row | undefined
  for await (const row of rows) {
    const path = cellOf(row.cells, at)
    const isFurther = cellOf(row.cells, date[0]) === '' && path !== ''
    if (!isFurther) first = row
    const holds = path === '' || doesHoldMoney(path)
    if (holds === undefined)
      throw invalidImport(
        `line ${row.line}: the account ${excerpt(path)} begins with a name of unknown kind. Name the first account of each ` +
          'path Assets, Liabilities, Income, Expenses or Equity',
      )
    if (!holds) continue
    const [cells, before] = [row.cells, first?.cells ?? []]
    yield isFurther
      ? {
          ...row,
          cells: cells.map((cell, column) => (cell === '' && stated.has(column) ? cellOf(before, column) : cell)),
        }
      : row
  }
}
