// The rules for accounts that the operator API and the self-service API share.
import type { Store } from '#store'
import type { KeptAnswers } from '../../account/answers/kept-answers.ts'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { RandomBytes } from '../../account/vault/seal.ts'
import type { Vault } from '../../account/vault/vault.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Config } from '../../process/config.ts'
import type { Pools } from '../../upstream/pools.ts'
import type { Tokens } from '../../upstream/tokens.ts'
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
  readonly served: ServedApis
  readonly tokens: Tokens
  /** Milliseconds since the epoch: real time, which can differ from the clock of the embedded providers. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly keptAnswers: KeptAnswers
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
  const { vault, pools, tokens } = deps
  const catalog = createCatalog(deps)
  const audit = createAudit(deps)
  const accounts = createAccounts({ ...deps, audit })
  const listingSettings = createListingSettings({ ...deps, catalog, audit })
  const verify = createVerify({ catalog, vault, pools, tokens })
  const providerKeys = createProviderKeys({ vault, catalog, accounts, listingSettings, audit, verify })
  return { catalog, audit, accounts, listingSettings, providerKeys }
}
