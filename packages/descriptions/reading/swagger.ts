// Swagger 2.0 becomes OpenAPI 3.0. What the upgrader gets wrong is put right before it runs.
import { DescriptionRefused } from '../refused.ts'
import { isJson, type Json, listIn, memberOf, objectIn, textIn } from './json.ts'
import { References } from './references.ts'

/** Upgrades a document. Without a declared scheme, calls are meant to be sent by https. Throws DescriptionRefused. */
export async function upgradedSwagger(document: Json): Promise<Json> {
  const { upgrade } = await import('@scalar/openapi-upgrader')
  const prepared = { ...document, swagger: '2.0', ...addressIn(document), paths: pathsIn(document) }
  try {
    return upgrade(prepared, '3.0')
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 200) : String(error)
    throw new DescriptionRefused('', `The document cannot be upgraded to OpenAPI 3: ${message}. Convert it first.`)
  }
}

/** Returns the members of the address: some documents write a scheme before the host, or no slash before the path. */
function addressIn(document: Json): Json {
  const schemes = listIn(document, 'schemes')
  const [, scheme, host] = /^(https?):\/\/([^/]*)\/?$/i.exec(textIn(document, 'host')?.slice(0, 500) ?? '') ?? []
  const basePath = textIn(document, 'basePath')
  return {
    schemes: scheme !== undefined ? [scheme.toLowerCase()] : schemes.length > 0 ? schemes : ['https'],
    ...(host === undefined ? {} : { host }),
    ...(basePath === undefined ? {} : { basePath: basePath.startsWith('/') ? basePath : `/${basePath}` }),
  }
}

/** Returns the paths with the parameters of bodies and forms in each operation, where the upgrader looks for them. */
function pathsIn(document: Json): Json {
  const references = new References(document)
  const found = (value: unknown) => references.resolve({ value, pointer: '' })?.value ?? value
  const items = Object.entries(objectIn(document, 'paths')).map(([path, entry]) => {
    const item = found(entry)
    if (!isJson(item)) return [path, item] as const
    const shared = listIn(item, 'parameters').map((one) => (isOfBody(found(one)) ? found(one) : one))
    const members = Object.entries(item).map(([name, part]) => {
      if (name === 'parameters') return [name, shared.filter((one) => !isOfBody(one))] as const
      if (!verbs.has(name) || !isJson(part)) return [name, part] as const
      const own = listIn(part, 'parameters').map((one) => (isOfBody(found(one)) ? found(one) : one))
      const inherited = shared.filter((one) => isOfBody(one) && !own.some((other) => isSame(one, other)))
      const parameters = [...inherited, ...own]
      return [name, { ...part, parameters, ...consumesIn(part, parameters, document) }] as const
    })
    return [path, Object.fromEntries(members)] as const
  })
  return Object.fromEntries(items)
}

const verbs = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])

function isOfBody(parameter: unknown): boolean {
  const place = memberOf(parameter, 'in')
  return place === 'body' || place === 'formData'
}

function isSame(one: unknown, other: unknown): boolean {
  const place = memberOf(one, 'in')
  if (place !== memberOf(other, 'in')) return false
  return place === 'body' || memberOf(one, 'name') === memberOf(other, 'name')
}

/** Returns the media type of a form for which the document names none: only a file needs one of parts. */
function consumesIn(operation: Json, parameters: readonly unknown[], document: Json): Json {
  const fields = parameters.filter((one) => memberOf(one, 'in') === 'formData')
  const types = Object.hasOwn(operation, 'consumes') ? listIn(operation, 'consumes') : listIn(document, 'consumes')
  const isNamed = types.some((type) => typeof type === 'string' && type.toLowerCase().includes('form'))
  if (fields.length === 0 || isNamed) return {}
  const hasFile = fields.some((one) => memberOf(one, 'type') === 'file')
  return { consumes: [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'] }
}
