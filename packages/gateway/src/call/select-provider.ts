// Decides which provider answers a call, and with which stored key.
import { fail } from '#define'
import type { Secret } from '../secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { ProviderKind, RoutedCall } from './call.ts'
import { headerOf } from './call.ts'
import type { Listing } from './listings.ts'
import { isPlaceholder } from './placeholder-key.ts'
import type { Preference, ProviderPreferences } from './provider-preferences.ts'
import { withStoreTimeout } from './timeouts.ts'

export interface SelectProviderDeps {
  readonly vault: Vault
  readonly providerPreferences: ProviderPreferences
}

/**
 * Sets `call.provider`, `call.providerKey` and `call.envelope`, or throws `provider.…`. Synchronous when key and
 * preferences are cached.
 */
export function selectProvider(call: RoutedCall, deps: SelectProviderDeps): void | Promise<void> {
  const { listing } = call
  const accountId = call.caller?.accountId
  if (accountId === undefined || listing.api.surface.name !== 'hosted') {
    call.provider = 'embedded'
    return
  }
  const key = listing.api.auth.kind === 'own' ? deps.vault.open(accountId, listing.api.slug) : undefined
  const preference = deps.providerPreferences.of(accountId, listing.slug)
  if (key instanceof Promise || preference instanceof Promise)
    return withStoreTimeout(Promise.all([key, preference])).then((loaded) => decide(call, ...loaded))
  decide(call, key, preference)
}

function decide(call: RoutedCall, storedKey: Secret | undefined, preference: Preference | undefined): void {
  const { listing } = call
  const key = storedKey && !isPlaceholder(storedKey) ? storedKey : undefined
  const provider = requestedProvider(call) ?? preference?.provider ?? defaultProvider(listing, key !== undefined)
  call.provider = provider
  call.providerKey = key
  call.envelope = preference?.envelope
  if (provider === 'live' && !listing.target) throw fail('provider.live_missing', { api: listing.title })
  if (provider === 'embedded' && !listing.provider) throw fail('provider.embedded_missing', { api: listing.title })
}

/** The provider requested by this call, which overrides the account's preference. */
function requestedProvider(call: RoutedCall): ProviderKind | undefined {
  const requested = headerOf(call, 'x-gateway-provider')
  if (requested === undefined) return undefined
  if (requested !== 'live' && requested !== 'embedded') throw fail('provider.unknown', {})
  return requested
}

/** The provider of an account without a preference (docs/decisions/0007). */
export function defaultProvider({ api: { auth }, provider, target }: Listing, hasKey: boolean): ProviderKind {
  if (!provider && target) return 'live'
  return auth.kind === 'own' && (hasKey || !auth.optional) ? 'live' : 'embedded'
}
