// Parses parameters that did not match their declaration, as the provider's framework would (SOURCES 4.2).
import type { Errors } from '../errors.ts'

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Bounds of years in the provider's calendar. */
export const yearBounds: Bounds = { min: 1, max: 9999 }
/** Bounds of hours from UTC. */
export const offsetBounds: Bounds = { min: -12, max: 12 }
/** Bounds of bridge days; more would join most of a year. */
export const bridgeDayBounds: Bounds = { min: 0, max: 100 }

interface IntegerParameter {
  readonly name: string
  readonly value: unknown
  readonly bounds: Bounds
}

/**
 * Reads an integer of 32 bits; a plus or minus, leading zeros and surrounding spaces are allowed. Throws the provider's
 * 400 for anything else and outside the bounds.
 */
export function readInteger({ name, value, bounds }: IntegerParameter, errors: Errors): number {
  const digits = String(value).trim()
  const number = /^[+-]?\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  if (Number.isNaN(number) || number < -(2 ** 31) || number >= 2 ** 31)
    throw errors.invalid(name, `The value '${value}' is not valid.`)
  if (number < bounds.min || number > bounds.max)
    throw errors.invalid(name, `The field ${name} must be between ${bounds.min} and ${bounds.max}.`)
  return number
}
