// Masks examples for display: values that the declaration marks as secret are replaced.
import type { Endpoint, Shape } from '#define'
import { type Example, isRaw, paramInfoOf } from '#define/reflect'
import { isVariable } from './example-ids.ts'
import { isSchema } from './named-schemas.ts'

/** The placeholder of a secret. */
export const mask = '***'

/** Masks every secret parameter, body field and result member of an example. */
export function maskedExample(endpoint: Endpoint, example: Example): Example {
  const { params, body, output, ...rest } = example
  const shown = Object.entries(params ?? {}).map(([name, value]) => [name, masked(value, endpoint.params[name])])
  const { returns } = endpoint
  return {
    ...rest,
    ...(params === undefined ? {} : { params: Object.fromEntries(shown) }),
    ...(body === undefined ? {} : { body: masked(body, endpoint.body?.schema) }),
    ...(output === undefined ? {} : { output: isRaw(returns) ? output : masked(output, returns) }),
  }
}

function masked(value: unknown, shape: unknown): unknown {
  if (!isShape(shape) || isVariable(value)) return value
  if (paramInfoOf(shape).secret) return mask
  if (Array.isArray(value)) return value.map((item) => masked(item, shape.items))
  if (Array.isArray(shape.anyOf)) return shape.anyOf.reduce((shown, choice) => masked(shown, choice), value)
  if (!isSchema(value)) return value
  const members = isSchema(shape.properties) ? shape.properties : {}
  const shown = Object.entries(value).map(([name, member]) => [
    name,
    masked(member, Object.hasOwn(members, name) ? members[name] : shape.additionalProperties),
  ])
  return Object.fromEntries(shown)
}

function isShape(value: unknown): value is Shape<unknown> {
  return isSchema(value)
}
