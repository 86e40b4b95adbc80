// Which provider answers a listing for an account: told, and chosen. The choice itself takes effect in call/select-provider.ts.
import { fail } from '#define'
import { createListingSettingsRepository, type Store } from '#store'
import type { ProviderKind } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import { defaultProvider, placeholderPrefix } from '../call/select-provider.ts'
import type { Fences } from '../fences/port.ts'
import { reveal } from '../secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { Audit } from './audit.ts'
import { authOf, type Catalog } from './catalog.ts'

export interface ListingChoicesParts {
  readonly store: Store
  readonly vault: Vault
  readonly fences: Fences
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
  embedded: boolean
  live: boolean
  auth: 'keyless' | 'own' | 'optional'
  providerKey: 'missing' | 'placeholder' | 'stored' | null
  endpoints: number
}
export interface ListingChoices {
  list(accountId: string): Promise<ListingState[]>
  /**
   * Chooses the provider; resolves when the choice holds in every process. Fails with 'thing.unknown', or
   * 'thing.conflict' when the listing has no such provider.
   */
  choose(order: { actor: string; accountId: string; slug: string; provider: ProviderKind }): Promise<ListingState>
  /**
   * The choice for all listings of an API at once, or with undefined none. Where there is no live provider yet, `live`
   * leaves the embedded one answering. Not audited: it is part of another change.
   */
  setAll(accountId: string, listings: readonly Listing[], provider: ProviderKind | undefined): Promise<void>
}

/** Makes the choices of a store. */
export function createListingChoices(parts: ListingChoicesParts): ListingChoices {
  const { store, fences, catalog, audit, clock } = parts
  const settings = createListingSettingsRepository(store.db)

  async function stateOf(accountId: string, listing: Listing, choice: ProviderKind | undefined): Promise<ListingState> {
    const providerKey = await keyStateOf(parts.vault, accountId, listing)
    const { slug, title, api } = listing
    return {
      slug,
      title,
      api: api.slug,
      provider: choice ?? defaultProvider(listing, providerKey === 'stored'),
      chosen: choice !== undefined,
      embedded: listing.provider !== undefined,
      live: listing.target !== undefined,
      auth: authOf(api),
      providerKey,
      endpoints: listing.table.routes.length,
    }
  }
  async function change(accountId: string, listing: Listing, provider: ProviderKind | undefined): Promise<void> {
    if (provider) await settings.set(accountId, { listing: listing.slug, provider, updatedAt: clock() })
    else await settings.remove(accountId, listing.slug)
    await fences.raise('listing', `${accountId}/${listing.slug}`)
  }

  return {
    async list(accountId) {
      const chosen = new Map((await settings.list(accountId)).map(({ listing, provider }) => [listing, provider]))
      return Promise.all(catalog.hostedListings.map((one) => stateOf(accountId, one, chosen.get(one.slug))))
    },
    async choose({ actor, accountId, slug, provider }) {
      const listing = catalog.hostedListing(slug)
      refuseMissing(listing, provider)
      await change(accountId, listing, provider)
      await audit.write({ actor, action: 'listing.choose', target: `${accountId}/${slug}`, detail: { provider } })
      return stateOf(accountId, listing, provider)
    },
    async setAll(accountId, listings, provider) {
      for (const listing of listings) await change(accountId, listing, provider && available(listing, provider))
    },
  }
}

/** A key may be stored before the operator has named the live provider; until then calls go on as they did. */
function available(listing: Listing, wanted: ProviderKind): ProviderKind {
  return wanted === 'live' && !listing.target && listing.provider ? 'embedded' : wanted
}

async function keyStateOf(vault: Vault, accountId: string, listing: Listing): Promise<ListingState['providerKey']> {
  if (listing.api.auth.kind === 'keyless') return null
  const key = await vault.open(accountId, listing.api.slug)
  if (!key) return 'missing'
  return reveal(key).startsWith(placeholderPrefix) ? 'placeholder' : 'stored'
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
