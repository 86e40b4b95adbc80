// The mounts of all APIs: hosted APIs at the slug of their listing, all others at their own path.
import type { Provider } from '#define/reflect'
import adminApi from '../api/admin/api.ts'
import { examples as adminExamples } from '../api/admin/examples.ts'
import meApi from '../api/me/api.ts'
import { examples as meExamples } from '../api/me/examples.ts'
import type { Port } from '../call/call.ts'
import { createListings, type Listing } from '../call/listings.ts'
import type { FixedMount, Mounts } from '../call/route.ts'
import { type LoadedApi, operatorApis } from '../process/load-apis.ts'

/** Returns the operator API and the self-service API, which go through the same pipeline as all others. */
export function ownApis(providers?: { readonly admin: Provider; readonly me: Provider }): LoadedApi[] {
  return [
    { api: adminApi, provider: providers?.admin, live: {}, examples: adminExamples },
    { api: meApi, provider: providers?.me, live: {}, examples: meExamples },
  ]
}

interface MountsOptions {
  readonly apis: readonly LoadedApi[]
  readonly ownApis: readonly LoadedApi[]
  /** The listings of `apis`. */
  readonly listings: readonly Listing[]
}

export function createMounts({ apis, ownApis: own, listings }: MountsOptions): Mounts {
  const hosted = listings.filter(({ api }) => api.surface.name === 'hosted')
  const market = listings.filter(({ api }) => api.surface.name === 'market')
  // the operator's endpoints of single APIs come first: their paths are below the operator API's
  const gateway = createListings([...operatorApis(apis), ...own], new Map())
  return {
    bySlug: new Map(hosted.map((listing) => [listing.slug, listing])),
    fixed: [
      ...gateway.map((listing) => fixedMount('gateway', listing)),
      ...market.map((listing) => fixedMount('market', listing)),
    ],
  }
}

function fixedMount(port: Port, listing: Listing): FixedMount {
  const { name } = listing.api.surface
  const prefix = name === 'self' ? '/v1/me' : name === 'market' ? '/api/v1' : listing.mount
  return { port, prefix, listing }
}
