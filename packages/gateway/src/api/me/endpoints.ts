// Endpoints with which an account reads and changes its own data.
import { body, del, empty, get, nullable, obj, post, put, req, str } from '#define'
import {
  ListingState,
  Listings,
  listingChoice,
  OwnUsage,
  ProviderKey,
  ProviderKeys,
  providerKeyBody,
  providers,
  usageParams,
  Verification,
} from '../accounts/shapes.ts'
import { webhookEndpoints } from '../events/webhook-endpoints.ts'
import { answerEndpoints } from './endpoints/answers.ts'
import { CallingKey, keyEndpoints } from './endpoints/keys.ts'
import { Money, OwnAccount, OwnPlan, overviewEndpoints, Windows } from './endpoints/overview.ts'
import { recordEndpoints } from './endpoints/record.ts'
import { sandboxEndpoints } from './endpoints/sandboxes.ts'
import { waitingEndpoints } from './endpoints/waiting.ts'

const slug = str({ doc: 'Slug of the API, or of one of its listings.', example: 'translation' })

export const accountEndpoints = {
  me: get('/me', 'The account behind the key, its plan, and the key', {
    returns: obj({
      version: str({ doc: 'Version of the gateway.' }),
      account: OwnAccount,
      plan: OwnPlan,
      key: CallingKey,
    }),
  }),
  limits: get('/me/limits', 'Calls left in this minute and on this UTC day', {
    returns: obj({
      hosted: Windows,
      market: Windows,
      key: nullable(Windows, { doc: 'Of the calling key; null when its calls have no limit of their own.' }),
      money: nullable(Money, {
        doc: 'What the calls of the calling key may cost on this UTC day; null when that has no limit of its own.',
      }),
    }),
    doc: 'Calls through the gateway and calls to the item-market API are counted separately. Reading the limits counts as neither.',
  }),
  usage: get('/me/usage', 'Calls of the account by hour, day or in all, grouped by listing, provider, key and more', {
    params: usageParams,
    returns: OwnUsage,
  }),
  listProviderKeys: get('/me/provider-keys', 'The stored provider keys, without the keys themselves', {
    returns: ProviderKeys,
  }),
  getProviderKey: get('/me/provider-keys/{slug}', 'One stored provider key, without the key itself', {
    params: { slug },
    returns: ProviderKey,
  }),
  setProviderKey: put(
    '/me/provider-keys/{slug}',
    'Stores a provider key and switches the listings of its API to live',
    { params: { slug }, body: body(providerKeyBody), returns: ProviderKey },
  ),
  removeProviderKey: del(
    '/me/provider-keys/{slug}',
    'Removes a provider key and the choice of provider that came with it',
    { params: { slug }, returns: empty(), status: 204 },
  ),
  verifyProviderKey: post(
    '/me/provider-keys/{slug}/verify',
    'Checks with the provider whether it accepts the stored key',
    {
      params: { slug },
      returns: Verification,
      idempotent: true,
    },
  ),
  chooseDefaultProvider: put('/me/provider', 'Chooses which provider answers all listings', {
    body: body({
      provider: req.oneOf(providers, { doc: 'Replaces what was chosen for single listings, which may choose again.' }),
    }),
    returns: Listings,
  }),
  listListings: get('/me/listings', 'Which provider answers each listing', { returns: Listings }),
  chooseProvider: put(
    '/me/listings/{slug}',
    'Chooses which provider answers a listing, whether its results go under `data`, and what is done with answers',
    {
      params: { slug: str({ doc: 'Slug of the listing.' }) },
      body: body(listingChoice),
      returns: ListingState,
    },
  ),
}

export const endpoints = {
  ...accountEndpoints,
  ...answerEndpoints,
  ...keyEndpoints,
  ...overviewEndpoints,
  ...recordEndpoints,
  ...sandboxEndpoints,
  ...waitingEndpoints,
  ...webhookEndpoints('/me'),
}
