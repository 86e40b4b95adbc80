// Decides which provider answers a call, and with which stored key.
import { fail } from '#define'
import type { Fixtures } from '../account/answers/fixtures.ts'
import type { Vault } from '../account/vault/vault.ts'
import type { Secret } from '../process/secret.ts'
import { answersOf, usualAnswers } from './answers.ts'
import type { Answers, ProviderKind, RoutedCall } from './call.ts'
import { headerOf } from './call.ts'
import type { Listing } from './listings.ts'
import { isPlaceholder } from './placeholder-key.ts'
import type { Preference, ProviderPreferences } from './provider-preferences.ts'
import { withStoreTimeout } from './timeouts.ts'

export interface SelectProviderDeps {
  readonly vault: Vault
  readonly providerPreferences: ProviderPreferences
  /** Recorded answers of files, which are then the only ones of live providers. */
  readonly fixtures?: Fixtures | undefined
  readonly clock: () => number
}

/**
 * Sets `call.provider`, `call.providerKey`, `call.envelope`, `call.answers` and `call.sandbox`, or throws `provider.…`,
 * `answers.…` or `sandbox.…`.
 * Synchronous when the key and the preferences are cached.
 */
export function selectProvider(call: RoutedCall, deps: SelectProviderDeps): void | Promise<void> {
  const { listing } = call
  const accountId = call.caller?.accountId
  call.sandbox = sandboxOf(call)
  // the holder of a pass has chosen the embedded provider, where its session is
  if (accountId === undefined || listing.api.surface.name !== 'hosted' || call.hasPass) {
    call.provider = 'embedded'
    return
  }
  const key = listing.api.auth.kind === 'own' ? deps.vault.open(accountId, listing.api.slug) : undefined
  const preference = deps.providerPreferences.of(accountId, listing.slug)
  if (key instanceof Promise || preference instanceof Promise)
    return withStoreTimeout(Promise.all([key, preference])).then(([ofVault, chosen]) =>
      decide(call, { storedKey: ofVault, preference: chosen }, deps),
    )
  decide(call, { storedKey: key, preference }, deps)
}

interface Choices {
  readonly storedKey: Secret | undefined
  readonly preference: Preference | undefined
}

function decide(call: RoutedCall, { storedKey, preference }: Choices, deps: SelectProviderDeps): void {
  const { listing, caller } = call
  const key = storedKey && !isPlaceholder(storedKey) ? storedKey : undefined
  const ofAccount = { hasKey: key !== undefined, provider: caller?.provider ?? null }
  const inSandbox = call.sandbox === undefined ? undefined : 'embedded'
  const provider = inSandbox ?? requestedProvider(call) ?? preference?.provider ?? defaultProvider(listing, ofAccount)
  call.providerKey = key
  call.envelope = preference?.envelope
  const isEmbedded = inSandbox !== undefined || requestedProvider(call) === 'embedded'
  const answers = isEmbedded ? undefined : deps.fixtures ? replayed : answersOf(call, preference?.answers, deps.clock)
  if (answers?.mode === 'replay') {
    decideReplay(call, answers, deps)
    return
  }
  // neither sessions nor what embedded providers answer are recorded
  call.answers = call.upgrade || provider === 'embedded' ? undefined : answers
  call.provider = provider
  if (provider === 'live' && !listing.target) throw fail('provider.live_missing', { api: listing.title })
  if (provider === 'embedded' && !listing.provider) throw fail('provider.embedded_missing', { api: listing.title })
}

/** Decides for a call that no live provider may get. Nothing is recorded of a WebSocket, which another one may open. */
function decideReplay(call: RoutedCall, answers: Answers, { fixtures }: SelectProviderDeps): void {
  const { listing, route, upgrade } = call
  if (!upgrade) {
    call.answers = answers
    call.provider = 'replay'
    return
  }
  if (!fixtures || fixtures.isStrict || !listing.provider)
    throw fail('replay.missing', { api: listing.title, endpoint: route.id, why: 'WebSockets are not recorded' })
  call.provider = 'embedded'
}

/** The treatment of all answers where only those of files are served. */
const replayed: Answers = { ...usualAnswers, mode: 'replay' }

/** Returns the sandbox of the key, or the one that the call names. */
function sandboxOf(call: RoutedCall): string | undefined {
  const { caller, listing } = call
  const named = headerOf(call, 'x-gateway-sandbox')
  const name = caller?.sandbox ?? named
  if (name === undefined || !caller || !listing.api.surface.counted) return undefined
  if (named !== undefined && named !== name) throw fail('sandbox.other', { name })
  if (requestedProvider(call) === 'live') throw fail('sandbox.live', {})
  return name
}

/** Returns the provider requested by this call, which overrides the account's preference. */
function requestedProvider(call: RoutedCall): ProviderKind | undefined {
  const requested = headerOf(call, 'x-gateway-provider')
  if (requested === undefined) return undefined
  if (requested !== 'live' && requested !== 'embedded') throw fail('provider.unknown', {})
  return requested
}

/**
 * Returns the provider of a listing for which the account has chosen none (docs/decisions/0007): the account's default
 * if the listing has that provider. An API with an optional key is live only with a stored key. Accounts from before
 * the default existed (null) have the embedded provider for APIs without keys, and the live one for the others.
 */
export function defaultProvider(
  { api: { auth }, provider, target }: Listing,
  account: { readonly hasKey: boolean; readonly provider: ProviderKind | null },
): ProviderKind {
  if (!provider && target) return 'live'
  if (auth.kind === 'own' && auth.optional) return account.hasKey ? 'live' : 'embedded'
  if (account.provider === null) return auth.kind === 'own' ? 'live' : 'embedded'
  return target ? account.provider : 'embedded'
}
