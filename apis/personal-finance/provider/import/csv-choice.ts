// Chooses the reading of the amounts of a CSV file, from all of its rows and from its balances. Refuses the file if two
// readings remain, or if the balances contradict the one that the amounts show.
import { present } from '#define/present'
import { excerpt, invalidImport } from '#provider/import'
import { amountOf as wholeOf } from '../money.ts'
import { parseAmount, unitsUnder } from './amounts.ts'
import { type BalanceChain, createBalanceChain } from './balances.ts'
import { refuseCardSigns, refuseSignsAgainstWords } from './card-payments.ts'
import { noteChoice } from './csv-choice-notes.ts'
import { refusePurchaseAmounts } from './csv-currencies.ts'
import type { Columns, Layout } from './csv-layout.ts'
import { refuseMissingSide } from './csv-other-amounts.ts'
import { amountColumn, amountOf, type Plan, type PlanContext, unitsIn } from './csv-plan.ts'
import { plansFor } from './csv-plans.ts'
import { cellOf } from './csv-rows.ts'
import {
  bookedRows,
  directionColumn,
  ownAccountColumn,
  type Survey,
  signsOf,
  statusColumns,
  surveyRows,
  unknownDirection,
} from './csv-survey.ts'
import { haveFeesTakenOff } from './net-amounts.ts'
import type { ImportNotes } from './notes.ts'

export interface Choice extends PlanContext {
  readonly plan: Plan
  /** The column with the user's own account. */
  readonly account: number | undefined
  /** Columns whose values say what is booked. */
  readonly statuses: readonly number[]
}
/** A plan under test. */
interface Candidate {
  readonly plan: Plan
  readonly chain: BalanceChain
  /** Rows whose direction or sign contradicts the plan. */
  against: number
  /** Sums of the amounts and of their absolute values, which distinguish readings. */
  sum: number
  volume: number
  /** The first amounts under this reading. */
  readonly read: { readonly line: number; readonly units: number }[]
}
interface TestContext extends PlanContext {
  readonly account: number | undefined
  /** True if the debit column has amounts of both signs. */
  readonly hasMixedDebits: boolean
}
interface TestedRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Amounts of a candidate stored for messages. */
const maxRead = 1000
/** Ratio that settles a dispute: rows against the other rule for each row against the chosen one. */
const margin = 3

/** Returns the plan. Throws `import.invalid` with both readings if the rows are inconclusive. */
export async function choosePlan(
  read: () => AsyncIterable<string>,
  layout: Layout,
  notes: ImportNotes,
): Promise<Choice> {
  const survey = await surveyRows(read, layout)
  const { names } = layout
  const columns = columnsUsed(layout.columns, survey)
  await refuseMissingSide(read, layout, survey)
  const areSigned = await haveFeesTakenOff(read, layout)
  const direction = columns.amount.length > 0 && !areSigned ? directionColumn(layout, survey) : undefined
  if (!direction && !areSigned && signsOf(survey, columns.amount).negative > 0) {
    await refuseCardSigns(read, layout)
    await refuseSignsAgainstWords(read, layout)
  }
  const debits = signsOf(survey, columns.debit)
  const hasMixedDebits = debits.positive > 0 && debits.negative > 0
  const account = layout.books ?? ownAccountColumn(layout, survey)
  const hasCurrencies = columns.currency.some((at) => present(survey.values[at]).different.size > 1)
  if (hasCurrencies) await refusePurchaseAmounts(read, layout, account)
  const context: TestContext = { columns, direction, account, hasMixedDebits }
  const candidates = plansFor(layout, survey, direction).map(
    (plan): Candidate => ({ plan, chain: createBalanceChain(), against: 0, sum: 0, volume: 0, read: [] }),
  )
  for await (const row of bookedRows(read, layout)) for (const candidate of candidates) test(candidate, row, context)
  const chosen = chosenOf(candidates, layout)
  const { fits, compared } = chosen.chain.result()
  if (!direction && (fits === 0 || fits < compared)) refuseUnknownSigns({ ...layout, columns }, survey)
  noteChoice(notes, { chosen: chosen.plan, names, context, survey, balance: chosen.chain.result() })
  return { columns, direction, plan: chosen.plan, account, statuses: statusColumns(layout, survey) }
}

/** Drops unsigned amounts next to filled debit and credit columns: they are duplicates. */
function columnsUsed(columns: Columns, survey: Survey): Columns {
  const [amounts, debits] = [signsOf(survey, columns.amount), signsOf(survey, columns.debit)]
  const credits = signsOf(survey, columns.credit)
  const hasDebits = columns.credit.length > 0 && debits.positive + debits.negative > 0
  const areCredits = amounts.positive > 0 && credits.positive === amounts.positive
  const isTwice = amounts.negative === 0 && (hasDebits || areCredits)
  return isTwice ? { ...columns, amount: [] } : columns
}

/**
 * Throws `import.invalid` for amounts without signs: no column gives a direction, and not all balances follow from
 * them. Such a file could list income, or all purchases of a card.
 */
function refuseUnknownSigns({ columns, names }: Layout, survey: Survey): void {
  const [amount] = columns.amount
  const { negative, unsigned } = signsOf(survey, columns.amount)
  const hasSignedFees = signsOf(survey, columns.deducted).negative > 0
  if (amount === undefined || negative > 0 || unsigned === 0 || hasSignedFees) return
  const unknown = unknownDirection(columns, survey)
  if (unknown)
    throw invalidImport(
      `no amount has a sign, and ${excerpt(unknown.value)} in the column ${excerpt(present(names[unknown.at]))} does not say ` +
        'whether money came in or left. Write debit or credit there, or give the amounts signs',
    )
  throw invalidImport(
    `the amounts of the column ${excerpt(present(names[amount]))} have no signs, and neither another column nor a balance ` +
      'shows whether money came in or left. Give amounts that were spent a minus, or write debit or credit in a column ' +
      'Type; or name the column Debit if all were spent, Credit if all were received',
  )
}

function test(candidate: Candidate, { line, cells }: TestedRow, context: TestContext): void {
  const { plan, chain, read } = candidate
  const amount = amountOf(cells, plan, context)
  if (!('units' in amount)) return
  const { units } = amount
  candidate.sum += units
  candidate.volume += Math.abs(units)
  if (read.length < maxRead) read.push({ line, units })
  if (isAgainst(units, cells, plan, context)) candidate.against++
  const balance = unitsIn(cells, context.columns.balance[0], plan)
  if (typeof balance !== 'number') return
  const key = [context.account, context.columns.currency[0]].map((at) => cellOf(cells, at)).join(' ')
  chain.add(key, { line, amount: units, others: otherReadings(units, cells, plan, context), balance })
}

/** Reports whether the sign or direction of a row contradicts the plan. */
function isAgainst(units: number, cells: readonly string[], plan: Plan, context: TestContext): boolean {
  const { direction, columns, hasMixedDebits } = context
  const isNegative = (at: number | undefined) => parseAmount(cellOf(cells, at))?.isNegative
  if (hasMixedDebits) {
    const debit = isNegative(columns.debit[0])
    return debit !== undefined && debit !== plan.hasSignedDebits
  }
  const side = direction?.directions.get(cellOf(cells, direction.at))
  if (side === undefined || units === 0) return false
  return plan.signs === 'word' ? isNegative(amountColumn(cells, columns)) === true : Math.sign(units) !== side
}

/** Returns the amount with the other sign, and with the other decimal mark. */
function otherReadings(
  units: number,
  cells: readonly string[],
  { decimals }: Plan,
  { columns }: PlanContext,
): readonly number[] {
  const others = units === 0 ? [] : [0 - units]
  for (const at of [amountColumn(cells, columns), columns.debit[0], columns.credit[0]]) {
    const written = parseAmount(cellOf(cells, at))
    if (at === undefined || !written) continue
    const swapped = unitsUnder(written, decimals.get(at) === ',' ? '.' : ',')
    if (swapped !== undefined && Math.abs(swapped) !== Math.abs(units)) others.push(swapped, 0 - swapped)
  }
  return others
}

/** Returns the candidate that the balances allow and the fewest rows contradict. */
function chosenOf(candidates: readonly Candidate[], layout: Layout): Candidate {
  const mostFits = Math.max(...candidates.map(({ chain }) => chain.result().fits))
  const possible = candidates.filter(({ chain }) => chain.result().fits === mostFits)
  const chosen = leastDisputed(possible)
  const undisputed = leastDisputed(candidates)
  const { contradiction } = chosen.chain.result()
  if (contradiction) throw contradicted(contradiction, layout)
  const rival =
    undisputed.against === 0 && chosen.against > 0 ? undisputed : possible.find((one) => isRival(one, chosen))
  if (rival) throw openBetween(chosen, rival, layout)
  return chosen
}

function leastDisputed(candidates: readonly Candidate[]): Candidate {
  const [first, ...others] = candidates
  if (!first) throw new Error('there is at least one plan')
  return others.reduce((best, one) => (one.against < best.against ? one : best), first)
}

/** Reports whether two readings of the file are undecided. */
function isRival(one: Candidate, chosen: Candidate): boolean {
  const { plan, against, sum, volume } = chosen
  if (one.sum === sum && one.volume === volume) return false
  if (one.plan.hasOppositeCredits !== plan.hasOppositeCredits) return true
  const hasSameSigns = one.plan.signs === plan.signs && one.plan.hasSignedDebits === plan.hasSignedDebits
  if (hasSameSigns) return one.plan.decimals !== plan.decimals || one.plan.fees !== plan.fees
  // debits without a minus are usual, so a refund among few of them is inconclusive
  if (against === 0 || (one.plan.signs === plan.signs && !plan.hasSignedDebits)) return false
  return one.against < against * margin
}

function contradicted(
  { line, amount, change }: { line: number; amount: number; change: number },
  { columns, names }: Layout,
) {
  const name = excerpt(cellOf(names, columns.balance[0]))
  return invalidImport(
    `line ${line}: the amount is read as ${wholeOf(amount)}, but the column ${name} changes by ${wholeOf(change)}. ` +
      'Correct the file, or remove the column that is wrong',
  )
}

/** Returns both readings of the first row on which the candidates differ. */
function openBetween(one: Candidate, other: Candidate, { names, columns }: Layout) {
  const at = one.read.findIndex(({ units }, index) => units !== other.read[index]?.units)
  const [first, second] = [one.read[at], other.read[at]]
  const why =
    one.plan.fees !== other.plan.fees
      ? `no balance shows whether the column ${excerpt(cellOf(names, columns.fee[0]))} is part of the amounts`
      : one.plan.decimals !== other.plan.decimals
        ? 'nothing shows whether a comma or a point is the decimal mark'
        : one.plan.hasOppositeCredits !== other.plan.hasOppositeCredits
          ? `no balance shows whether a minus in the column ${excerpt(cellOf(names, columns.credit[0]))} is a reversal`
          : 'signs, directions and balances contradict each other'
  const readings =
    first && second
      ? `the amount in line ${first.line} is ${wholeOf(first.units)} or ${wholeOf(second.units)}`
      : 'two readings are possible'
  return invalidImport(`${readings}: ${why}. Write amounts with signs and two decimals, fees included`)
}
