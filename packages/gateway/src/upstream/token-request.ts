// Asks a token server for a token with client credentials (RFC 6749, section 4.4). The address is declared, the answer
// is small and JSON, and redirects are answers like others. Nothing that the server says reaches a caller, the error
// codes of the specification apart.
import { type Failure, fail } from '#define'
import { OutboundFailure } from '#define/outbound'
import { present } from '#define/present'
import { clientParts, type TokenSource } from '#define/reflect'
import { type KeyParts, partsOf } from '../account/vault/key-parts.ts'
import type { Secret } from '../process/secret.ts'
import type { ReceivedHops } from './hops.ts'
import { send } from './outbound.ts'
import type { Pools } from './pools.ts'

export interface TokenOrder {
  readonly key: Secret
  readonly source: TokenSource
  /** Title of the API, for errors. */
  readonly title: string
  /** Headers of the call for which the token is needed; only the hops count. */
  readonly received: ReceivedHops
}
interface Token {
  readonly text: string
  readonly lifetimeS: number
}

const maxBytes = 64 * 1024
/** Longest token; providers accept heads of 8 to 16 KiB. */
const maxTokenLength = 8192
/** The lifetime of a token whose server does not name one; a refused token is replaced earlier. */
const usualLifetimeS = 300
const longestLifetimeS = 24 * 3600

/** Returns a new token. Fails with 'provider_key.token_refused' or 'upstream.no_token'. */
export async function requestToken(pools: Pools, order: TokenOrder, timeoutMs: number): Promise<Token> {
  const { source, title, received } = order
  const times = { firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs, maxBytes }
  try {
    const request = { method: 'POST' as const, url: source.url, ...credentialsOf(order), ...times }
    const answer = await send(pools, request, [], { received, publicOnly: source.publicOnly })
    const body = await answer.bytes()
    if (answer.status !== 200) throw refusalOf(answer.status, body, title)
    return tokenIn(body, title)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    // its message is dropped: it can quote the request
    throw noToken(title, problems[error.reason] ?? 'did not answer', error.reason)
  }
}

const problems: Partial<Record<OutboundFailure['reason'], string>> = {
  unreachable: 'could not be reached',
  slow: 'did not answer in time',
  cut: 'closed the connection before its answer was complete',
  large: 'gave an answer that is too long',
}

/** Returns the headers and the form that carry the credentials (RFC 6749, section 2.3.1). */
function credentialsOf({ key, source, title }: TokenOrder) {
  const parts = partsOf(key)
  const [id, secret] = clientParts.map((name) => partOf(parts, name, title))
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (source.scopes.length > 0) form.set('scope', source.scopes.join(' '))
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  if (source.client === 'body') {
    form.set('client_id', present(id))
    form.set('client_secret', present(secret))
    return { headers, body: form.toString() }
  }
  const pair = `${formEncoded(present(id))}:${formEncoded(present(secret))}`
  return { headers: { ...headers, authorization: `Basic ${btoa(pair)}` }, body: form.toString() }
}

function partOf(parts: KeyParts | undefined, name: string, title: string): string {
  const part = parts?.get(name)
  if (part === undefined) throw fail('provider_key.incomplete', { api: title, lacks: name })
  return part
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

function tokenIn(body: Buffer, title: string): Token {
  const { access_token: text, token_type: type, expires_in: lifetime } = membersOf(body)
  // visible characters only: the token becomes part of a header
  if (typeof text !== 'string' || text.length > maxTokenLength || !/^[\x21-\x7e]+$/.test(text))
    throw noToken(title, 'gave an answer without a token that can be sent')
  if (type !== undefined && String(type).toLowerCase() !== 'bearer')
    throw noToken(title, 'gave a token of another type than Bearer')
  const seconds = lifetime === undefined || lifetime === null ? usualLifetimeS : Number(lifetime)
  return { text, lifetimeS: seconds >= 0 ? Math.min(seconds, longestLifetimeS) : usualLifetimeS }
}

function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The errors of a token server that are about the client (RFC 6749, section 5.2). */
const reasons: Readonly<Record<string, string>> = {
  invalid_client: 'it does not know this client id with this secret',
  invalid_grant: 'it does not accept client credentials of this client',
  unauthorized_client: 'this client may not use client credentials',
  unsupported_grant_type: 'it offers no client credentials',
  invalid_scope: 'the client may not have the scopes that the API declares',
  invalid_request: 'it finds the request malformed or incomplete',
}

function refusalOf(status: number, body: Buffer, title: string): Failure {
  if (status >= 300 && status < 400) return noToken(title, 'answered with a redirect, which is not followed')
  if (status < 400 || status === 408 || status === 429 || status >= 500)
    return noToken(title, `answered with status ${status}`)
  const { error } = membersOf(body)
  const known = typeof error === 'string' && Object.hasOwn(reasons, error) ? reasons[error] : undefined
  return fail('provider_key.token_refused', { api: title, reason: known ?? `status ${status}` })
}

function noToken(title: string, problem: string, note?: string): Failure {
  return fail('upstream.no_token', { api: title, problem }, note === undefined ? {} : { note })
}
