// Reads and changes an account's settings of a listing: its provider, whether its results go under `data`, and what is
// done with answers. The choices take effect in call/select-provider.ts and upstream/envelope.ts.
import { fail } from '#define'
import { keyPartsOf } from '#define/reflect'
import {
  type AnswersSetting,
  createAccountsRepository,
  createListingSettingsRepository,
  type ListingEnvelope,
  type Store,
} from '#store'
import type { KeptAnswers } from '../../account/answers/kept-answers.ts'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { Vault } from '../../account/vault/vault.ts'
import type { ProviderKind } from '../../call/call.ts'
import type { Listing } from '../../call/listings.ts'
import { isPlaceholder } from '../../call/placeholder-key.ts'
import { defaultProvider } from '../../call/select-provider.ts'
import type { Audit } from './audit.ts'
import { authOf, type Catalog } from './catalog.ts'
import { type AnswersOrder, createListingAnswers, type ShownAnswers } from './listing-answers.ts'

interface ListingSettingsDeps {
  readonly store: Store
  readonly vault: Vault
  readonly invalidations: Invalidations
  readonly catalog: Catalog
  readonly audit: Audit
  readonly keptAnswers: Pick<KeptAnswers, 'beginAgain'>
  readonly clock: () => number
}
/** An account's view of a listing; see the shape of the same name in shapes.ts. */
export interface ListingState extends ShownAnswers {
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
  keyParts?: string[]
  endpoints: number
}
export interface ListingSettings {
  list(accountId: string): Promise<ListingState[]>
  /**
   * Chooses the provider, the envelope and what is done with answers; what is undefined stays unchanged, and a null
   * envelope resets it to the API's. Resolves when the choice holds in every process. Fails with 'thing.unknown', or
   * 'thing.conflict' if the listing has no such provider.
   */
  choose(
    order: AnswersOrder & {
      actor: string
      accountId: string
      slug: string
      provider?: ProviderKind | undefined
      envelope?: ListingEnvelope | null | undefined
    },
  ): Promise<ListingState>
  /**
   * Sets the choice for several listings, or removes it if undefined. For a listing without a live provider yet, `live`
   * keeps the embedded one. It is not audited: it is part of another change.
   */
  setAll(accountId: string, listings: readonly Listing[], provider: ProviderKind | undefined): Promise<void>
  /** Removes the account's choice of provider for each listing, so that its default holds. It is not audited. */
  forget(accountId: string): Promise<void>
}

interface Choices {
  readonly provider: ProviderKind | undefined
  readonly ofAccount: ProviderKind | null
  readonly envelope: ListingEnvelope | undefined
  readonly answers: AnswersSetting | undefined
}

/** Creates the listing settings of a store. */
export function createListingSettings(deps: ListingSettingsDeps): ListingSettings {
  const { store, invalidations, catalog, audit, clock } = deps
  const settings = createListingSettingsRepository(store.db)
  const listingAnswers = createListingAnswers(deps)
  const accounts = createAccountsRepository(store.db)

  const defaultOf = async (accountId: string) => (await accounts.get(accountId))?.provider ?? null

  async function stateOf(accountId: string, listing: Listing, choices: Choices): Promise<ListingState> {
    const providerKey = await keyStateOf(deps.vault, accountId, listing)
    const { slug, title, api } = listing
    const choice = choices.provider
    const keyParts = api.auth.kind === 'own' ? keyPartsOf(api.auth) : []
    return {
      slug,
      title,
      api: api.slug,
      provider: choice ?? defaultProvider(listing, { hasKey: providerKey === 'stored', provider: choices.ofAccount }),
      chosen: choice !== undefined,
      envelope: choices.envelope ?? api.envelope,
      ...listingAnswers.view(choices.answers),
      embedded: listing.provider !== undefined,
      live: listing.target !== undefined,
      auth: authOf(api),
      providerKey,
      ...(keyParts.length > 0 && { keyParts }),
      endpoints: Object.keys(listing.api.endpoints).length,
    }
  }
  async function change(accountId: string, listing: Listing, provider: ProviderKind | undefined): Promise<void> {
    if (provider) await settings.set(accountId, { listing: listing.slug, provider, updatedAt: clock() })
    else await settings.remove(accountId, listing.slug)
    await invalidations.publish('listing', `${accountId}/${listing.slug}`)
  }

  async function stateAfter(accountId: string, listing: Listing): Promise<ListingState> {
    const [setting, envelopes, answers, ofAccount] = await Promise.all([
      settings.get(accountId, listing.slug),
      settings.envelopes(accountId, listing.slug),
      listingAnswers.get(accountId, listing.slug),
      defaultOf(accountId),
    ])
    const envelope = envelopes.get(listing.slug)
    return stateOf(accountId, listing, { provider: setting?.provider, envelope, answers, ofAccount })
  }

  return {
    async list(accountId) {
      const [chosen, envelopes, answers, ofAccount] = await Promise.all([
        settings.list(accountId),
        settings.envelopes(accountId),
        listingAnswers.list(accountId),
        defaultOf(accountId),
      ])
      const providers = new Map(chosen.map(({ listing, provider }) => [listing, provider]))
      return Promise.all(
        catalog.hostedListings.map((one) =>
          stateOf(accountId, one, {
            provider: providers.get(one.slug),
            envelope: envelopes.get(one.slug),
            answers: answers.get(one.slug),
            ofAccount,
          }),
        ),
      )
    },
    async choose({ actor, accountId, slug, provider, envelope, ...order }) {
      const listing = catalog.hostedListing(slug)
      if (provider) refuseMissing(listing, provider)
      const answers = await listingAnswers.changed(accountId, listing, {
        order,
        provider: async () => provider ?? (await stateAfter(accountId, listing)).provider,
      })
      if (envelope !== undefined)
        await settings.setEnvelope(accountId, { listing: slug, envelope: envelope ?? undefined, updatedAt: clock() })
      if (answers) await listingAnswers.set(accountId, slug, answers)
      if (provider) await change(accountId, listing, provider)
      else if (envelope !== undefined || answers) await invalidations.publish('listing', `${accountId}/${slug}`)
      const given = { provider, envelope, ...order }
      const detail = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      await audit.write({ actor, action: 'listing.choose', target: `${accountId}/${slug}`, detail })
      return stateAfter(accountId, listing)
    },
    async forget(accountId) {
      for (const { listing } of await settings.list(accountId)) {
        await settings.remove(accountId, listing)
        await invalidations.publish('listing', `${accountId}/${listing}`)
      }
    },
    async setAll(accountId, listings, provider) {
      for (const listing of listings) await change(accountId, listing, provider && availableProvider(listing, provider))
    },
  }
}

/**
 * Returns the preferred provider if available. A key can be stored before the operator has configured the live
 * provider; until then the embedded one answers.
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
