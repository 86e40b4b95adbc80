// Names of what belongs to an account and a listing, as the keys of caches. Each is put together once: a new text for every call would
// have to be flattened and hashed for every call, which costs more than the look-up.

/** The name `account/listing`; throws RangeError for an account that has a slash, which could name the place of another. */
export type PlaceOf = (accountId: string, slug: string) => string

/** Remembers up to `capacity` names and then begins anew. */
export function createPlaces(capacity: number): PlaceOf {
  const byAccount = new Map<string, Map<string, string>>()
  let size = 0

  function make(accountId: string, slug: string): string {
    if (accountId.includes('/')) throw new RangeError('an account id has no slash')
    const name = `${accountId}/${slug}`
    if (size >= capacity) {
      byAccount.clear()
      size = 0
    }
    const ofAccount = byAccount.get(accountId) ?? new Map<string, string>()
    byAccount.set(accountId, ofAccount.set(slug, name))
    size++
    return name
  }

  return (accountId, slug) => byAccount.get(accountId)?.get(slug) ?? make(accountId, slug)
}
