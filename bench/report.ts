// Prints a run for a terminal, and finds its figures beyond their targets.
import type { Result, Target } from './cases/case.ts'
import { format, formatWithSpread } from './cases/case.ts'

export function textOf(result: Result): string {
  const lines = [columnsOf([result.columns, ...result.rows]), ...result.targets.map(targetLine), ...result.notes]
  return `\n${result.title}\n${lines.filter((line) => line !== '').join('\n')}`
}

export function targetLine({ name, value, limit, unit }: Target): string {
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`)
  const met = value.median <= limit ? 'met' : 'MISSED'
  return `${met}: ${name} ${withUnit(formatWithSpread(value))}, target at most ${withUnit(format(limit))}`
}

/**
 * Returns guarded figures that exceeded CI's bound in every round: one quiet round on a busy machine clears a figure.
 */
export function exceeded(results: readonly Result[]): string[] {
  return results
    .flatMap(({ targets }) => targets)
    .flatMap(({ name, value, guard }) =>
      guard !== undefined && value.least > guard
        ? [`GUARD: ${name} is at least ${format(value.least)}, allowed ${format(guard)}`]
        : [],
    )
}

function columnsOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
