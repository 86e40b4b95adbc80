// Lists the possible readings of a CSV file's amounts where its columns are ambiguous.
import { present } from '#define/present'
import { excerpt } from '#provider/import'
import { findCurrency } from '../reference/currencies.ts'
import type { DecimalMark } from './amounts.ts'
import type { Layout } from './csv-layout.ts'
import type { DirectionColumn, Plan, SignRule } from './csv-plan.ts'
import { cellOf } from './csv-rows.ts'
import { type Survey, signsOf } from './csv-survey.ts'
import { decimalMarkOf, hasNoMarks } from './decimal-marks.ts'

/** Returns the plans, likelier ones first. Throws `import.invalid` if a column has two decimal marks. */
export function plansFor(layout: Layout, survey: Survey, direction: DirectionColumn | undefined): Plan[] {
  const rules: readonly SignRule[] = direction ? ['written', 'word', 'opposite'] : ['written']
  const debits = signsOf(survey, layout.columns.debit)
  const debitSigns = debits.negative === 0 ? [false] : debits.positive === 0 ? [true, false] : [false, true]
  const credits = signsOf(survey, layout.columns.credit)
  const creditSigns = credits.negative > 0 && credits.positive === 0 ? [false, true] : [false]
  const sides = debitSigns.flatMap((hasSignedDebits) =>
    creditSigns.map((hasOppositeCredits) => ({ hasSignedDebits, hasOppositeCredits })),
  )
  return decimalsFor(layout, survey).flatMap((decimals) =>
    rules.flatMap((signs) =>
      sides.flatMap((side) => feesFor(layout, survey).map((fees) => ({ decimals, signs, ...side, fees }))),
    ),
  )
}

/**
 * Returns the possible roles of fees. Fees are added in the files of a bank that has these columns in any language, by
 * its two dates before the description; for others the balances decide.
 */
function feesFor({ columns, names }: Layout, survey: Survey): readonly Plan['fees'][] {
  const { positive, negative } = signsOf(survey, columns.fee)
  if (positive + negative === 0) return ['within']
  const known = new Set(names.map((name) => name.toLowerCase()))
  const hasDates = known.has('started date') && known.has('completed date')
  const hasColumns = names.length === 10 && columns.amount[0] === 5 && columns.fee[0] === 6 && columns.balance[0] === 9
  return hasDates || hasColumns ? ['on top'] : ['on top', 'within']
}

/** Returns decimal marks by column: from its own amounts, else from other columns, else both possibilities. */
function decimalsFor({ columns, names }: Layout, { marks, values }: Survey): ReadonlyMap<number, DecimalMark>[] {
  const own = new Map<number, DecimalMark>()
  const open: number[] = []
  for (const [at, evidence] of marks) {
    const mark = decimalMarkOf(evidence, `the column ${excerpt(cellOf(names, at))}`)
    if (mark === undefined) open.push(at)
    else if (!hasNoMarks(evidence)) own.set(at, mark)
  }
  const shown = new Set(own.values())
  const [first] = open
  if (first === undefined) return [own]
  const mark = marks.get(first)?.open?.mark ?? '.'
  const other = mark === ',' ? '.' : ','
  const digits = digitsIn(columns, names, values)
  const possible: DecimalMark[] =
    shown.size === 1 ? [...shown] : digits === 0 ? [other] : digits === 3 ? [mark] : [other, mark]
  return possible.map((one) => new Map([...own, ...open.map((at) => [at, one] as const)]))
}

/** Returns the decimal places shared by all currencies of a file: by a column, by the headings, or yen in Japan. */
function digitsIn(columns: Layout['columns'], names: readonly string[], values: Survey['values']): number | undefined {
  const [currency] = columns.currency
  const codes = currency === undefined ? [] : [...present(values[currency]).different]
  const money = [columns.amount, columns.debit, columns.credit].flat().map((at) => cellOf(names, at))
  for (const name of money) {
    const [code = ''] = /\b[A-Z]{3}\b/.exec(name) ?? []
    codes.push(/[\p{sc=Han}]/u.test(name) ? 'jpy' : /\p{sc=Hangul}/u.test(name) ? 'krw' : code)
  }
  const digits = new Set(codes.flatMap((code) => findCurrency(code)?.minor_unit ?? []))
  return digits.size === 1 ? [...digits][0] : undefined
}
