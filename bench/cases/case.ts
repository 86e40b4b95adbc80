// The result of a benchmark case: rows of a table, ratios that have a target, and all measurements for the JSON.
import type { Figure } from '../figures.ts'

/** The thoroughness of a run. */
export interface Effort {
  readonly rounds: number
  /** Seconds of load in one round. */
  readonly seconds: number
  /** Seconds of load before the first round, in which Node programs are still compiled. */
  readonly warmSeconds: number
}

/** A figure with a target: `limit` is the maximum that the project promises. */
export interface Target {
  readonly name: string
  readonly value: Figure
  readonly limit: number
  readonly unit: '' | 'ms' | 'MB' | 's'
  /**
   * The maximum that CI accepts, as a rule twice the limit; absent for times, which mean nothing on a loaded machine.
   */
  readonly guard?: number
}
export interface Result {
  readonly title: string
  /** The subject and method of the measurement, in a sentence or two. */
  readonly how: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly targets: readonly Target[]
  /** Omissions and their reasons. */
  readonly notes: readonly string[]
  /** Every value of every round. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Formats three significant digits. */
export function format(value: number): string {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value.toFixed(value >= 1 ? 2 : 3)
}

/** Formats median and spread. */
export function formatWithSpread(figure: Figure | undefined): string {
  return figure ? `${format(figure.median)} (${format(figure.least)} to ${format(figure.most)})` : '–'
}
