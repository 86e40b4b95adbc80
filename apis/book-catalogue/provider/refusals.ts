// Wrong parameters, answered as the provider answers them: 422 with the details of each (FACTS, errors).
import { type Refusal, refuse } from '#define'

interface Detail {
  readonly type: string
  readonly loc: readonly string[]
  readonly msg: string
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

export function unprocessable(...detail: readonly Detail[]): Refusal {
  return refuse(422, { detail })
}

/** A value whose meaning is wrong. */
export function badValue(name: string, message: string, input: unknown): Refusal {
  return unprocessable({
    type: 'value_error',
    loc: ['query', name],
    msg: `Value error, ${message}`,
    input,
    ctx: { error: {} },
  })
}

interface Bounds {
  readonly least: number
  readonly most?: number
  readonly otherwise: number
}

/** The number of a parameter; what is no whole number within its bounds is refused. */
export function readNumber(name: string, value: unknown, { least, most, otherwise }: Bounds): number {
  if (value === undefined) return otherwise
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
  if (number < least)
    throw unprocessable({
      type: 'greater_than_equal',
      loc,
      msg: `Input should be greater than or equal to ${least}`,
      input,
      ctx: { ge: least },
    })
  if (most !== undefined && number > most)
    throw unprocessable({
      type: 'less_than_equal',
      loc,
      msg: `Input should be less than or equal to ${most}`,
      input,
      ctx: { le: most },
    })
  return number
}

const truths = new Map([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((word): [string, boolean] => [word, true]),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((word): [string, boolean] => [word, false]),
])

/** The truth value of a parameter in any spelling that the provider's framework takes. */
export function readTruth(name: string, value: unknown): boolean | undefined {
  if (value === undefined) return undefined
  const truth = truths.get(String(value).trim().toLowerCase())
  if (truth === undefined)
    throw unprocessable({
      type: 'bool_parsing',
      loc: ['query', name],
      msg: 'Input should be a valid boolean, unable to interpret input',
      input: String(value),
    })
  return truth
}
