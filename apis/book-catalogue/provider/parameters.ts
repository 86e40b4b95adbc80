// Reads parameters as the provider's framework does.
import { unprocessable } from './errors.ts'

interface Bounds {
  readonly min: number
  readonly max?: number
  readonly fallback: number
}

/** Reads an integer parameter. Throws 422 for anything else, and outside its bounds. */
export function readNumber(name: string, value: unknown, { min, max, fallback }: Bounds): number {
  if (value === undefined) return fallback
  const text = String(value).trim()
  const loc = ['query', name]
  const input = String(value)
  const number = /^[+-]?\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number))
    throw unprocessable({
      type: 'int_parsing',
      loc,
      msg: 'Input should be a valid integer, unable to parse string as an integer',
      input,
    })
  if (number < min)
    throw unprocessable({
      type: 'greater_than_equal',
      loc,
      msg: `Input should be greater than or equal to ${min}`,
      input,
      ctx: { ge: min },
    })
  if (max !== undefined && number > max)
    throw unprocessable({
      type: 'less_than_equal',
      loc,
      msg: `Input should be less than or equal to ${max}`,
      input,
      ctx: { le: max },
    })
  return number
}

const booleans = new Map([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((word): [string, boolean] => [word, true]),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((word): [string, boolean] => [word, false]),
])

/** Reads a boolean in any spelling that the provider's framework accepts. Throws 422 for anything else. */
export function readBoolean(name: string, value: unknown): boolean | undefined {
  if (value === undefined) return undefined
  const parsed = booleans.get(String(value).trim().toLowerCase())
  if (parsed === undefined)
    throw unprocessable({
      type: 'bool_parsing',
      loc: ['query', name],
      msg: 'Input should be a valid boolean, unable to interpret input',
      input: String(value),
    })
  return parsed
}
