// Renders the example of an endpoint as a curl command that can be pasted into a shell; the key and the address are
// shell variables.
import type { Api, Endpoint } from '#define'
import { present } from '#define/present'
import type { Example } from '#define/reflect'
import { shellCommand, shellVariables } from './example-ids.ts'
import { mask } from './masked-example.ts'
import { isSchema } from './named-schemas.ts'
import { callerParametersOf, type Parameter } from './parameters.ts'
import { formText } from './written-body.ts'
import { cookieText, headerText, pathText, queryText } from './written-parameter.ts'

/** The shell variables that commands name, for each kind of key. */
export const shellNames = {
  hosted: { url: 'GATEHOUSE_URL', key: 'GATEHOUSE_KEY' },
  market: { url: 'GATEHOUSE_MARKET_URL', key: 'GATEHOUSE_MARKET_KEY' },
  operator: { url: 'GATEHOUSE_URL', key: 'GATEHOUSE_ADMIN_KEY' },
} as const

/** Returns the command; `$GATEHOUSE_URL` and `$GATEHOUSE_KEY` are the gateway's address and key. */
export function curlOf(api: Api, endpoint: Endpoint, example: Example): string {
  const { url, key } = shellNames[api.surface.keys]
  const parts = [
    `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}"$${url}${inDoubleQuotes(exampleAddressOf(api, endpoint, example))}"`,
  ]
  if (!endpoint.public) parts.push(`-H "${api.surface.keyHeader}: $${key}"`)
  const cookies: string[] = []
  for (const { name, location, required, style } of callerParametersOf(api, endpoint)) {
    const value = example.params?.[name]
    if (!isShown(value, required)) continue
    if (location === 'header')
      parts.push(`-H ${quoted(`${name}: ${style ? headerText(value, style) : String(value)}`)}`)
    if (location === 'cookie') cookies.push(style ? cookieText(name, value, style) : `${name}=${String(value)}`)
  }
  if (cookies.length > 0) parts.push(`-b ${quoted(cookies.join('; '))}`)
  return shellCommand([...parts, ...bodyParts(endpoint, example.body)].join(' \\\n  '))
}

/** Returns path and query of the example call, from the root of the server. */
export function exampleAddressOf(api: Api, endpoint: Endpoint, example: Example): string {
  const mount = api.surface.mount.replace('{slug}', api.listings[0]?.slug ?? api.slug)
  return mount + addressOf(api, endpoint, example.params ?? {})
}

/** Returns path and query of a call with these parameters, from the mount of its listing. Throws URIError. */
export function addressOf(api: Api, endpoint: Endpoint, values: Readonly<Record<string, unknown>>): string {
  const parameters = callerParametersOf(api, endpoint)
  const path = endpoint.path.replace(
    /\{([^{}]+)\}|\*(\w+)/g,
    (_whole, plain: string | undefined, rest: string | undefined) => {
      const name = present(plain ?? rest)
      const style = parameters.find((one) => one.location === 'path' && one.name === name)?.style
      if (style && plain !== undefined) return pathText(name, values[name] ?? '', style)
      const value = String(values[name] ?? '')
      return rest === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
    },
  )
  const query = parameters
    .filter(({ name, location, required }) => location === 'query' && isShown(values[name], required))
    .map((parameter) => pairsOf(parameter, values[parameter.name]))
    .filter((pairs) => pairs !== '')
  return path + (query.length > 0 ? `?${query.join('&')}` : '')
}

function pairsOf({ name, repeat, style }: Parameter, value: unknown): string {
  if (style) return queryText(name, value, style)
  const strings = Array.isArray(value) ? (repeat ? value.map(String) : [value.join(',')]) : [String(value)]
  return strings.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')
}

/** A secret that may be left out is its caller's own. */
function isShown(value: unknown, required: boolean): boolean {
  return value !== undefined && (required || value !== mask)
}

function bodyParts(endpoint: Endpoint, body: unknown): string[] {
  if (!endpoint.body || body === undefined) return []
  const { kinds } = endpoint.body
  const fields = isSchema(body) ? Object.entries(body) : []
  const files = fields.some(([, value]) => isFile(value))
  if (kinds.includes('multipart') && (files || (!kinds.includes('json') && !kinds.includes('form'))))
    return fields.flatMap(([name, value]) => formParts(name, value, endpoint.body?.encoding?.multipart))
  if (kinds.includes('json')) return ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]
  if (kinds.includes('form'))
    return fields.flatMap(([name, value]) => {
      const isStyled = endpoint.body?.encoding?.form?.[name]?.style !== undefined
      if (isStyled) return [`-d ${quoted(formText([[name, value]], endpoint.body?.encoding?.form))}`]
      return [value].flat().map((one) => `--data-urlencode ${quoted(`${name}=${textOf(one)}`)}`)
    })
  return ["-H 'content-type: application/octet-stream'", '--data-binary @file']
}

type Encoding = NonNullable<NonNullable<Endpoint['body']>['encoding']>['multipart']

function formParts(name: string, value: unknown, encoding: Encoding = {}): string[] {
  if (isFile(value)) return [`-F ${quoted(`${name}=@${value.fileName};type=${value.contentType}`)}`]
  const { style, contentType } = encoding[name] ?? {}
  if (style)
    return [...new URLSearchParams(formText([[name, value]], encoding))].map(
      (pair) => `--form-string ${quoted(pair.join('='))}`,
    )
  return [value].flat().map((one) => {
    const text = textOf(one)
    // `-F` gives some characters a meaning
    if (contentType === undefined)
      return `${/^[@<]|;/.test(text) ? '--form-string' : '-F'} ${quoted(`${name}=${text}`)}`
    return `-F ${quoted(`${name}="${text.replaceAll(/["\\]/g, '\\$&')}";type=${contentType}`)}`
  })
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
function isFile(value: unknown): value is { fileName: string; contentType: string } {
  return isSchema(value) && typeof value.base64 === 'string' && typeof value.fileName === 'string'
}
/** Escapes an address for double quotes; percent-encoding has escaped all but the exclamation mark. */
function inDoubleQuotes(address: string): string {
  return shellVariables(address.replaceAll('!', '%21'))
}

/** Quotes a string for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
