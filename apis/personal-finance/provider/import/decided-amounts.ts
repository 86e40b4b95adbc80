// Amounts of formats with one decimal mark for the whole file.
import { excerpt, invalidImport } from '#provider/import'
import { amountOf as wholeOf } from '../money.ts'
import { type DecimalMark, parseAmount, unitsUnder } from './amounts.ts'
import { decimalMarkOf, decimalShown, hasNoMarks, noEvidence, noteMarks } from './decimal-marks.ts'
import type { ImportNotes } from './notes.ts'

/** Reads an amount in units; undefined if it is not an amount. */
export type ReadUnits = (text: string, line: number) => number | undefined

interface MarkRules {
  /** Default mark for ambiguous amounts. */
  readonly usual?: DecimalMark
  /** True if a file can mix both marks, like OFX, provided each amount is unambiguous. */
  readonly mayMix?: boolean
}

/**
 * Decides the decimal mark by all amounts that `survey` reads. Throws `import.invalid` with both readings if they are
 * ambiguous.
 */
export async function decideAmounts(
  survey: (read: ReadUnits) => Promise<void>,
  notes: ImportNotes,
  { usual, mayMix = false }: MarkRules = {},
): Promise<ReadUnits> {
  const evidence = noEvidence()
  await survey((text, line) => {
    const written = parseAmount(text)
    if (!written) return undefined
    noteMarks(evidence, written, { line, text })
    return unitsUnder(written, '.') ?? unitsUnder(written, ',')
  })
  const { shown, open } = evidence
  if (mayMix && shown.size === 2 && !open) {
    notes.add('Decimal marks are commas and points: each amount shows its own.')
    return (text) => {
      const written = parseAmount(text)
      return written && unitsUnder(written, decimalShown(written) === ',' ? ',' : '.')
    }
  }
  const mark = decimalMarkOf(evidence, 'the file') ?? usual
  if (mark === undefined) throw openMark(open?.text ?? '', open?.line ?? 0)
  if (!hasNoMarks(evidence)) notes.add(`The decimal mark is a ${mark === ',' ? 'comma' : 'point'}.`)
  return (text) => {
    const written = parseAmount(text)
    return written && unitsUnder(written, mark)
  }
}

function openMark(text: string, line: number) {
  const written = parseAmount(text)
  const [point, comma] = (['.', ','] as const).map((mark) => wholeOf((written && unitsUnder(written, mark)) ?? 0))
  return invalidImport(
    `the amount ${excerpt(text)} in line ${line} is ${point} or ${comma}: nothing shows whether a comma or a point is the ` +
      'decimal mark. Write amounts with two decimals',
  )
}
