// Prices by a number of the call: where it is found, and what it makes the call cost, exactly.

/** The place of a number: in the request or the answer, with the steps of a JSON pointer. */
export interface Count {
  readonly of: 'request' | 'answer'
  readonly path: readonly string[]
}

const mostSteps = 32
const pointerForm = /^\/(request|answer)((?:\/(?:[^~/]|~[01])*)*)$/
/** A JSON number of at least zero; others have no cost. */
const numberForm = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/

/** Reads a pointer such as `/answer/usage/units` (RFC 6901); undefined for anything else. */
export function readCount(pointer: string): Count | undefined {
  const [, of, rest = ''] = pointerForm.exec(pointer) ?? []
  if (of !== 'request' && of !== 'answer') return undefined
  const path = rest.split('/').slice(1)
  if (path.length > mostSteps || (of === 'request' && path.length === 0)) return undefined
  return { of, path: path.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) }
}

/** Returns the text of the number at a place of a value; undefined if there is none. */
export function numberAt(value: unknown, path: readonly string[]): string | undefined {
  let at = value
  for (const step of path) {
    if (!isContainer(at) || !Object.hasOwn(at, step)) return undefined
    at = at[step]
  }
  return typeof at === 'number' || typeof at === 'string' ? String(at) : undefined
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns an amount times a number, rounded up to a unit; undefined if the text is no number of at least zero. */
export function timesNumber(amount: bigint, text: string): bigint | undefined {
  const [, whole, decimals = '', exponent = '0'] = numberForm.exec(text) ?? []
  if (whole === undefined) return undefined
  const product = amount * BigInt(whole + decimals)
  const shift = BigInt(exponent) - BigInt(decimals.length)
  if (shift >= 0n) return product * 10n ** shift
  const divisor = 10n ** -shift
  return (product + divisor - 1n) / divisor
}
