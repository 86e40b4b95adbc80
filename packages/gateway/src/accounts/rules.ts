// The rules of accounts, put together: what the operator API and the self-service API have in common.
import type { Store } from '#store'
import type { LoadedApi } from '../apis/load.ts'
import type { Listing } from '../call/listings.ts'
import type { Fences } from '../fences/port.ts'
import type { Pools } from '../upstream/pools.ts'
import type { RandomBytes } from '../vault/seal.ts'
import type { Vault } from '../vault/vault.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type Audit, createAudit } from './audit.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import { createListingChoices, type ListingChoices } from './listing-settings.ts'
import { createProviderKeys, type ProviderKeys } from './provider-keys.ts'
import { createVerify } from './verify.ts'

export interface AccountRulesParts {
  readonly store: Store
  readonly fences: Fences
  readonly vault: Vault
  readonly pools: Pools
  /** The API folders, and the listings made of them. */
  readonly loaded: readonly LoadedApi[]
  readonly listings: readonly Listing[]
  /** Milliseconds since the epoch: the real time, not that of the embedded providers. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
}
export interface AccountRules {
  readonly catalog: Catalog
  readonly audit: Audit
  readonly accounts: Accounts
  readonly choices: ListingChoices
  readonly providerKeys: ProviderKeys
}

/** Makes the rules of a store. */
export function createAccountRules(parts: AccountRulesParts): AccountRules {
  const { vault, pools } = parts
  const catalog = createCatalog(parts)
  const audit = createAudit(parts)
  const accounts = createAccounts({ ...parts, audit })
  const choices = createListingChoices({ ...parts, catalog, audit })
  const verify = createVerify({ catalog, vault, pools })
  const providerKeys = createProviderKeys({ vault, catalog, choices, audit, verify })
  return { catalog, audit, accounts, choices, providerKeys }
}
