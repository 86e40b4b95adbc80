// Reads parameters that did not fit their declaration, as the provider's framework would, and refuses the rest in its words.
import type { Random } from '#define'
import { invalid } from './errors.ts'

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Years the provider's calendar knows. */
export const yearBounds: Bounds = { min: 1, max: 9999 }
/** Hours from UTC. */
export const offsetBounds: Bounds = { min: -12, max: 12 }
/** More than these bridge days would join most of a year. */
export const bridgeDayBounds: Bounds = { min: 0, max: 100 }

/** An integer of 32 bits, or a 400: `The value 'x' is not valid.`, or the bounds. A sign, zeros and blanks around it are allowed. */
export function readInteger(
  { name, value, bounds }: { name: string; value: unknown; bounds: Bounds },
  random: Random,
): number {
  const text = String(value).trim()
  const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number) || number < -(2 ** 31) || number >= 2 ** 31)
    throw invalid(name, `The value '${value}' is not valid.`, random)
  if (number < bounds.min || number > bounds.max)
    throw invalid(name, `The field ${name} must be between ${bounds.min} and ${bounds.max}.`, random)
  return number
}
