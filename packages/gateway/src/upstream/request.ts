// Builds the request to the provider: path, query and headers. An allow-list lets through the headers that providers
// understand, so the gateway key, undeclared cookies and forwarding headers never pass, in any casing
// (docs/architecture.md, outbound rule 3). The provider key is inserted last.

import { fail } from '#define'
import { present } from '#define/present'
import type { Auth } from '#define/reflect'
import { cookiePairs, type QueryPair } from '#derive'
import { headerOf, type RoutedCall } from '../call/call.ts'
import { holdsGatewayKey, ownKeyForm } from '../call/identify.ts'
import type { Listing, Target } from '../call/listings.ts'
import { takesStoredKey } from '../call/stored-key.ts'
import type { Secret } from '../process/secret.ts'
import { reveal } from '../process/secret.ts'
import { type Injections, injectionsOf } from './injections.ts'
import { refuseOwnKeyIn } from './own-key-guard.ts'

export interface UpstreamRequest {
  readonly target: Target
  /** Path and query. */
  readonly path: string
  /** Headers as alternating names and values. */
  readonly headers: string[]
  /** The query as it is sent, for adaptations of the response. */
  readonly search: string
}

/**
 * Headers that request partial or encoded responses. They pass only if the response is not read: a key could be fetched
 * piece by piece, and a part is not JSON that could be wrapped.
 */
const passedUnread: ReadonlySet<string> = new Set(['accept-encoding', 'if-range', 'range'])

/** Builds the request of a live call. `plainAnswer` asks for a response without content encoding. */
export function buildRequest(call: RoutedCall, listing: Listing, plainAnswer: boolean): UpstreamRequest {
  const { route } = call
  if (!listing.target) throw fail('provider.live_missing', { api: listing.title })
  const auth = route.endpoint.auth ?? listing.api.auth
  const injected =
    auth.kind === 'own' && call.providerKey && takesStoredKey(call, auth)
      ? injectionsOf(call.providerKey, auth, listing.title)
      : undefined
  const target = targetFor(listing, call.providerKey)
  refuseOwnKey(call, injected)
  let headers = headersFor(call, { passed: listing.compiled(route).passHeaders, injected, plainAnswer })
  if (injected) headers.push(...injected.headers)
  const cookies = cookiesFor(call, listing.compiled(route).passCookies, injected)
  if (cookies.length > 0) headers.push('cookie', cookies.join('; '))
  let search = searchFor(call, auth, injected)
  let path = pathFor(call, injected)
  const adaptation = listing.live[route.id]
  if (adaptation?.request) {
    const request = { path, query: new URLSearchParams(search), headers: recordOf(headers) }
    adaptation.request(request)
    path = request.path
    headers = Object.entries(request.headers).flat()
    search = request.query.toString()
  }
  return {
    target,
    path: target.prefix + path + (search === '' ? '' : `?${search}`),
    headers,
    search,
  }
}

/**
 * Refuses a gateway key in the body or path. It can be dropped from a header or the query; from a path only if the
 * stored key replaces it.
 */
function refuseOwnKey(call: RoutedCall, injected: Injections | undefined): void {
  if (call.body !== undefined) refuseOwnKeyIn(decodedBody(call, call.body))
  const { names } = call.route
  const isReplaced = (at: number) => injected?.path.has(present(names[at])) === true
  if (!call.pathValues.some((value, at) => ownKeyForm.test(value) && !isReplaced(at))) return
  const problem = 'must not hold a key of the gateway'
  throw fail('input.invalid', { problems: `path ${problem}` }, { details: { problems: [{ name: 'path', problem }] } })
}

/** Returns the body without its content encoding: after it was decoded for parsing, only its value was kept. */
function decodedBody({ request, bodyValue }: RoutedCall, body: Buffer): Buffer {
  return request.headers['content-encoding'] === undefined ? body : Buffer.from(JSON.stringify(bodyValue) ?? '')
}

function targetFor(listing: Listing, key: Secret | undefined): Target {
  if (key) for (const { suffix, target } of listing.targetsByKeySuffix) if (reveal(key).endsWith(suffix)) return target
  if (!listing.target) throw fail('provider.live_missing', { api: listing.title })
  return listing.target
}

interface HeaderContext {
  /** Names of headers that pass unchanged. */
  readonly passed: ReadonlySet<string>
  readonly injected: Injections | undefined
  readonly plainAnswer: boolean
}

/** Builds the headers. Iterates over the received ones, which are fewer than those that may pass. */
function headersFor(call: RoutedCall, { passed, injected, plainAnswer }: HeaderContext): string[] {
  const list: string[] = []
  const dropped = namedByConnection(call)
  let [hasAgent, hasEncoding] = [false, false]
  const { headers } = call.request
  for (const name in headers) {
    if (!passed.has(name) && (plainAnswer || !passedUnread.has(name))) continue
    const value = headerOf(call, name)
    if (value === undefined || dropped.has(name) || holdsGatewayKey(name, value)) continue
    if (injected?.headerNames.has(name)) continue
    if (name === 'user-agent') hasAgent = true
    else if (name === 'accept-encoding') hasEncoding = true
    list.push(name, value)
  }
  if (!hasAgent) list.push('user-agent', 'gatehouse')
  if (!hasEncoding) list.push('accept-encoding', 'identity')
  return list
}

/** Returns the pairs of the cookie header: those of the key, and those of the caller that are declared parameters. */
function cookiesFor(call: RoutedCall, passed: ReadonlySet<string>, injected: Injections | undefined): string[] {
  const ofKey = injected?.cookies ?? []
  if (passed.size === 0) return [...ofKey]
  const names = new Set(ofKey.map((pair) => pair.slice(0, pair.indexOf('='))))
  const own = cookiePairs(headerOf(call, 'cookie') ?? '').filter(
    ({ name, value }) => passed.has(name) && !names.has(name) && !ownKeyForm.test(value),
  )
  return [...ofKey, ...own.map(({ name, value }) => `${name}=${value}`)]
}

function recordOf(list: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let at = 0; at < list.length; at += 2) record[present(list[at])] = present(list[at + 1])
  return record
}

const none: ReadonlySet<string> = new Set()

/** Returns the names that the caller's Connection header makes hop-by-hop (RFC 9110, section 7.6.1). */
function namedByConnection(call: RoutedCall): ReadonlySet<string> {
  const connection = headerOf(call, 'connection')
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}

/** Returns the path at the provider: the caller's own, or the declared one with its placeholders filled. */
function pathFor(call: RoutedCall, injected: Injections | undefined): string {
  const { route } = call
  const own = injected && injected.path.size > 0 ? route.endpoint.path : undefined
  const template = route.endpoint.upstream?.path ?? own
  if (template === undefined) return call.path
  return template.replace(/\{([^{}]+)\}|\*(\w+)/g, (_whole, name: string | undefined, rest: string | undefined) => {
    const placeholder = present(name ?? rest)
    const ofKey = injected?.path.get(placeholder)
    if (ofKey !== undefined) return ofKey
    const at = route.names.indexOf(placeholder)
    // a placeholder that only the provider has stays empty
    const value = at < 0 ? '' : present(call.pathValues[at])
    return rest === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
  })
}

/** Returns the query at the provider, unchanged if possible. Keys that belong in the query come first. */
function searchFor(call: RoutedCall, auth: Auth, injected: Injections | undefined): string {
  const changes = call.route.endpoint.upstream
  if (!takesQuery(auth) && !changes?.rename && !changes?.drop && !call.query.some(holdsOwnKey)) return call.rawQuery
  const pairs = [...(injected?.query ?? [])]
  for (const pair of call.query) {
    if (holdsOwnKey(pair) || changes?.drop?.includes(pair.name)) continue
    if (injected?.queryNames.has(pair.name)) continue
    const renamed = changes?.rename && ownValue(changes.rename, pair.name)
    pairs.push(renamed === undefined ? pair.raw : `${encodeURIComponent(renamed)}=${encodeURIComponent(pair.value)}`)
  }
  return pairs.join('&')
}

/** Reports whether the provider reads a key from the query. */
function takesQuery(auth: Auth): boolean {
  return auth.kind === 'own' && auth.places.some((place) => place.in === 'query')
}

/** Returns an own property: the caller chooses the name, which can be one that every object inherits. */
function ownValue(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

/**
 * Reports whether a pair contains a gateway key. Checks after decoding, because an escaped key is still a key to anyone
 * who decodes it.
 */
function holdsOwnKey({ name, value }: QueryPair): boolean {
  return ownKeyForm.test(value) || ownKeyForm.test(name)
}
