// The bounds of a random number.
import { invalidParameter } from './errors.ts'

/** The source draws 48 bits at once: a wider range could not be drawn without bias. */
const maxSpan = 2 ** 48

/** Throws the provider's 400 for a range that is not made of safe integers, is reversed or is too wide. */
export function requireRange(min: number, max: number): void {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
    throw invalidParameter('min and max must be integers below 2^53.')
  if (max < min) throw invalidParameter('max must not be less than min.')
  if (max - min >= maxSpan) throw invalidParameter('max - min must be below 2^48.')
}
