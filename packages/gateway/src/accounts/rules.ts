// The rules of accounts, composed: what the operator API and the self-service API have in common.
import type { Store } from '#store'
import type { LoadedApi } from '../apis/load.ts'
import type { Listing } from '../call/listings.ts'
import type { Invalidations } from '../invalidations/port.ts'
import type { Pools } from '../upstream/pools.ts'
import type { RandomBytes } from '../vault/seal.ts'
import type { Vault } from '../vault/vault.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type Audit, createAudit } from './audit.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import { createListingSettings, type ListingSettings } from './listing-settings.ts'
import { createProviderKeys, type ProviderKeys } from './provider-keys.ts'
import { createVerify } from './verify.ts'

export interface AccountRulesDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly vault: Vault
  readonly pools: Pools
  /** The API folders. */
  readonly loaded: readonly LoadedApi[]
  /** The listings of the loaded APIs. */
  readonly listings: readonly Listing[]
  /** Milliseconds since the epoch: real time, which may differ from the clock of the embedded providers. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
}
export interface AccountRules {
  readonly catalog: Catalog
  readonly audit: Audit
  readonly accounts: Accounts
  readonly listingSettings: ListingSettings
  readonly providerKeys: ProviderKeys
}

/** Composes the rules of a store. */
export function createAccountRules(deps: AccountRulesDeps): AccountRules {
  const { vault, pools } = deps
  const catalog = createCatalog(deps)
  const audit = createAudit(deps)
  const accounts = createAccounts({ ...deps, audit })
  const listingSettings = createListingSettings({ ...deps, catalog, audit })
  const verify = createVerify({ catalog, vault, pools })
  const providerKeys = createProviderKeys({ vault, catalog, accounts, listingSettings, audit, verify })
  return { catalog, audit, accounts, listingSettings, providerKeys }
}
