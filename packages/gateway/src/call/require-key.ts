// Checks that a live call has the provider key it needs. A caller can never send the stored key itself.

import { fail } from '#define'
import { type Auth, keyPartsOf, paramInfoOf } from '#define/reflect'
import type { RoutedCall } from './call.ts'
import { takesStoredKey } from './stored-key.ts'

export interface RequireKeyDeps {
  /** The gateway's address, for the message that explains how to store a key. */
  readonly baseUrl: string
}

/**
 * Throws `provider_key.missing` when a live call needs a key that neither the vault nor, if the API permits one, the
 * caller provides.
 */
export function requireKey(call: RoutedCall, { baseUrl }: RequireKeyDeps): void {
  if (
    call.provider !== 'live' ||
    call.providerKey ||
    !(needsKey(authOf(call)) || namesStoredKey(call)) ||
    bringsOwnKey(call)
  )
    return
  const { title, slug } = call.listing
  throw fail('provider_key.missing', { api: title, base: baseUrl, slug, body: bodyFor(call.listing.api.auth) })
}

/**
 * Reports whether a required credential parameter can be missing from the request: the stored key fills it, and an
 * embedded provider needs none. Without any key, `requireKey` refuses the call with better advice than "is required".
 */
export function canOmitCredential(call: RoutedCall): boolean {
  return call.provider !== 'live' || call.providerKey !== undefined || needsKey(authOf(call))
}

/** Returns the body that stores a key of this form. */
function bodyFor(auth: Auth): string {
  const parts = auth.kind === 'own' ? keyPartsOf(auth) : []
  return JSON.stringify(
    parts.length === 0 ? { key: '…' } : { parts: Object.fromEntries(parts.map((part) => [part, '…'])) },
  )
}

function authOf({ route, listing }: RoutedCall): Auth {
  return route.endpoint.auth ?? listing.api.auth
}

/** Reports whether the call names the stored key by its stand-in. */
function namesStoredKey(call: RoutedCall): boolean {
  const auth = authOf(call)
  return auth.kind === 'own' && auth.standIn !== undefined && takesStoredKey(call, auth)
}

function needsKey(auth: Auth): boolean {
  return auth.kind === 'own' && !auth.optional
}

function bringsOwnKey({ route, values }: RoutedCall): boolean {
  return Object.entries(route.endpoint.params).some(
    ([name, shape]) => paramInfoOf(shape).credential && values[name] !== undefined,
  )
}
