/// <reference path="./swagger-client.d.ts" />
// Requests as an independent client builds them from a document, sent byte for byte, and compared with what a provider
// received.
import { request as httpRequest } from 'node:http'
import SwaggerClient from 'swagger-client'
import { isJson, memberOf } from '../../packages/descriptions/reading/json.ts'
import type { Received } from '../harness/upstream.ts'

/** A request below the base address of an API. */
export interface BuiltRequest {
  readonly method: string
  /** Path below the base, with the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}
interface CallValues {
  /** Values by `<in>.<name>`. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly contentType?: string | undefined
}

const base = 'http://built.test'

/** Returns a path item with its references followed; undefined if the client cannot. */
export async function resolvedItem(document: object, path: string): Promise<object | undefined> {
  // the client copies the whole document each time
  const alone = { ...document, paths: { [path]: memberOf(memberOf(document, 'paths'), path) } }
  const { spec } = await SwaggerClient.resolveSubtree(alone, ['paths', path])
  return isJson(spec) ? spec : undefined
}

/** Builds a request of an operation of a resolved path item. Throws if the client cannot. */
export async function buildRequest(
  document: object,
  { path, method, item }: { readonly path: string; readonly method: string; readonly item: object },
  { parameters, body, contentType }: CallValues,
): Promise<BuiltRequest> {
  const verb = method.toLowerCase()
  const { operationId: _, ...operation } = Object(memberOf(item, verb))
  const built = SwaggerClient.buildRequest({
    spec: { ...document, paths: { [path]: { ...item, [verb]: operation } } },
    operationId: `${verb}-${path}`,
    baseURL: base,
    parameters,
    ...(body === undefined ? {} : { requestBody: body }),
    ...(contentType === undefined ? {} : { requestContentType: contentType }),
  })
  // as fetch writes an address, which is what the client hands to it
  const { pathname, search } = new URL(built.url)
  const written = await bodyOf(built.body)
  const headers = Object.entries(built.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return {
    method: built.method,
    target: pathname + search,
    headers: { ...Object.fromEntries(headers), ...written.headers },
    body: written.bytes,
  }
}

/** Writes a body as `fetch` does, which is what the client leaves it to. */
async function bodyOf(body: unknown): Promise<{ bytes: Buffer | undefined; headers: Record<string, string> }> {
  if (body === undefined) return { bytes: undefined, headers: {} }
  if (body instanceof FormData) {
    const response = new Response(body)
    const type = response.headers.get('content-type')
    return { bytes: Buffer.from(await response.arrayBuffer()), headers: type === null ? {} : { 'content-type': type } }
  }
  if (body instanceof Blob) return { bytes: Buffer.from(await body.arrayBuffer()), headers: {} }
  return { bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: {} }
}

/** Sends a request byte for byte below an address; returns the status and the text of the answer. */
export function sendBuilt(
  address: string,
  built: BuiltRequest,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port, pathname } = new URL(address)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        // a connection that is kept may be closed while the next request is built
        agent: false,
        method: built.method,
        path: pathname + built.target,
        headers: {
          ...built.headers,
          ...headers,
          ...(built.body === undefined ? {} : { 'content-length': built.body.length }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(built.body)
  })
}

/** Names what a provider received otherwise than built; nothing if all of it arrived. */
export function differencesFrom(built: BuiltRequest, received: Received | undefined, prefix: string): string[] {
  if (!received) return ['nothing arrived']
  const found: string[] = []
  const compare = (what: string, is: string | undefined, was: string | undefined) => {
    if (is !== was) found.push(`${what}: ${String(was).slice(0, 300)} became ${String(is).slice(0, 300)}`)
  }
  compare('method', received.method, built.method)
  compare('target', received.url, prefix + built.target)
  for (const [name, value] of Object.entries(built.headers)) {
    const arrived = received.headers[name]
    // blanks around a value are none of it (RFC 9110, section 5.5)
    compare(name, Array.isArray(arrived) ? arrived.join(', ') : arrived, value.trim())
  }
  if (!received.body.equals(built.body ?? Buffer.alloc(0)))
    compare('body', received.body.toString('latin1'), built.body?.toString('latin1'))
  return found
}
