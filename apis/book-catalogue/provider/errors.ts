// The provider's errors for invalid parameters: 422 with the details of each (SOURCES 1.5).
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

/** Returns the error for a well-formed value that is not allowed. */
export function invalidValue(name: string, message: string, input: unknown): Refusal {
  return unprocessable({
    type: 'value_error',
    loc: ['query', name],
    msg: `Value error, ${message}`,
    input,
    ctx: { error: {} },
  })
}
