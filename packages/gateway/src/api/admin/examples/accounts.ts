// Examples of accounts, their provider keys and their choices of provider.
import { defineExamples } from '#define'
import { at, listing, minutesLater, providerKey, verification } from '../../accounts/sample-values.ts'
import { accountEndpoints } from '../endpoints/accounts.ts'

const id = 'acc_7Jq2Xv9LmB4tRw6K'
const account = {
  id,
  name: 'Weather desk',
  plan: 'free',
  isDemo: false,
  enabled: true,
  provider: 'live',
  createdAt: at,
}
const params = { account: id, slug: 'translation' }

export const accountExamples = defineExamples(accountEndpoints, {
  listAccounts: { params: { limit: 1 }, output: { accounts: [account], next: id } },
  createAccount: { body: { name: 'Weather desk', plan: 'free' }, output: account },
  getAccount: { params: { account: id }, output: account },
  updateAccount: { params: { account: id }, body: { enabled: false }, output: { ...account, enabled: false } },
  listProviderKeys: { params: { account: id }, output: { providerKeys: [providerKey] } },
  setProviderKey: { params, body: { key: 'an-example-key-of-the-provider:fx' }, output: providerKey },
  removeProviderKey: { params },
  verifyProviderKey: { params, output: { ...verification, verifiedAt: minutesLater(95) } },
  listListings: { params: { account: id }, output: { listings: [listing] } },
  chooseProvider: { params, body: { provider: 'live' }, output: listing },
})
