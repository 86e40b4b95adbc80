// Notes of an import on its reading of the amounts of a CSV file, with the reasons.
import { excerpt } from '#provider/import'
import type { ChainResult } from './balances.ts'
import type { DirectionColumn, Plan, PlanContext } from './csv-plan.ts'
import { cellOf } from './csv-rows.ts'
import { type Survey, signsOf } from './csv-survey.ts'
import { hasNoMarks } from './decimal-marks.ts'
import type { ImportNotes } from './notes.ts'

interface ChoiceNote {
  readonly chosen: Plan
  readonly names: readonly string[]
  readonly context: PlanContext
  readonly survey: Survey
  readonly balance: ChainResult
}

export function noteChoice(notes: ImportNotes, { chosen, names, context, survey, balance }: ChoiceNote): void {
  const { columns, direction } = context
  const name = (at: number | undefined) => excerpt(cellOf(names, at))
  for (const at of [columns.amount, columns.debit, columns.credit].flat()) {
    const evidence = survey.marks.get(at)
    const mark = chosen.decimals.get(at) ?? '.'
    const seen = evidence?.shown.get(mark)
    if (!evidence || hasNoMarks(evidence)) continue
    const why = seen ? `${excerpt(seen.text)} in line ${seen.line} shows it` : 'the other columns show it'
    notes.add(`In ${name(at)} the decimal mark is a ${mark === ',' ? 'comma' : 'point'}: ${why}.`)
  }
  if (columns.amount.length === 0)
    notes.add(
      `Signs are those of the columns for debits and credits${chosen.hasSignedDebits ? ', where debits have a minus' : ''}.`,
    )
  else if (chosen.signs === 'written') {
    const { unsigned, negative } = signsOf(survey, columns.amount)
    const isByBalance = negative === 0 && unsigned > 0 && balance.fits > 0
    notes.add(
      isByBalance
        ? 'No amount has a sign: by the balances, all are received money.'
        : 'Signs are those of the amounts.',
    )
  } else notes.add(`Signs are taken from the column ${name(direction?.at)}: ${directionsText(direction)}.`)
  if (columns.fee.length > 0 && chosen.fees === 'on top')
    notes.add(`Fees of ${name(columns.fee[0])} are taken off the amounts.`)
  if (balance.compared > 0)
    notes.add(`${balance.fits} of ${balance.compared} balances in ${name(columns.balance[0])} follow from the amounts.`)
}

function directionsText(direction: DirectionColumn | undefined): string {
  return [...(direction?.directions ?? [])]
    .slice(0, 6)
    .map(([value, side]) => `${excerpt(value)} is ${side === 1 ? 'received' : 'spent'}`)
    .join(', ')
}
