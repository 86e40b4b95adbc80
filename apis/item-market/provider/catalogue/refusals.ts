// The refusals of the catalogue endpoints, in the shape of the gateway's own errors.
import { type Refusal, refuse } from '#define'

/** 400 that names the parameter, in the words of the gateway. */
export function wrongField(name: string, problem: string): Refusal {
  const error = { code: 'input.invalid', message: `${name} ${problem}`, details: { problems: [{ name, problem }] } }
  return refuse(400, { error })
}
