// JSON-RPC 2.0 messages of the Model Context Protocol, with the error codes of both revisions.
import { isRecord } from './values.ts'

export type RequestId = string | number
export interface RpcRequest {
  readonly id: RequestId
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}
type Message =
  | { readonly kind: 'request'; readonly request: RpcRequest }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
  /** A response of the client, which is ignored: the server asks nothing outside its results. */
  | { readonly kind: 'response' }

export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Code of a refused request, from the server's own range. */
  refused: -32001,
} as const

/** Ends a request with a JSON-RPC error and, if it matters, an HTTP status. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly status: number
  readonly data: unknown
  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: unknown } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Reads one message; throws RpcError. Batches were removed from the protocol in 2025-06-18. */
export function readMessage(value: unknown): Message {
  if (!isRecord(value) || value.jsonrpc !== '2.0')
    throw new RpcError(codes.invalidRequest, 'Send one JSON-RPC 2.0 message.', { status: 400 })
  const { id, method, params } = value
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response' }
  if (typeof method !== 'string' || (params !== undefined && !isRecord(params)))
    throw new RpcError(codes.invalidRequest, 'A request has a method, and params that are an object.', { status: 400 })
  if (id === undefined) return { kind: 'notification', method, params: params ?? {} }
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id)))
    throw new RpcError(codes.invalidRequest, 'The id of a request is a string or a number.', { status: 400 })
  return { kind: 'request', request: { id, method, params: params ?? {} } }
}

export function resultMessage(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

export function errorMessage(id: RequestId | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}
