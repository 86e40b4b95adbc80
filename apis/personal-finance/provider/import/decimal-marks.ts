// Decides the decimal mark from all amounts of a column: `1.250` alone is ambiguous, `-12,50` in another row decides.
// Amounts of one column never have different decimal marks.
import { excerpt, invalidImport } from '#provider/import'
import type { DecimalMark, WrittenAmount } from './amounts.ts'

/** An amount that is evidence, and its line. */
interface Seen {
  readonly line: number
  readonly text: string
}
/** Evidence of a column's amounts for its decimal mark. */
export interface MarkEvidence {
  /** The first amount that shows each decimal mark. */
  readonly shown: Map<DecimalMark, Seen>
  /** The first amount with one mark before three digits, and the mark. */
  open: (Seen & { readonly mark: DecimalMark }) | undefined
  /** True if an amount below 1000, or one from 1000, has no mark. */
  hasSmall: boolean
  hasLarge: boolean
}

export function noEvidence(): MarkEvidence {
  return { shown: new Map(), open: undefined, hasSmall: false, hasLarge: false }
}

/** Adds the evidence of an amount. */
export function noteMarks(evidence: MarkEvidence, written: WrittenAmount, seen: Seen): void {
  const shown = decimalShown(written)
  if (shown === 'none') {
    const digits = written.number.replace(/^0+/, '').length
    if (digits > 3 && !written.isGrouped) evidence.hasLarge = true
    else if (digits > 0 && digits <= 3) evidence.hasSmall = true
  } else if (shown === 'either') evidence.open ??= { ...seen, mark: written.number.includes(',') ? ',' : '.' }
  else if (!evidence.shown.has(shown)) evidence.shown.set(shown, seen)
}

/**
 * Returns the decimal mark that an amount shows by itself; `either` for one mark before three digits, `none` without
 * marks.
 */
export function decimalShown({ number, isGrouped }: WrittenAmount): DecimalMark | 'either' | 'none' {
  const [comma, point] = [number.lastIndexOf(','), number.lastIndexOf('.')]
  if (comma < 0 && point < 0) return 'none'
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const mark = comma >= 0 ? ',' : '.'
  const other = comma >= 0 ? '.' : ','
  const [whole = '', after = '', ...more] = number.split(mark)
  if (more.length > 0) return other
  const mayGroup = !isGrouped && after.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return mayGroup ? 'either' : mark
}

/**
 * Returns the decimal mark of a column; undefined if its amounts are ambiguous. Throws `import.invalid` with two
 * contradictory amounts.
 */
export function decimalMarkOf(
  { shown, open, hasSmall, hasLarge }: MarkEvidence,
  column: string,
): DecimalMark | undefined {
  const [comma, point] = [shown.get(','), shown.get('.')]
  if (comma && point)
    throw invalidImport(
      `the amounts of ${column} have different decimal marks: ${excerpt(comma.text)} in line ${comma.line} a comma, ` +
        `${excerpt(point.text)} in line ${point.line} a point. Correct the one that is wrong`,
    )
  if (comma) return ','
  if (point) return '.'
  if (!open) return '.'
  const other = open.mark === ',' ? '.' : ','
  // decimals, if always written, would also be in small amounts, and grouped digits in all large ones
  return hasSmall === hasLarge ? undefined : hasSmall ? other : open.mark
}

/** Reports whether the decimal mark makes no difference, because no amount has a mark. */
export function hasNoMarks({ shown, open }: MarkEvidence): boolean {
  return shown.size === 0 && !open
}
