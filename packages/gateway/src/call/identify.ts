// Phase 2: the key a caller presents, to the caller. A missing key and a wrong one are answered alike.
import type { IncomingMessage } from 'node:http'
import type { Auth, Surface } from '#define'
import { fail } from '#define'
import { readPairs } from '#derive'
import type { Fences } from '../fences/port.ts'
import { fromAddress } from '../keys/addresses.ts'
import type { Caller, Identity } from '../keys/identify.ts'
import type { Keys } from '../keys/keys.ts'
import { permits } from '../keys/scopes.ts'
import type { AddressOf, Call } from './call.ts'
import { headerOf } from './call.ts'
import type { Listing } from './listings.ts'

export interface IdentifyParts {
  readonly keys: Keys
  readonly fences: Fences
  readonly addressOf: AddressOf
  /** Whether the caller is on this machine, without a proxy in between. */
  readonly isLocal: (request: IncomingMessage) => boolean
  /** Whether a text is the operator's key. */
  readonly isOperatorKey: (presented: string | undefined) => boolean
  readonly adminRemote: boolean
}

/** Texts that begin so are the gateway's own keys, wherever they stand. */
export const ownKeyForm = /gh_(?:live|market|admin)_/

/** Sets `call.caller`, or throws one of the `key.…` errors. Synchronous when the key is known. */
export function identify(call: Call, listing: Listing, parts: IdentifyParts): void | Promise<void> {
  const { surface } = listing.api
  if (call.route?.endpoint.public) return
  if (surface.keys === 'operator') return identifyOperator(call, surface, parts)
  if (!parts.fences.mayServe())
    throw fail('store.unavailable', {}, { note: 'the lease of this process ran out', retryAfterS: 1 })
  const identity = parts.keys.identify(presentedKey(call, listing), surface.keys)
  if (identity instanceof Promise) return identity.then((found) => accept(found, call, { listing, parts }))
  accept(identity, call, { listing, parts })
}

function accept(identity: Identity, call: Call, context: { listing: Listing; parts: IdentifyParts }): void {
  const { listing, parts } = context
  const header = listing.api.surface.keyHeader
  if (!identity.ok) throw identity.code === 'key.invalid' ? fail('key.invalid', { header }) : fail(identity.code, {})
  const { caller } = identity
  if (caller.addresses !== null || caller.scopes !== null) refuseForeign(caller, call, { listing, parts })
  call.caller = caller
}

function refuseForeign(caller: Caller, call: Call, context: { listing: Listing; parts: IdentifyParts }): void {
  const { slug, api } = context.listing
  if (caller.addresses) {
    const address = context.parts.addressOf(call.request)
    if (!fromAddress(caller, address)) throw fail('key.address', { address })
  }
  if (
    caller.scopes &&
    !permits(caller, { slug: api.surface.name === 'self' ? 'me' : slug, method: call.method, path: call.path })
  ) {
    throw fail('key.scope', { method: call.method, path: call.path, api: slug })
  }
}

function identifyOperator(call: Call, surface: Surface, parts: IdentifyParts): void {
  if (!parts.adminRemote && !parts.isLocal(call.request)) throw fail('admin.remote', {})
  if (!parts.isOperatorKey(headerOf(call, surface.keyHeader))) throw fail('key.invalid', { header: surface.keyHeader })
}

/** The key in its own header, or where the SDK of the listing's provider puts a key. */
function presentedKey(call: Call, listing: Listing): string | undefined {
  const { surface, auth } = listing.api
  const own = headerOf(call, surface.keyHeader)
  if (own !== undefined || surface.name !== 'hosted') return own
  for (const name of ['authorization', 'x-api-key', 'x-goog-api-key', ...headerNames(auth)]) {
    const key = keyIn(headerOf(call, name))
    if (key !== undefined) return key
  }
  return auth.kind === 'own' && auth.in === 'query' ? keyInQuery(call, auth.name) : undefined
}

function headerNames(auth: Auth): readonly string[] {
  return auth.kind === 'own' && auth.in === 'header' ? [auth.name] : []
}

/** `Bearer gh_live_…`, `DeepL-Auth-Key gh_live_…` or the bare key. */
function keyIn(text: string | undefined): string | undefined {
  const word = text?.slice(text.lastIndexOf(' ') + 1)
  return word?.startsWith('gh_live_') ? word : undefined
}

function keyInQuery(call: Call, name: string): string | undefined {
  const pair = readPairs(call.rawQuery, 1000)?.find((one) => one.name === name)
  return keyIn(pair?.value)
}
