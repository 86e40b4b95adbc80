// Checks a body against its declaration where the endpoint leaves invalid values to the provider, so that the error is
// in the wire's format.
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

/** Throws ModelError 'invalid' that names the member. A member that is null counts as absent. */
export function checkBody(endpoint: Endpoint, body: unknown): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body))
    throw new ModelError('invalid', 'The body must be a JSON object.')
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { schema, kinds = [] } = endpoint.body ?? {}
  if (!schema) return present
  const missing = [schema.required].flat().find((name) => typeof name === 'string' && present[name] === undefined)
  if (typeof missing === 'string')
    throw new ModelError('invalid', `Missing required parameter: '${missing}'.`, {
      param: missing,
      code: 'missing_required_parameter',
    })
  // the gateway has parsed the parts of a form; files are not JSON
  if (kinds.includes('multipart')) return present
  const check = checkOf(schema)
  if (check.Check(body) || check.Check(present)) return present
  const [first] = check.Errors(present)[1]
  const param = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  throw new ModelError(
    'invalid',
    `Invalid value for '${param}': ${first?.message ?? 'it does not match the schema'}.`,
    {
      param: param.slice(0, 200),
    },
  )
}

function checkOf(schema: Schema): Compiled {
  const known = compiled.get(schema)
  if (known) return known
  const checker: Compiled = Compile<Schema>(schema)
  compiled.set(schema, checker)
  return checker
}
