// A call as filled in: the request that is sent, and the same as curl, as client code and as an agent's call.
import type { Body, Operation } from './operation.ts'

export interface Filled {
  readonly operation: Operation
  /** Non-empty parameters. */
  readonly values: readonly { readonly name: string; readonly in: string; readonly value: string }[]
  readonly body: Body | undefined
  /** Text of a JSON body. */
  readonly text: string
  /** Fields of a form, or the single file of a binary body. */
  readonly fields: readonly (readonly [string, string | File])[]
  readonly provider: string
}

/** Returns path and query below the gateway. */
export function addressOf({ operation, values }: Filled): string {
  let { path } = operation
  const query = new URLSearchParams()
  for (const { name, in: where, value } of values) {
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (where === 'query') query.append(name, value)
  }
  return `${operation.mount}${path}${query.size === 0 ? '' : `?${query}`}`
}

export function requestOf(filled: Filled, key: string): RequestInit {
  const { operation, values, body, provider } = filled
  const headers: Record<string, string> = { 'x-gateway-key': key, 'x-gateway-surface': 'console' }
  for (const { name, in: where, value } of values) if (where === 'header') headers[name] = value
  if (provider !== '') headers['x-gateway-provider'] = provider
  if (body && body.kind !== 'multipart') headers['content-type'] = body.contentType
  return { method: operation.method, headers, cache: 'no-store', ...(body ? { body: encoded(filled, body) } : {}) }
}

function encoded({ text, fields }: Filled, { kind }: Body): string | URLSearchParams | FormData | File {
  if (kind === 'json') return text
  if (kind === 'binary') return fields.map(([, value]) => value).find((value) => value instanceof File) ?? ''
  if (kind === 'form')
    return new URLSearchParams(fields.map(([name, value]) => [name, value instanceof File ? value.name : value]))
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** Quotes text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export function curlOf(filled: Filled): string {
  const { operation, values, body, text, fields, provider } = filled
  const parts = ['curl', ...(operation.method === 'GET' ? [] : ['-X', operation.method]), '-H "x-gateway-key: $KEY"']
  for (const { name, in: where, value } of values)
    if (where === 'header') parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (provider !== '') parts.push(`-H 'x-gateway-provider: ${provider}'`)
  if (body?.kind === 'json') parts.push(`-H 'content-type: ${body.contentType}'`, `-d ${quoted(text)}`)
  for (const [name, value] of fields) {
    if (body?.kind === 'form') parts.push(`--data-urlencode ${quoted(`${name}=${String(value)}`)}`)
    if (body?.kind === 'multipart')
      parts.push(`-F ${quoted(value instanceof File ? `${name}=@${value.name}` : `${name}=${value}`)}`)
    if (body?.kind === 'binary' && value instanceof File)
      parts.push(`-H 'content-type: ${body.contentType}'`, `--data-binary ${quoted(`@${value.name}`)}`)
  }
  parts.push(quoted(`${location.origin}${addressOf(filled)}`))
  return parts.join(' \\\n  ').replace('curl \\\n  -X \\\n  ', 'curl -X ')
}

/** Name of the client library in the caller's project; the console does not depend on it. */
const library = '@gatehouse/client'

export function clientOf(filled: Filled): string {
  const { operation } = filled
  const member = operation.slug.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())
  const input = inputOf(filled)
  return `import { connect } from '${library}'

const gw = connect({ url: '${location.origin}', key: process.env.GATEHOUSE_KEY })
const answer = await gw.${member}.${operation.id}(${Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2)})`
}

/** Returns the message that an agent sends to the tool at /mcp. */
export function agentCallOf(filled: Filled): string {
  const { operation } = filled
  const tool = operation.effect === 'read' ? 'call_read' : 'call_write'
  return `${tool} ${JSON.stringify({ operation: `${operation.slug}.${operation.id}`, arguments: inputOf(filled) }, null, 2)}`
}

function inputOf({ values, body, text, fields }: Filled): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, value } of values) input[name] = value
  if (body?.kind === 'json') input.body = parsed(text)
  else if (body)
    input.body = Object.fromEntries(
      fields.map(([name, value]) => [name, value instanceof File ? `<${value.name}>` : value]),
    )
  return input
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
