// Finds the other one of two columns for debits and credits where its heading is not known.
import { excerpt, invalidImport } from '#provider/import'
import { parseAmount } from './amounts.ts'
import type { Columns, Layout } from './csv-layout.ts'
import { cellOf } from './csv-rows.ts'
import { bookedRows, type Survey, signsOf } from './csv-survey.ts'

/** Returns columns without a known heading, of which all values are amounts. */
function otherAmounts({ columns, names }: Layout, { values }: Survey): readonly number[] {
  const used = new Set(Object.values(columns).flat())
  return [...names.keys()].filter((at) => {
    const different = [...(values[at]?.different ?? [])]
    return !used.has(at) && different.some((cell) => /[1-9]/.test(cell)) && different.every(isAmount)
  })
}

const isAmount = (cell: string): boolean => /^-{1,2}$/.test(cell) || parseAmount(cell) !== undefined

/**
 * Throws `import.invalid` if only one of two columns for debits and credits is known, and another column has an amount
 * exactly in the rows in which it has none.
 */
export async function refuseMissingSide(
  read: () => AsyncIterable<string>,
  layout: Layout,
  survey: Survey,
): Promise<void> {
  const { columns, names } = layout
  const side = sideOf(columns, survey)
  if (side === undefined) return
  const others = new Set(otherAmounts(layout, survey))
  let empty = 0
  for await (const { cells } of bookedRows(read, layout)) {
    const isFilled = hasAmount(cellOf(cells, side.at))
    if (!isFilled) empty++
    for (const other of others) if (hasAmount(cellOf(cells, other)) === isFilled) others.delete(other)
  }
  const [missing] = others
  if (missing === undefined || empty === 0) return
  throw invalidImport(
    `the column ${excerpt(cellOf(names, missing))} has an amount wherever ${excerpt(cellOf(names, side.at))} has none, and its ` +
      `heading is not known. Name it ${side.other}`,
  )
}

const hasAmount = (cell: string): boolean => /[1-9]/.test(cell)

/** Returns the only column of debits or credits, and the name of the other. */
function sideOf(columns: Columns, survey: Survey): { readonly at: number; readonly other: string } | undefined {
  const [debit, credit] = [columns.debit[0], columns.credit[0]]
  if (signsOf(survey, columns.amount).positive + signsOf(survey, columns.amount).negative > 0) return undefined
  if (debit !== undefined && credit === undefined) return { at: debit, other: 'Credit' }
  if (credit !== undefined && debit === undefined) return { at: credit, other: 'Debit' }
  return undefined
}
