// Endpoints of accounts, their provider keys and their choices of provider.
import { body, bool, del, empty, get, int, list, obj, oneOf, opt, patch, post, put, req, str } from '#define'
import {
  ids,
  ListingState,
  Listings,
  listingChoice,
  ProviderKey,
  ProviderKeys,
  providerKeyBody,
  providers,
  textPattern,
  Verification,
  wordPattern,
} from '../../accounts/shapes.ts'
import { Account } from '../schemas.ts'

export const page = {
  limit: int({ min: 1, max: 1000, default: 100, doc: 'Maximum number of entries per page.' }),
  after: str({ doc: 'The `next` of the previous page.' }),
}
const account = str({ doc: 'Id of the account.', example: 'acc_7Jq2Xv9LmB4t' })
const slug = str({ doc: 'Slug of the API, or of one of its listings.', example: 'translation' })

export const accountEndpoints = {
  listAccounts: get('/accounts', 'Accounts, found by name, by plan, or in order of id', {
    params: {
      search: str({
        min: 1,
        max: 100,
        pattern: textPattern,
        doc: 'The beginning of the name, in any letter case, or the whole id.',
      }),
      ids,
      plan: str({ max: 40, pattern: wordPattern, doc: 'Only accounts on this plan.' }),
      enabled: bool({ doc: 'Only accounts that are enabled, or only those that are disabled.' }),
      ...page,
    },
    returns: obj({
      accounts: list(Account),
      next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
    }),
  }),
  createAccount: post('/accounts', 'Creates an account', {
    body: body({
      name: req.str({ doc: '1 to 100 characters.' }),
      plan: str({ doc: 'Id of the plan; optional while there is only one.' }),
      provider: oneOf(providers, {
        doc: 'Who answers its calls unless a listing or a call chooses otherwise; default: GATEHOUSE_DEFAULT_PROVIDER.',
      }),
    }),
    returns: Account,
    status: 201,
  }),
  getAccount: get('/accounts/{account}', 'One account', { params: { account }, returns: Account }),
  updateAccount: patch('/accounts/{account}', 'Changes name, plan, provider or whether the account is enabled', {
    params: { account },
    body: body({
      name: str(),
      plan: str(),
      enabled: bool(),
      provider: oneOf(providers, { doc: 'For all listings: replaces what was chosen for single ones.' }),
    }),
    returns: Account,
    idempotent: true,
  }),
  listProviderKeys: get('/accounts/{account}/provider-keys', 'The stored provider keys, without the keys themselves', {
    params: { account },
    returns: ProviderKeys,
  }),
  setProviderKey: put(
    '/accounts/{account}/provider-keys/{slug}',
    'Stores a provider key and switches the listings of its API to live',
    { params: { account, slug }, body: body(providerKeyBody), returns: ProviderKey },
  ),
  removeProviderKey: del(
    '/accounts/{account}/provider-keys/{slug}',
    'Removes a provider key and the choice of provider that came with it',
    { params: { account, slug }, returns: empty(), status: 204 },
  ),
  verifyProviderKey: post(
    '/accounts/{account}/provider-keys/{slug}/verify',
    'Checks with the provider whether it accepts the stored key',
    { params: { account, slug }, returns: Verification, idempotent: true },
  ),
  listListings: get('/accounts/{account}/listings', 'Which provider answers each listing for the account', {
    params: { account },
    returns: Listings,
  }),
  chooseProvider: put(
    '/accounts/{account}/listings/{slug}',
    'Chooses which provider answers a listing, and whether its results go under `data`',
    {
      params: { account, slug: str({ doc: 'Slug of the listing.' }) },
      body: body(listingChoice),
      returns: ListingState,
    },
  ),
}
