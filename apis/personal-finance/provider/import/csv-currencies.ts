// Refuses a CSV file whose amounts are in the currencies of purchases while another column has what the account paid.
import { excerpt, invalidImport } from '#provider/import'
import { parseAmount, unitsUnder } from './amounts.ts'
import type { Layout } from './csv-layout.ts'
import { amountColumn } from './csv-plan.ts'
import { cellOf } from './csv-rows.ts'
import { bookedRows } from './csv-survey.ts'

/** Currencies whose rows have no number in another column, the same one, and a different one. */
interface Comparison {
  readonly none: Set<string>
  readonly same: Set<string>
  readonly different: Set<string>
}

/**
 * Throws `import.invalid` if another column repeats the amounts of one currency and has other numbers for all others.
 * Each account of the column `account` can have a currency of its own.
 */
export async function refusePurchaseAmounts(
  read: () => AsyncIterable<string>,
  layout: Layout,
  account: number | undefined,
): Promise<void> {
  const { columns, names } = layout
  const [currency] = columns.currency
  if (currency === undefined || columns.amount.length === 0) return
  const used = new Set(Object.values(columns).flat())
  const others = new Map<number, Comparison>(
    [...names.keys()]
      .filter((at) => !used.has(at))
      .map((at) => [at, { none: new Set(), same: new Set(), different: new Set() }]),
  )
  /** The first currency of each account. */
  const firstCurrencies = new Map<string, string>()
  let hasSeveral = false
  for await (const { cells } of bookedRows(read, layout)) {
    const at = amountColumn(cells, columns)
    const amount = absolute(cellOf(cells, at))
    const code = cellOf(cells, at !== undefined && columns.currency.includes(at + 1) ? at + 1 : currency)
    if (!amount || code === '') continue
    const owner = cellOf(cells, account)
    hasSeveral ||= (firstCurrencies.get(owner) ?? code) !== code
    if (firstCurrencies.size < maxAccounts) firstCurrencies.set(owner, firstCurrencies.get(owner) ?? code)
    for (const [other, { none, same, different }] of others) {
      const cell = cellOf(cells, other)
      const one = cell === '' ? 0 : absolute(cell)
      if (one === undefined) others.delete(other)
      else (one === 0 ? none : one === amount ? same : different).add(code)
    }
  }
  if (!hasSeveral) return
  const [foreign] =
    [...others].find(([, { none, same, different }]) => same.size === 0 && isConversion(none, different)) ?? []
  if (foreign !== undefined)
    throw invalidImport(
      `the column ${excerpt(cellOf(names, currency))} seems to name the currencies of ${excerpt(cellOf(names, foreign))}, and ` +
        `${excerpt(cellOf(names, columns.amount[0]))} to be in one. Remove the column that is not about the account`,
    )
  const [paid] =
    [...others].find(([, { none, same, different }]) => none.size === 0 && isConversion(same, different)) ?? []
  if (paid === undefined) return
  throw invalidImport(
    `its amounts are in several currencies, and the column ${excerpt(cellOf(names, paid))} has what they are in one of ` +
      `them. Name that column Amount, and rename ${excerpt(cellOf(names, columns.amount[0]))} and its currencies`,
  )
}

/** Limit of accounts whose currency is remembered. */
const maxAccounts = 200

/** Reports whether one currency is apart, and the numbers of all others are different. */
function isConversion(one: ReadonlySet<string>, different: ReadonlySet<string>): boolean {
  return one.size === 1 && different.size > 0 && one.isDisjointFrom(different)
}

function absolute(text: string): number | undefined {
  const written = parseAmount(text)
  const units = written && (unitsUnder(written, '.') ?? unitsUnder(written, ','))
  return units === undefined ? undefined : Math.abs(units)
}
