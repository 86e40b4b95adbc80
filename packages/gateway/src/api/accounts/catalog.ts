// The APIs as accounts know them, by the slug of the API or of any of its listings. The operator API and the
// self-service API are not included.
import type { Api, Examples } from '#define'
import { fail } from '#define'
import type { OwnKey } from '#define/reflect'
import type { Listing } from '../../call/listings.ts'
import type { ServedApis } from '../../call/served-apis.ts'

export interface CatalogApi {
  readonly api: Api
  readonly listings: readonly Listing[]
  readonly examples: Examples
  /** True for an API that the operator has added. */
  readonly isAdded: boolean
}
/** An API whose provider identifies the account by its own key. */
export interface OwnKeyApi extends CatalogApi {
  readonly auth: OwnKey
}
export interface Catalog {
  readonly apis: readonly CatalogApi[]
  /** Listings below the proxy mount, for which an account can choose a provider. */
  readonly hostedListings: readonly Listing[]
  /** Returns an API. Fails with 'thing.unknown'. */
  api(slug: string): CatalogApi
  /** Returns an API with a provider key. Fails with 'thing.unknown', or 'thing.conflict' for an API that uses none. */
  ownKeyApi(slug: string): OwnKeyApi
  /** Returns a listing below the proxy mount. Fails with 'thing.unknown'. */
  hostedListing(slug: string): Listing
}

/** Creates the catalog, which follows the served APIs. */
export function createCatalog({ served }: { readonly served: ServedApis }): Catalog {
  const known = served.derived(indexOf)

  function apiOf(slug: string): CatalogApi {
    const entry = known().bySlug.get(slug)
    if (!entry) throw unknown('API', slug)
    return entry
  }
  return {
    get apis() {
      return known().apis
    },
    get hostedListings() {
      return known().hostedListings
    },
    api: apiOf,
    ownKeyApi(slug) {
      const entry = apiOf(slug)
      const { auth, surface, title } = entry.api
      if (auth.kind !== 'own' || surface.name !== 'hosted')
        throw fail('thing.conflict', { reason: `${title} uses no provider key, so there is none to store.` })
      return { ...entry, auth }
    },
    hostedListing(slug) {
      const listing = known().hostedListings.find((one) => one.slug === slug)
      if (!listing) throw unknown('listing', slug)
      return listing
    },
  }
}

function indexOf({ loaded, listings, isBuiltIn }: ServedApis) {
  const apis = loaded
    .filter(({ api }) => api.surface.name === 'hosted' || api.surface.name === 'market')
    .map(({ api, examples }) => ({
      api,
      examples,
      isAdded: !isBuiltIn(api.slug),
      listings: listings.filter((one) => one.api.slug === api.slug),
    }))
  const bySlug = new Map<string, CatalogApi>()
  for (const entry of apis) for (const { slug } of entry.listings) bySlug.set(slug, entry)
  // after the listings: a slug shared by an API and another API's listing means the API
  for (const entry of apis) bySlug.set(entry.api.slug, entry)
  const hostedListings = apis.filter(({ api }) => api.surface.name === 'hosted').flatMap(({ listings }) => listings)
  return { apis, bySlug, hostedListings }
}

/** Reports whether live calls of an API need a provider key. */
export function authOf(api: Api): 'keyless' | 'own' | 'optional' {
  if (api.auth.kind === 'keyless') return 'keyless'
  return api.auth.optional ? 'optional' : 'own'
}

function unknown(kind: string, slug: string): Error {
  return fail('thing.unknown', { thing: kind, id: slug.slice(0, 80) })
}
