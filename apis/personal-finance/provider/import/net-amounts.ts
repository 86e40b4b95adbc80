// Checks whether net amounts follow from gross amounts and fees, which shows that the amounts have their signs.
import { parseAmount, unitsUnder } from './amounts.ts'
import type { Layout } from './csv-layout.ts'
import { cellOf } from './csv-rows.ts'
import { bookedRows } from './csv-survey.ts'

/**
 * Reports whether each fee makes its net amount less than the gross one. If amounts were written without signs, a fee
 * on money that was spent would make it more.
 */
export async function haveFeesTakenOff(read: () => AsyncIterable<string>, layout: Layout): Promise<boolean> {
  const { gross, deducted, amount } = layout.columns
  if (gross.length === 0 || deducted.length === 0) return false
  let fees = 0
  for await (const { cells } of bookedRows(read, layout)) {
    const written = [gross[0], deducted[0], amount[0]].map((at) => parseAmount(cellOf(cells, at)))
    const readings = (['.', ','] as const).map((mark) => written.map((one) => one && unitsUnder(one, mark)))
    const known = readings.filter(([, fee]) => fee !== undefined && fee !== 0)
    if (known.length === 0) continue
    fees++
    const isLess = known.some(
      ([before, fee, after]) => before !== undefined && fee !== undefined && before - Math.abs(fee) === after,
    )
    if (!isLess) return false
  }
  return fees > 0
}
