// What an account can read and change about itself with its gateway key.
import { body, bool, del, empty, get, int, obj, post, put, req, str } from '#define'
import {
  ListingState,
  Listings,
  ProviderKey,
  ProviderKeys,
  providerKeyBody,
  providers,
  Usage,
  usageParams,
  Verification,
} from '../accounts/shapes.ts'

const slug = str({ doc: 'Slug of the API, or of one of its listings.', example: 'translation' })

const Windows = obj({
  limitMinute: int({ min: 0 }),
  remainingMinute: int({ min: 0 }),
  minuteResetS: int({ min: 1, doc: 'Seconds until the next minute.' }),
  limitDay: int({ min: 0 }),
  remainingDay: int({ min: 0 }),
  dayResetS: int({ min: 1, doc: 'Seconds until the next UTC day.' }),
})

export const endpoints = {
  me: get('/me', 'The account behind the key, and its plan', {
    returns: obj({
      account: obj({ id: str(), name: str(), isDemo: bool({ doc: 'Created by the first start.' }) }),
      plan: obj({ id: str(), perMinute: int({ min: 0 }), perDay: int({ min: 0 }) }),
    }),
  }),
  limits: get('/me/limits', 'Calls left in this minute and on this UTC day', {
    returns: obj({ hosted: Windows, market: Windows }),
    doc: 'Calls through the gateway and calls to the item-market API are counted separately. Reading the limits counts as neither.',
  }),
  usage: get('/me/usage', 'Calls of the account by hour or day, listing and provider', {
    params: usageParams,
    returns: Usage,
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
  listListings: get('/me/listings', 'Which provider answers each listing', { returns: Listings }),
  chooseProvider: put('/me/listings/{slug}', 'Chooses which provider answers a listing', {
    params: { slug: str({ doc: 'Slug of the listing.' }) },
    body: body({ provider: req.oneOf(providers) }),
    returns: ListingState,
  }),
}
