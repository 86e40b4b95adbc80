// Request headers that a handler sees: all but keys, cookies and those that concern only this connection.
import type { RoutedCall } from '../call/call.ts'
import { ownKeyForm } from '../call/identify.ts'

const hidden = new Set([
  'authorization',
  'connection',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'x-gateway-admin-key',
  'x-gateway-key',
  'x-goog-api-key',
])

export function visibleHeaders(call: RoutedCall): Record<string, string> {
  const visible: Record<string, string> = {}
  const { headers } = call.request
  for (const name in headers) {
    const value = headers[name]
    if (typeof value !== 'string' || hidden.has(name) || ownKeyForm.test(value)) continue
    visible[name] = value
  }
  return visible
}
