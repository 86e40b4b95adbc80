// The resources that the conformance suite reads.
import { codes, RpcError } from '../../../packages/gateway/src/mcp/messages.ts'
import type { JsonObject } from '../../../packages/gateway/src/mcp/values.ts'

/** One red pixel. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const about = { description: 'For conformance tests.' }
export const resources = [
  { uri: 'test://static-text', name: 'text', mimeType: 'text/plain', ...about },
  { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png', ...about },
]
export const templates = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json', ...about },
]

/** Throws RpcError for an address that is not known (resources/read). */
export function resourceOf(uri: string): JsonObject {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png }
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id === undefined) throw new RpcError(codes.invalidParams, 'There is no such resource.', { data: { uri } })
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { uri, mimeType: 'application/json', text }
}
