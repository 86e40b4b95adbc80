// What belongs to an account and a listing, and its name as the key of a cache. Each is made once: a new text for every call would have to
// be flattened and hashed for every call, which costs more than the look-up (decision 0009).

export interface Place {
  readonly accountId: string
  readonly slug: string
  /** `account/listing`. */
  readonly name: string
}

/** Throws RangeError for an account that has a slash, which could name the place of another. */
export type PlaceOf = (accountId: string, slug: string) => Place

/** Remembers up to `capacity` places and then begins anew. */
export function createPlaces(capacity: number): PlaceOf {
  const byAccount = new Map<string, Map<string, Place>>()
  let size = 0

  function make(accountId: string, slug: string): Place {
    if (accountId.includes('/')) throw new RangeError('an account id has no slash')
    if (size >= capacity) {
      byAccount.clear()
      size = 0
    }
    const place = { accountId, slug, name: `${accountId}/${slug}` }
    const ofAccount = byAccount.get(accountId) ?? new Map<string, Place>()
    byAccount.set(accountId, ofAccount.set(slug, place))
    size++
    return place
  }

  return (accountId, slug) => byAccount.get(accountId)?.get(slug) ?? make(accountId, slug)
}
