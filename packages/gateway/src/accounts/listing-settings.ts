// Which provider answers a listing for an account, and whether its results go under `data`: read and changed here. The
// choices take effect in call/select-provider.ts and upstream/envelope.ts.
import { fail } from '#define'
import { createListingSettingsRepository, type ListingEnvelope, type Store } from '#store'
import type { ProviderKind } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import { isPlaceholder } from '../call/placeholder-key.ts'
import { defaultProvider } from '../call/select-provider.ts'
import type { Invalidations } from '../invalidations/port.ts'
import type { Vault } from '../vault/vault.ts'
import type { Audit } from './audit.ts'
import { authOf, type Catalog } from './catalog.ts'

export interface ListingSettingsDeps {
  readonly store: Store
  readonly vault: Vault
  readonly invalidations: Invalidations
  readonly catalog: Catalog
  readonly audit: Audit
  readonly clock: () => number
}
/** A listing as one account has it; see the shape of the same name in shapes.ts. */
export interface ListingState {
  slug: string
  title: string
  api: string
  provider: ProviderKind
  chosen: boolean
  envelope: ListingEnvelope
  embedded: boolean
  live: boolean
  auth: 'keyless' | 'own' | 'optional'
  providerKey: 'missing' | 'placeholder' | 'stored' | null
  endpoints: number
}
export interface ListingSettings {
  list(accountId: string): Promise<ListingState[]>
  /**
   * Chooses the provider, the envelope or both; what is undefined stays as it is, and a null envelope goes back to that
   * of the API. Resolves when the choice holds in every process. Fails with 'thing.unknown', or 'thing.conflict' when
   * the listing has no such provider.
   */
  choose(order: {
    actor: string
    accountId: string
    slug: string
    provider: ProviderKind | undefined
    envelope: ListingEnvelope | null | undefined
  }): Promise<ListingState>
  /**
   * Sets the choice for several listings, or with undefined removes it. Where there is no live provider yet, `live`
   * keeps the embedded one. Not audited: it is part of another change.
   */
  setAll(accountId: string, listings: readonly Listing[], provider: ProviderKind | undefined): Promise<void>
}

interface Choices {
  readonly provider: ProviderKind | undefined
  readonly envelope: ListingEnvelope | undefined
}

/** Makes the listing settings of a store. */
export function createListingSettings(deps: ListingSettingsDeps): ListingSettings {
  const { store, invalidations, catalog, audit, clock } = deps
  const settings = createListingSettingsRepository(store.db)

  async function stateOf(accountId: string, listing: Listing, choices: Choices): Promise<ListingState> {
    const providerKey = await keyStateOf(deps.vault, accountId, listing)
    const { slug, title, api } = listing
    const choice = choices.provider
    return {
      slug,
      title,
      api: api.slug,
      provider: choice ?? defaultProvider(listing, providerKey === 'stored'),
      chosen: choice !== undefined,
      envelope: choices.envelope ?? api.envelope,
      embedded: listing.provider !== undefined,
      live: listing.target !== undefined,
      auth: authOf(api),
      providerKey,
      endpoints: Object.keys(listing.api.endpoints).length,
    }
  }
  async function change(accountId: string, listing: Listing, provider: ProviderKind | undefined): Promise<void> {
    if (provider) await settings.set(accountId, { listing: listing.slug, provider, updatedAt: clock() })
    else await settings.remove(accountId, listing.slug)
    await invalidations.publish('listing', `${accountId}/${listing.slug}`)
  }

  return {
    async list(accountId) {
      const [chosen, envelopes] = await Promise.all([settings.list(accountId), settings.envelopes(accountId)])
      const providers = new Map(chosen.map(({ listing, provider }) => [listing, provider]))
      return Promise.all(
        catalog.hostedListings.map((one) =>
          stateOf(accountId, one, { provider: providers.get(one.slug), envelope: envelopes.get(one.slug) }),
        ),
      )
    },
    async choose({ actor, accountId, slug, provider, envelope }) {
      const listing = catalog.hostedListing(slug)
      if (provider) refuseMissing(listing, provider)
      if (envelope !== undefined)
        await settings.setEnvelope(accountId, { listing: slug, envelope: envelope ?? undefined, updatedAt: clock() })
      if (provider) await change(accountId, listing, provider)
      else if (envelope !== undefined) await invalidations.publish('listing', `${accountId}/${slug}`)
      const detail = { ...(provider && { provider }), ...(envelope !== undefined && { envelope }) }
      await audit.write({ actor, action: 'listing.choose', target: `${accountId}/${slug}`, detail })
      const [setting, envelopes] = await Promise.all([
        settings.get(accountId, slug),
        settings.envelopes(accountId, slug),
      ])
      return stateOf(accountId, listing, { provider: setting?.provider, envelope: envelopes.get(slug) })
    },
    async setAll(accountId, listings, provider) {
      for (const listing of listings) await change(accountId, listing, provider && availableProvider(listing, provider))
    },
  }
}

/**
 * A key may be stored before the operator has configured the live provider; until then the embedded one keeps
 * answering.
 */
function availableProvider(listing: Listing, preferred: ProviderKind): ProviderKind {
  return preferred === 'live' && !listing.target && listing.provider ? 'embedded' : preferred
}

async function keyStateOf(vault: Vault, accountId: string, listing: Listing): Promise<ListingState['providerKey']> {
  if (listing.api.auth.kind === 'keyless') return null
  const key = await vault.open(accountId, listing.api.slug)
  if (!key) return 'missing'
  return isPlaceholder(key) ? 'placeholder' : 'stored'
}

function refuseMissing(listing: Listing, provider: ProviderKind): void {
  const reason =
    provider === 'live' && !listing.target
      ? `${listing.title} has no live provider here. The operator can name one with GATEHOUSE_UPSTREAMS.`
      : provider === 'embedded' && !listing.provider
        ? `${listing.title} has no embedded provider yet.`
        : undefined
  if (reason !== undefined) throw fail('thing.conflict', { reason })
}
