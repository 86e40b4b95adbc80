// The bounds of a random number.
import { invalidParameter } from './errors.ts'

/** Maximum range: the source draws 48 bits at once, so a wider range would be biased. */
const maxSpan = 2 ** 48

/** Throws the provider's 400 unless the bounds are safe integers, in order and close enough. */
export function requireRange(min: number, max: number): void {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
    throw invalidParameter('min and max must be integers below 2^53.')
  if (max < min) throw invalidParameter('max must not be less than min.')
  if (max - min >= maxSpan) throw invalidParameter('max - min must be below 2^48.')
}
