// Holds a body to its declaration where the endpoint leaves wrong values to the provider, so that the caller is told in the wire's words.
import { Compile } from 'typebox/schema'
import type { Endpoint, Schema } from '#define'
import type { Json } from './wire/json.ts'
import { ModelError } from './wire/model-error.ts'

interface Compiled {
  Check(value: unknown): boolean
  Errors(
    value: unknown,
  ): [
    boolean,
    { readonly keyword: string; readonly instancePath: string; readonly params: unknown; readonly message: string }[],
  ]
}
const compiled = new WeakMap<Schema, Compiled>()

/** Throws ModelError 'invalid' that names the member. A member that is null counts as one that is not there. */
export function checkBody(endpoint: Endpoint, body: unknown): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body))
    throw new ModelError('invalid', 'The body must be a JSON object.')
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { schema, kinds = [] } = endpoint.body ?? {}
  if (!schema) return given
  const missing = [schema.required].flat().find((name) => typeof name === 'string' && given[name] === undefined)
  if (typeof missing === 'string')
    throw new ModelError('invalid', `Missing required parameter: '${missing}'.`, {
      param: missing,
      code: 'missing_required_parameter',
    })
  // the parts of a form are read by the gateway: files are no JSON
  if (kinds.includes('multipart')) return given
  const check = checkOf(schema)
  if (check.Check(body) || check.Check(given)) return given
  const [first] = check.Errors(given)[1]
  const param = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  throw new ModelError('invalid', `Invalid value for '${param}': ${first?.message ?? 'it does not fit'}.`, {
    param: param.slice(0, 200),
  })
}

function checkOf(schema: Schema): Compiled {
  const known = compiled.get(schema)
  if (known) return known
  const made: Compiled = Compile<Schema>(schema)
  compiled.set(schema, made)
  return made
}
