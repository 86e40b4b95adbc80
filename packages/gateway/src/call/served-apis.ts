// The APIs that a gateway serves now: those it comes with, which stay, and those that the operator has added, which
// come and go while it runs. What is derived from them is derived again after a change, and not before it is needed.
import type { LoadedApi } from '../process/load-apis.ts'
import { createListings, type Listing } from './listings.ts'

export interface ServedApis {
  /** The APIs, built-in ones first. */
  readonly loaded: readonly LoadedApi[]
  /** The listings of these APIs, in the same order. */
  readonly listings: readonly Listing[]
  /** The listings below the proxy mount by slug: always the same map, so that a call pays one look-up for it. */
  readonly bySlug: ReadonlyMap<string, Listing>
  /** Returns a function whose result is made from the current APIs, once for each change of them. */
  derived<T>(make: (served: ServedApis) => T): () => T
  /** Reports whether a built-in API, listing or document has this slug. */
  isBuiltIn(slug: string): boolean
  /** Adds an API, or replaces the added one of the same slug. Calls under way end on the listing they began with. */
  put(added: LoadedApi): void
  /** Removes an added API. */
  remove(slug: string): void
}

interface ServedApisOptions {
  /** The built-in APIs. */
  readonly apis: readonly LoadedApi[]
  /** The operator's own base addresses of built-in listings. */
  readonly upstreams: ReadonlyMap<string, string>
  /** Further slugs that no added API may have. */
  readonly reserved: readonly string[]
}

const noUpstreams: ReadonlyMap<string, string> = new Map()

export function createServedApis({ apis, upstreams, reserved }: ServedApisOptions): ServedApis {
  const builtIn = createListings(apis, upstreams)
  const added = new Map<string, { readonly loaded: LoadedApi; readonly listings: readonly Listing[] }>()
  const taken = new Set([...reserved, ...apis.map(({ api }) => api.slug), ...builtIn.map(({ slug }) => slug)])
  const bySlug = new Map(
    builtIn.filter(({ api }) => api.surface.name === 'hosted').map((listing) => [listing.slug, listing]),
  )
  let [loaded, listings] = [apis, builtIn]

  function changed(): void {
    loaded = [...apis, ...[...added.values()].map((one) => one.loaded)]
    listings = [...builtIn, ...[...added.values()].flatMap((one) => one.listings)]
  }
  const served: ServedApis = {
    get loaded() {
      return loaded
    },
    get listings() {
      return listings
    },
    bySlug,
    derived(make) {
      let from: readonly LoadedApi[] | undefined
      let value: { readonly made: ReturnType<typeof make> } | undefined
      return () => {
        if (value === undefined || from !== loaded) {
          from = loaded
          value = { made: make(served) }
        }
        return value.made
      }
    },
    isBuiltIn: (slug) => taken.has(slug),
    put(one) {
      const { slug } = one.api
      if (taken.has(slug)) throw new Error(`the slug ${slug} belongs to a built-in API`)
      const created = createListings([one], noUpstreams)
      added.set(slug, { loaded: one, listings: created })
      for (const listing of created) bySlug.set(listing.slug, listing)
      changed()
    },
    remove(slug) {
      if (!added.delete(slug)) return
      bySlug.delete(slug)
      changed()
    },
  }
  return served
}
