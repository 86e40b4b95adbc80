// The cache key of an account and a listing. Each is made once and looked up afterwards: a new string for every call
// would have to be flattened and hashed every time, which costs more than the look-up (docs/decisions/0009).

export interface ListingKey {
  readonly accountId: string
  readonly slug: string
  /** The key in the form `account/listing`. */
  readonly name: string
}

/** Returns the key. Throws RangeError for an account id with a slash, whose key could be that of another account. */
type ListingKeyOf = (accountId: string, slug: string) => ListingKey

/** Creates a cache of up to `capacity` keys; when it is full it starts over. */
export function createListingKeys(capacity: number): ListingKeyOf {
  const byAccount = new Map<string, Map<string, ListingKey>>()
  let size = 0

  function make(accountId: string, slug: string): ListingKey {
    if (accountId.includes('/')) throw new RangeError('an account id has no slash')
    if (size >= capacity) {
      byAccount.clear()
      size = 0
    }
    const key = { accountId, slug, name: `${accountId}/${slug}` }
    const ofAccount = byAccount.get(accountId) ?? new Map<string, ListingKey>()
    byAccount.set(accountId, ofAccount.set(slug, key))
    size++
    return key
  }

  return (accountId, slug) => byAccount.get(accountId)?.get(slug) ?? make(accountId, slug)
}
