// The rules for accounts that the operator API and the self-service API share.
import type { Store } from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { RandomBytes } from '../../account/vault/seal.ts'
import type { Vault } from '../../account/vault/vault.ts'
import type { Listing } from '../../call/listings.ts'
import type { Config } from '../../process/config.ts'
import type { LoadedApi } from '../../process/load-apis.ts'
import type { Pools } from '../../upstream/pools.ts'
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
  /** Milliseconds since the epoch: real time, which can differ from the clock of the embedded providers. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly config: Pick<Config, 'GATEHOUSE_DEFAULT_PROVIDER'>
}
interface AccountRules {
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
