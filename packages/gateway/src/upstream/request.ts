// What leaves for the provider: path, query and headers. Headers go out by a list of what providers understand, so the gateway
// key, cookies and forwarding headers never do, in any casing (DESIGN 6.3); the provider key is put in last.
import type { Auth, OwnKey } from '#define'
import { fail } from '#define'
import type { QueryPair } from '#derive'
import type { Call } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import { ownKeyForm } from '../call/identify.ts'
import type { Listing, Target } from '../call/listings.ts'
import type { Secret } from '../secret.ts'
import { refuseUnsafe, reveal } from '../secret.ts'

export interface UpstreamRequest {
  readonly target: Target
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  /** The query as it leaves, for adaptations of the answer. */
  readonly search: string
}

const passed = [
  'accept',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
] as const
/** Parts of an answer: only where it passes unread, as a key could be had piece by piece, and a part is no JSON to wrap. */
const passedUnread = ['accept-encoding', 'if-range', 'range'] as const

/** Builds the request of a live call. `plainAnswer` asks for an answer without content encoding. */
export function buildRequest(call: Call, listing: Listing, plainAnswer: boolean): UpstreamRequest {
  const route = call.route
  if (!route || !listing.target) throw fail('provider.live_missing', { api: listing.title })
  const auth = route.endpoint.auth ?? listing.api.auth
  const injected = auth.kind === 'own' && call.providerKey ? { auth, key: checked(call.providerKey, auth) } : undefined
  const target = targetFor(listing, call.providerKey)
  refuseOwnKey(call)
  const headers = headersFor(call, { listing, injected: injected?.auth, plainAnswer })
  if (injected?.auth.in === 'header') headers[injected.auth.name] = injected.auth.prefix + injected.key
  let search = searchFor(call, auth, injected)
  let path = pathFor(call, injected)
  const adaptation = listing.live[route.id]
  if (adaptation?.request) {
    const request = { path, query: new URLSearchParams(search), headers }
    adaptation.request(request)
    path = request.path
    search = request.query.toString()
  }
  return {
    target,
    path: target.prefix + path + (search === '' ? '' : `?${search}`),
    headers,
    search,
  }
}

/** A key of the gateway can be left out of a header or the query; out of a path it cannot. */
function refuseOwnKey(call: Call): void {
  if (!call.pathValues.some((value) => ownKeyForm.test(value))) return
  const problem = 'must not hold a key of the gateway'
  throw fail('input.invalid', { problems: `path ${problem}` }, { details: { problems: [{ name: 'path', problem }] } })
}

/** What has been found of a key: no key changes, so none is looked through twice. */
const keysChecked = new WeakMap<Secret, { readonly isSafe: boolean; readonly fitsHeader: boolean }>()

/** Checked when it was stored, and again before it goes into a request (DESIGN 6.10); a header holds no more than Latin-1. */
function checked(key: Secret, auth: OwnKey): string {
  const text = reveal(key)
  let found = keysChecked.get(key)
  if (!found) {
    found = { isSafe: isSafe(text), fitsHeader: !/[^\x20-\xff]/.test(text) }
    keysChecked.set(key, found)
  }
  if (!found.isSafe) throw fail('provider_key.refused', {}, { note: 'the key holds a control character' })
  if (auth.in === 'header' && !found.fitsHeader)
    throw fail('provider_key.refused', {}, { note: 'the key cannot stand in a header' })
  return text
}

function isSafe(text: string): boolean {
  try {
    refuseUnsafe(text)
    return true
  } catch {
    return false
  }
}

function targetFor(listing: Listing, key: Secret | undefined): Target {
  if (key) for (const { suffix, target } of listing.targetsByKeySuffix) if (reveal(key).endsWith(suffix)) return target
  if (!listing.target) throw fail('provider.live_missing', { api: listing.title })
  return listing.target
}

interface HeaderContext {
  readonly listing: Listing
  readonly injected: OwnKey | undefined
  readonly plainAnswer: boolean
}

function headersFor(call: Call, context: HeaderContext): Record<string, string> {
  const headers: Record<string, string> = {}
  const dropped = namedByConnection(call)
  const copy = (name: string) => {
    const value = headerOf(call, name)
    if (value !== undefined && !dropped.has(name) && !ownKeyForm.test(value)) headers[name] = value
  }
  for (const name of passed) copy(name)
  if (call.route) for (const name of context.listing.compiled(call.route).passHeaders) copy(name)
  if (context.injected) {
    if (context.injected.in === 'header') delete headers[context.injected.name]
    for (const name of context.injected.also) delete headers[name]
  }
  copy('user-agent')
  if (!context.plainAnswer) for (const name of passedUnread) copy(name)
  headers['user-agent'] ??= 'gatehouse'
  headers['accept-encoding'] ??= 'identity'
  return headers
}

const none: ReadonlySet<string> = new Set()

/** Header names that the caller's Connection header makes hop-by-hop (RFC 9110, section 7.6.1). */
function namedByConnection(call: Call): ReadonlySet<string> {
  const connection = headerOf(call, 'connection')
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}

type Injected = { readonly auth: OwnKey; readonly key: string } | undefined

/** The path at the provider: the caller's own, or the mapped one with its placeholders filled. */
function pathFor(call: Call, injected: Injected): string {
  const route = call.route
  const template = route?.endpoint.upstream?.path
  if (!route || template === undefined) return call.path
  return template.replace(/\{([^}]+)\}|\*(\w+)/g, (_whole, name: string | undefined, rest: string | undefined) => {
    const wanted = name ?? rest ?? ''
    if (injected?.auth.in === 'path' && injected.auth.name === wanted) return encodeURIComponent(injected.key)
    const value = call.pathValues[route.names.indexOf(wanted)] ?? ''
    return rest === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
  })
}

/** The query at the provider: as sent where nothing has to change, the key first where it stands in the query. */
function searchFor(call: Call, auth: Auth, injected: Injected): string {
  const changes = call.route?.endpoint.upstream
  const ownName = auth.kind === 'own' && auth.in === 'query' ? auth.name : undefined
  if (ownName === undefined && !changes?.rename && !changes?.drop && !call.query.some(holdsOwnKey)) return call.rawQuery
  const pairs: string[] = []
  if (injected?.auth.in === 'query')
    pairs.push(`${encodeURIComponent(injected.auth.name)}=${encodeURIComponent(injected.key)}`)
  for (const pair of call.query) {
    if (holdsOwnKey(pair) || changes?.drop?.includes(pair.name)) continue
    if (injected && pair.name === ownName) continue
    const renamed = changes?.rename?.[pair.name]
    pairs.push(renamed === undefined ? pair.raw : `${encodeURIComponent(renamed)}=${encodeURIComponent(pair.value)}`)
  }
  return pairs.join('&')
}

/** Seen after decoding, because an escaped key is a key to whoever decodes it. */
function holdsOwnKey({ name, value }: QueryPair): boolean {
  return ownKeyForm.test(value) || ownKeyForm.test(name)
}
