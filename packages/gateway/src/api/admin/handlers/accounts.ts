// Handlers of accounts, their provider keys and their choices of provider.
import type { HandlersFor } from '#define'
import type { Account } from '#store'
import type { Accounts } from '../../accounts/accounts.ts'
import { operatorActor } from '../../accounts/audit.ts'
import type { ListingSettings } from '../../accounts/listing-settings.ts'
import type { KeyTarget, ProviderKeys } from '../../accounts/provider-keys.ts'
import type { accountEndpoints } from '../endpoints/accounts.ts'

interface AccountHandlersDeps {
  readonly accounts: Accounts
  readonly providerKeys: ProviderKeys
  readonly listingSettings: ListingSettings
}
type AccountEndpoints = typeof accountEndpoints

export function accountHandlers(deps: AccountHandlersDeps): HandlersFor<AccountEndpoints, keyof AccountEndpoints> {
  const { accounts, providerKeys, listingSettings } = deps

  /** Returns the target of a key. Fails with 'thing.unknown' for an account that does not exist. */
  async function targetOf({ account, slug }: { account: string; slug: string }): Promise<KeyTarget> {
    const { id } = await accounts.get(account)
    return { actor: operatorActor, accountId: id, slug }
  }
  return {
    async listAccounts({ plan, ...search }) {
      const { accounts: rows, ...page } = await accounts.list({ ...search, planId: plan })
      return { accounts: rows.map(accountView), ...page }
    },
    createAccount: async ({ body }) => accountView(await accounts.create(body)),
    getAccount: async ({ account }) => accountView(await accounts.get(account)),
    async updateAccount({ account, body }) {
      const updated = await accounts.update(account, body)
      if (body.provider) await listingSettings.forget(account)
      return accountView(updated)
    },
    async listProviderKeys({ account }) {
      const { id } = await accounts.get(account)
      return { providerKeys: await providerKeys.list(id) }
    },
    setProviderKey: async (input) => providerKeys.set(await targetOf(input), input.body),
    async removeProviderKey(input) {
      await providerKeys.remove(await targetOf(input))
      return undefined
    },
    verifyProviderKey: async (input) => providerKeys.verify(await targetOf(input)),
    async listListings({ account }) {
      const { id } = await accounts.get(account)
      return { listings: await listingSettings.list(id) }
    },
    chooseProvider: async (input) => listingSettings.choose({ ...(await targetOf(input)), ...input.body }),
  }
}

function accountView({ planId, ...rest }: Account) {
  return { ...rest, plan: planId }
}
