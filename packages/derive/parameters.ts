// The parameters of an endpoint for documents, client and tools: location, schema, and whether the gateway fills them.
// reading.ts reads the values of a real call.
import type { Api, Endpoint, Schema, Shape } from '#define'
import { type Auth, isRequired, type ParamStyle, paramInfoOf, pathNames } from '#define/reflect'

export interface Parameter {
  readonly name: string
  readonly location: 'path' | 'query' | 'header' | 'cookie'
  /** True if a caller must send the parameter; never for one that the gateway fills. */
  readonly required: boolean
  /** Plain JSON Schema of the value, without the description. */
  readonly schema: Schema
  readonly doc: string | undefined
  readonly deprecated: boolean
  /** True if the gateway puts the stored provider key here. */
  readonly filled: boolean
  readonly secret: boolean
  readonly beyond: boolean
  /** True for a list that is repeated (`a=1&a=2`); other lists are comma-separated. */
  readonly repeat: boolean
  /** The form of the value's text, where OpenAPI says it. */
  readonly style: ParamStyle | undefined
  /** True if the parameter takes the rest of the path, slashes included. */
  readonly wildcard: boolean
}

/** Returns every parameter of an endpoint: path placeholders in the order of the template, then the others. */
export function parametersOf(api: Api, endpoint: Endpoint): Parameter[] {
  const inPath = pathNames(endpoint.path)
  const others = Object.keys(endpoint.params).filter((name) => !inPath.includes(name))
  const auth = endpoint.auth ?? api.auth
  return [...inPath, ...others].map((name) => parameterOf(name, endpoint, auth))
}

const anyText: Shape<unknown> = { type: 'string' }

function parameterOf(name: string, endpoint: Endpoint, auth: Auth): Parameter {
  const shape = endpoint.params[name] ?? anyText
  const info = paramInfoOf(shape)
  const inPath = pathNames(endpoint.path).includes(name)
  const location = inPath ? 'path' : (info.in ?? 'query')
  // a key in the provider's path is in `upstream.path`; placeholders of the declared path are sent by the caller
  const filled = !inPath && (info.credential === true || isAuthLocation(auth, location, name))
  const { description, deprecated, ...schema } = shape
  return {
    name,
    location,
    required: !filled && (inPath || isRequired(shape)),
    schema: info.also === undefined ? schema : { anyOf: [schema, { type: 'string', pattern: info.also }] },
    doc: typeof description === 'string' ? description : undefined,
    deprecated: deprecated === true,
    filled,
    secret: info.secret === true,
    beyond: info.beyond === true,
    repeat: info.repeat === true || (info.style?.name === 'form' && info.style.explode && shape.type === 'array'),
    style: info.style,
    wildcard: endpoint.path.includes(`*${name}`),
  }
}

function isAuthLocation(auth: Auth, location: Parameter['location'], name: string): boolean {
  const inPlace = location === 'header' ? name.toLowerCase() : name
  return auth.kind === 'own' && auth.places.some((place) => place.in === location && place.name === inPlace)
}

/** Returns the parameters that a caller sends: all but those that the gateway fills. */
export function callerParametersOf(api: Api, endpoint: Endpoint): Parameter[] {
  return parametersOf(api, endpoint).filter((parameter) => !parameter.filled)
}
