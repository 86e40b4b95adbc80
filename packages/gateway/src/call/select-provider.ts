// Phase 6: which provider answers, and with which stored key. The caller can never send the injected key.
import { factsOf, fail } from '#define'
import type { Secret } from '../secret.ts'
import { reveal } from '../secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { Call, ProviderKind } from './call.ts'
import { headerOf } from './call.ts'
import type { Listing } from './listings.ts'
import type { Choices } from './provider-preferences.ts'

export interface CredentialParts {
  readonly vault: Vault
  readonly choices: Choices
  /** Address of the gateway, for the sentence that says how to store a key. */
  readonly baseUrl: string
}

/** Beginning of the keys that a first start stores so that the embedded providers answer; they never leave. */
export const placeholderPrefix = 'gatehouse-placeholder-'

/** Sets `call.provider` and `call.providerKey`, or throws. Synchronous when both are known. */
export function choose(call: Call, listing: Listing, parts: CredentialParts): void | Promise<void> {
  const accountId = call.caller?.accountId
  if (accountId === undefined || listing.api.surface.name !== 'hosted') {
    call.provider = 'embedded'
    return
  }
  const key = listing.api.auth.kind === 'own' ? parts.vault.open(accountId, listing.api.slug) : undefined
  const choice = parts.choices.of(accountId, listing.slug)
  if (key instanceof Promise || choice instanceof Promise) {
    return Promise.all([key, choice]).then(([foundKey, foundChoice]) =>
      decide(call, { listing, parts }, { key: foundKey, choice: foundChoice }),
    )
  }
  decide(call, { listing, parts }, { key, choice })
}

function decide(
  call: Call,
  context: { listing: Listing; parts: CredentialParts },
  known: { key: Secret | undefined; choice: ProviderKind | undefined },
): void {
  const { listing } = context
  const real = known.key && !reveal(known.key).startsWith(placeholderPrefix) ? known.key : undefined
  const provider = asked(call) ?? known.choice ?? defaultProvider(listing, real !== undefined)
  call.provider = provider
  call.providerKey = real
  if (provider === 'live' && !listing.target) throw fail('provider.live_missing', { api: listing.title })
  if (provider === 'embedded' && !listing.provider) throw fail('provider.embedded_missing', { api: listing.title })
}

/** What answers while the account has made no choice (decision 0007). */
export function defaultProvider(listing: Listing, hasRealKey: boolean): ProviderKind {
  const { auth } = listing.api
  return auth.kind === 'own' && (hasRealKey || !auth.optional) ? 'live' : 'embedded'
}

/** The caller's own wish for this call. */
function asked(call: Call): ProviderKind | undefined {
  const wish = headerOf(call, 'x-gateway-provider')
  if (wish === undefined) return undefined
  if (wish !== 'live' && wish !== 'embedded') throw fail('provider.unknown', {})
  return wish
}

/**
 * Whether a required credential parameter may be left out: the stored key fills it, an embedded provider asks for none, and where
 * a key is missing `requireKey` says so in better words than "is required".
 */
export function mayLeaveOutCredential(call: Call, listing: Listing): boolean {
  if (call.provider === 'embedded' || call.providerKey) return true
  const auth = call.route?.endpoint.auth ?? listing.api.auth
  return auth.kind === 'own' && !auth.optional
}

/** Refuses a live call that needs a key which neither the vault nor, where the API declares one, the caller has. */
export function requireKey(call: Call, listing: Listing, parts: CredentialParts): void {
  const auth = call.route?.endpoint.auth ?? listing.api.auth
  if (call.provider !== 'live' || auth.kind !== 'own' || auth.optional || call.providerKey) return
  if (bringsOwnKey(call)) return
  throw fail('provider_key.missing', { api: listing.title, base: parts.baseUrl, slug: listing.slug })
}

function bringsOwnKey(call: Call): boolean {
  const params = call.route?.endpoint.params ?? {}
  return Object.entries(params).some(([name, shape]) => factsOf(shape).credential && call.values[name] !== undefined)
}
