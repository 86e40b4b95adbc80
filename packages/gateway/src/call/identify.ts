// Identifies the caller by the key in the request. A missing key and a wrong one get the same response.
import type { IncomingMessage } from 'node:http'
import { fail } from '#define'
import type { Auth, Surface } from '#define/reflect'
import { quotedParameters } from '#define/texts'
import { readPairs } from '#derive'
import type { Invalidations } from '../account/invalidations/port.ts'
import { allowsAddress } from '../account/keys/addresses.ts'
import type { Caller, Identity } from '../account/keys/identify.ts'
import type { Keys } from '../account/keys/keys.ts'
import type { Passes } from '../account/keys/passes.ts'
import { permits } from '../account/keys/scopes.ts'
import type { AddressOf, RoutedCall } from './call.ts'
import { headerOf } from './call.ts'
import { withStoreTimeout } from './timeouts.ts'

export interface IdentifyDeps {
  readonly keys: Keys
  readonly passes: Passes
  readonly invalidations: Invalidations
  readonly addressOf: AddressOf
  /** Reports whether the caller is on this machine and came through no proxy. */
  readonly isLocal: (request: IncomingMessage) => boolean
  readonly isOperatorKey: (presented: string | undefined) => boolean
  /** Reports whether the request has a console session instead of the operator key; rejects with `session.…`. */
  readonly hasSession: (request: IncomingMessage) => Promise<boolean>
  /** True if the operator may call from other machines. */
  readonly adminRemote: boolean
}

/** Matches the gateway's own keys, which must never reach a provider. */
export const ownKeyForm = /gh_(?:live|market|admin)_/

const pairLimit = 1000

/** Sets `call.caller`, or throws one of the `key.…` errors. Synchronous when the key is cached. */
export function identify(call: RoutedCall, deps: IdentifyDeps): void | Promise<void> {
  const { surface } = call.listing.api
  if (isOpen(call) && (!surface.counted || presentedKey(call) === undefined)) return
  if (surface.keys === 'operator') return identifyOperator(call, surface, deps)
  if (!deps.invalidations.hasLease())
    throw fail('store.unavailable', {}, { note: 'the lease of this process ran out', retryAfterS: 1 })
  const presented = presentedKey(call)
  const passed = call.upgrade ? passedKey(call, deps) : undefined
  const identity =
    presented === undefined && passed !== undefined
      ? deps.keys.identifyId(passed, 'hosted')
      : deps.keys.identify(presented, surface.keys)
  if (identity instanceof Promise) return withStoreTimeout(identity).then((loaded) => accept(call, loaded, deps))
  accept(call, identity, deps)
}

/** True for a public endpoint, which has no caller outside a sandbox: whose key is shown there does not matter. */
function isOpen(call: RoutedCall): boolean {
  return call.route.endpoint.public === true && headerOf(call, 'x-gateway-sandbox') === undefined
}

/**
 * Returns the id of the key behind a pass. A WebSocket can be opened with a pass if its provider's clients send only a
 * token in the address. The embedded provider issued the pass, so it opens nothing at the live provider, which must not
 * see it.
 */
function passedKey(call: RoutedCall, { passes }: IdentifyDeps): string | undefined {
  const { route, listing } = call
  const { surface } = listing.api
  const name = route.endpoint.socket?.pass
  const pass = name === undefined ? undefined : readPairs(call.rawQuery, pairLimit)?.find((one) => one.name === name)
  const id = pass && passes.read(listing.providerSlug, pass.value)
  if (id === undefined) return undefined
  if (headerOf(call, 'x-gateway-provider') === 'live') throw fail('key.invalid', { header: surface.keyHeader })
  call.hasPass = true
  return id
}

function accept(call: RoutedCall, identity: Identity, deps: IdentifyDeps): void {
  if (isOpen(call) && !(identity.ok && identity.caller.sandbox !== null)) return
  if (!identity.ok) {
    const header = call.listing.api.surface.keyHeader
    throw identity.code === 'key.invalid' ? fail('key.invalid', { header }) : fail(identity.code, {})
  }
  const { caller } = identity
  refuseForeignAddress(call, caller, deps)
  refuseOutOfScope(call, caller)
  call.caller = caller
}

function refuseForeignAddress(call: RoutedCall, caller: Caller, { addressOf }: IdentifyDeps): void {
  if (caller.addresses === null) return
  const address = addressOf(call.request)
  if (!allowsAddress(caller, address)) throw fail('key.address', { address })
}

function refuseOutOfScope(call: RoutedCall, caller: Caller): void {
  if (caller.scopes === null) return
  const { method, path, listing } = call
  const slug = listing.api.surface.name === 'self' ? 'me' : listing.slug
  if (!permits(caller, { slug, method, path })) throw fail('key.scope', { method, path, api: listing.slug })
}

function identifyOperator(call: RoutedCall, surface: Surface, deps: IdentifyDeps): void | Promise<void> {
  if (!deps.adminRemote && !deps.isLocal(call.request)) throw fail('admin.remote', {})
  const key = headerOf(call, surface.keyHeader)
  if (deps.isOperatorKey(key)) return
  const invalid = fail('key.invalid', { header: surface.keyHeader })
  if (key !== undefined || call.request.headers.cookie === undefined) throw invalid
  return withStoreTimeout(deps.hasSession(call.request)).then((isThere) => {
    if (!isThere) throw invalid
  })
}

/**
 * Returns the key from the gateway's own header, or from the place where the SDK of the listing's provider puts a key.
 */
function presentedKey(call: RoutedCall): string | undefined {
  const { surface, auth } = call.listing.api
  const own = headerOf(call, surface.keyHeader)
  if (own !== undefined || surface.name !== 'hosted') return own
  for (const name of ['authorization', 'x-api-key', 'x-goog-api-key', ...namesIn('header', auth)]) {
    const key = keyIn(headerOf(call, name))
    if (key !== undefined) return key
  }
  if (auth.kind !== 'own') return undefined
  const named = auth.authParam === undefined ? undefined : keyInAuthParam(call, auth.authParam)
  const inBasic = auth.places.some(({ basic }) => basic) ? keyInBasic(headerOf(call, 'authorization')) : undefined
  return named ?? inBasic ?? keyInQuery(call, namesIn('query', auth)) ?? keyInPath(call)
}

function namesIn(location: 'header' | 'query' | 'path', auth: Auth): readonly string[] {
  return auth.kind === 'own' ? auth.places.filter((place) => place.in === location).map(({ name }) => name) : []
}

/** Reads `Bearer gh_live_…`, `DeepL-Auth-Key gh_live_…` or the bare key. */
function keyIn(value: string | undefined): string | undefined {
  const lastWord = value?.slice(value.lastIndexOf(' ') + 1)
  return lastWord?.startsWith('gh_live_') ? lastWord : undefined
}

/** Reads a key that an SDK sends as the user or the password of HTTP Basic (RFC 7617). */
function keyInBasic(value = ''): string | undefined {
  if (value.length > authorizationLimit) return undefined
  return basicText(value)
    ?.split(':')
    .find((text) => text.startsWith('gh_live_'))
}

/** Returns `user:password` of HTTP Basic. */
function basicText(value: string): string | undefined {
  return /^basic +\S/i.test(value) ? Buffer.from(value.slice('basic '.length).trim(), 'base64').toString() : undefined
}

/** Reports whether a header contains a gateway key, be it in HTTP Basic. */
export function holdsGatewayKey(name: string, value: string): boolean {
  return ownKeyForm.test(value) || (name === 'authorization' && ownKeyForm.test(basicText(value) ?? ''))
}

/** The length limit of a header whose sender is not known yet; no header with a key in a parameter is longer. */
const authorizationLimit = 1000

/** Reads `SCHEME name="gh_live_…"`, with or without other parameters before and after. */
function keyInAuthParam(call: RoutedCall, name: string): string | undefined {
  const header = headerOf(call, 'authorization') ?? ''
  if (header.length > authorizationLimit) return undefined
  return keyIn(quotedParameters(header).find(([param]) => param === name)?.[1])
}

/** Returns the key in the path, the only place in which some SDKs send theirs when the key is the subject of a call. */
function keyInPath({ route, pathValues }: RoutedCall): string | undefined {
  const { auth } = route.endpoint
  if (auth?.kind !== 'own' || auth.standIn === undefined) return undefined
  return namesIn('path', auth)
    .map((name) => keyIn(pathValues[route.names.indexOf(name)]))
    .find((key) => key !== undefined)
}

function keyInQuery(call: RoutedCall, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const pair = readPairs(call.rawQuery, pairLimit)?.find((one) => names.includes(one.name))
  return keyIn(pair?.value)
}
