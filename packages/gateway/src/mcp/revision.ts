// Reads the protocol revision of a request, and checks the headers and `_meta` that the revision requires (revision
// 2026-07-28, basic/transports/streamable-http). Requests of earlier revisions begin with `initialize` and have
// neither.

import type { IncomingHttpHeaders } from 'node:http'
import { withoutTrailing } from '#define/texts'
import { codes, RpcError, type RpcRequest } from './messages.ts'
import { isRecord, type JsonObject } from './values.ts'

export const statelessRevision = '2026-07-28'
/** Revisions with `initialize`, newest first. The revision before these requires batches, which are not accepted. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18'] as const
export const supportedRevisions = [statelessRevision, ...handshakeRevisions]

const prefix = 'io.modelcontextprotocol/'

/** The client, as a request describes it. */
export interface Client {
  /** True if the request is of revision 2026-07-28 or later. */
  readonly isStateless: boolean
  readonly capabilities: JsonObject
  readonly progressToken: string | number | undefined
  /** The name that the client gives itself, if the request contains it. */
  readonly name: string | undefined
}

/** Methods whose `Mcp-Name` header names the called thing, with the parameter that contains the name. */
const namedBy = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Reads the revision and checks its requirements; throws RpcError. */
export function readClient(request: RpcRequest, headers: IncomingHttpHeaders): Client {
  const meta = isRecord(request.params._meta) ? request.params._meta : {}
  const inBody = meta[`${prefix}protocolVersion`]
  const inHeader = textOf(headers['mcp-protocol-version'])
  const token = meta.progressToken
  const progressToken = typeof token === 'string' || typeof token === 'number' ? token : undefined
  if (inBody === undefined && (inHeader === undefined || isHandshakeRevision(inHeader)))
    return handshakeClient(request, progressToken)
  if (inHeader !== undefined && !supportedRevisions.includes(inHeader)) throw unsupported(inHeader)
  if (inBody === undefined) throw invalid(`Put ${prefix}protocolVersion into _meta.`)
  if (typeof inBody !== 'string') throw invalid(`${prefix}protocolVersion is a string.`)
  if (inHeader === undefined) throw mismatch('The MCP-Protocol-Version header is missing.')
  if (inHeader !== inBody) throw mismatch('MCP-Protocol-Version and the version in _meta differ.')
  if (inBody !== statelessRevision) throw unsupported(inBody)
  checkNames(request, headers)
  const capabilities = meta[`${prefix}clientCapabilities`]
  if (!isRecord(capabilities)) throw invalid(`Put ${prefix}clientCapabilities into _meta.`)
  return { isStateless: true, capabilities, progressToken, name: nameOf(meta[`${prefix}clientInfo`]) }
}

function handshakeClient({ method }: RpcRequest, progressToken: Client['progressToken']): Client {
  if (method === 'server/discover') throw invalid(`Put ${prefix}protocolVersion into _meta.`)
  return { isStateless: false, capabilities: {}, progressToken, name: undefined }
}

function nameOf(info: unknown): string | undefined {
  if (!isRecord(info) || typeof info.name !== 'string') return undefined
  return info.name.replace(/[^\x20-\x7e]/g, '').slice(0, 80)
}

function isHandshakeRevision(version: string): boolean {
  return handshakeRevisions.some((one) => one === version)
}

function checkNames({ method, params }: RpcRequest, headers: IncomingHttpHeaders): void {
  const sent = textOf(headers['mcp-method'])
  if (sent === undefined) throw mismatch('The Mcp-Method header is missing.')
  if (sent !== method) throw mismatch('Mcp-Method and the method of the body differ.')
  const member = namedBy.get(method)
  if (member === undefined) return
  const name = textOf(headers['mcp-name'])
  if (name === undefined) throw mismatch('The Mcp-Name header is missing.')
  if (decoded(name) !== params[member]) throw mismatch(`Mcp-Name and params.${member} differ.`)
}

/** Decodes `=?base64?…?=`, the form in which clients send names that do not fit into a header. */
function decoded(value: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  if (base64 === undefined) return value
  const bytes = Buffer.from(base64, 'base64')
  return withoutTrailing(bytes.toString('base64'), '=') === withoutTrailing(base64, '=')
    ? bytes.toString('utf8')
    : undefined
}

function textOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim()
}

const invalid = (message: string) => new RpcError(codes.invalidParams, message, { status: 400 })
const mismatch = (message: string) => new RpcError(codes.headerMismatch, message, { status: 400 })

function unsupported(requested: string): RpcError {
  return new RpcError(codes.unsupportedVersion, 'This revision of the protocol is not supported.', {
    status: 400,
    data: { supported: supportedRevisions, requested: requested.slice(0, 40) },
  })
}
