// A reading of the amounts of a CSV file: decimal marks, origin of the signs, and whether fees are added.
import { excerpt } from '#provider/import'
import { type DecimalMark, parseAmount, unitsUnder } from './amounts.ts'
import type { Columns } from './csv-layout.ts'
import { cellOf } from './csv-rows.ts'
import type { Direction } from './directions.ts'

/**
 * `written`: amounts are signed. `word`: a column gives the direction, and a negative amount is a reversal. `opposite`:
 * money that left the account is positive.
 */
export type SignRule = 'written' | 'word' | 'opposite'
/** A column with the direction of each amount. */
export interface DirectionColumn {
  readonly at: number
  readonly directions: ReadonlyMap<string, Direction>
}

export interface Plan {
  readonly decimals: ReadonlyMap<number, DecimalMark>
  readonly signs: SignRule
  /** True if a separate debit column has minus signs; a debit of the other sign is a refund. */
  readonly hasSignedDebits: boolean
  /** True if a separate credit column has minus signs though money came in, as some cards write it. */
  readonly hasOppositeCredits: boolean
  /** Fees: included in the amounts, or added to them. */
  readonly fees: 'within' | 'on top'
}
export interface PlanContext {
  readonly columns: Columns
  readonly direction: DirectionColumn | undefined
}

/** Returns the amount of a row in units, or the reason for its absence. */
export function amountOf(
  cells: readonly string[],
  plan: Plan,
  { columns, direction }: PlanContext,
): { readonly units: number } | { readonly reason: string } {
  const read = (at: number | undefined): number | 'empty' | undefined => unitsIn(cells, at, plan)
  const amount = read(amountColumn(cells, columns))
  if (amount === undefined) return noAmount
  const fee = plan.fees === 'on top' ? read(columns.fee[0]) : 'empty'
  if (fee === undefined) return { reason: 'its fee is not an amount' }
  const [debit, credit] = [read(columns.debit[0]), read(columns.credit[0])]
  const hasAmount = [amount, debit, credit].some((one) => one !== 'empty')
  // the fees of a month can be rows of their own
  if (!hasAmount && fee !== 'empty' && fee !== 0) return { units: 0 - Math.abs(fee) }
  const own = amount === 'empty' ? sideAmount(debit, credit, plan) : amount
  if (own === undefined) return noAmount
  const signed = amount === 'empty' ? own : directed(own, cells, plan.signs, direction)
  if (signed === undefined)
    return { reason: `${excerpt(cellOf(cells, direction?.at))} does not say whether the money came in or left` }
  return { units: signed - (fee === 'empty' ? 0 : Math.abs(fee)) }
}

/** Returns the column with the amount of a row: the first with digits, where a file has one for each currency. */
export function amountColumn(cells: readonly string[], { amount }: Columns): number | undefined {
  return (
    amount.find((at) => /[1-9]/.test(cellOf(cells, at))) ?? amount.find((at) => cellOf(cells, at) !== '') ?? amount[0]
  )
}

const noAmount = { reason: 'it has no amount' }

/** Returns the units of a cell. */
export function unitsIn(cells: readonly string[], at: number | undefined, plan: Plan): number | 'empty' | undefined {
  const cell = cellOf(cells, at)
  if (at === undefined || cell === '' || /^(?:[-–—]{1,3}|n\/?a|nil|null|none)$/i.test(cell)) return 'empty'
  const written = parseAmount(cell)
  return written && unitsUnder(written, plan.decimals.get(at) ?? '.')
}

function sideAmount(
  debit: number | 'empty' | undefined,
  credit: number | 'empty' | undefined,
  { hasSignedDebits, hasOppositeCredits }: Plan,
): number | undefined {
  if (debit === undefined || credit === undefined || (debit === 'empty' && credit === 'empty')) return undefined
  const out = debit === 'empty' ? 0 : hasSignedDebits ? debit : 0 - debit
  return out + (credit === 'empty' ? 0 : hasOppositeCredits ? 0 - credit : credit)
}

function directed(
  amount: number,
  cells: readonly string[],
  signs: SignRule,
  direction: DirectionColumn | undefined,
): number | undefined {
  if (signs === 'written' || !direction) return amount
  if (signs === 'opposite') return 0 - amount
  const side = direction.directions.get(cellOf(cells, direction.at))
  return side === undefined ? undefined : side === 1 ? amount : 0 - amount
}
