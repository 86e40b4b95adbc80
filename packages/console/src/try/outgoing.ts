// A call as filled in, and the request that is sent.
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
  /** Name of the sandbox that answers; empty for none. */
  readonly sandbox: string
}

/** Returns the headers that choose who answers. */
export const choiceHeaders = ({ provider, sandbox }: Filled): Readonly<Record<string, string>> => ({
  ...(provider !== '' && { 'x-gateway-provider': provider }),
  ...(sandbox !== '' && { 'x-gateway-sandbox': sandbox }),
})

/** Returns the address without its query. */
export function bareAddressOf({ operation, values }: Filled): string {
  let { path } = operation
  for (const { name, in: where, value } of values)
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
  return `${operation.origin}${operation.mount}${path}`
}

export function addressOf(filled: Filled): string {
  const query = new URLSearchParams()
  for (const { name, in: where, value } of filled.values) if (where === 'query') query.append(name, value)
  return `${bareAddressOf(filled)}${query.size === 0 ? '' : `?${query}`}`
}

export function requestOf(filled: Filled, key: string): RequestInit {
  const { operation, values, body } = filled
  const headers: Record<string, string> = { [operation.keyHeader]: key, 'x-gateway-surface': 'console' }
  for (const { name, in: where, value } of values) if (where === 'header') headers[name] = value
  Object.assign(headers, choiceHeaders(filled))
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
