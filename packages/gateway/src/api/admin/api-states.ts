// The operator's view of every API: its listings and its providers.
import type { Catalog, CatalogApi } from '../accounts/catalog.ts'
import { authOf } from '../accounts/catalog.ts'

/** See the shape of the same name in schemas.ts. */
interface ApiState {
  slug: string
  title: string
  summary: string
  surface: 'hosted' | 'market'
  listings: { slug: string; title: string }[]
  auth: 'keyless' | 'own' | 'optional'
  state: 'embedded and live' | 'embedded' | 'live' | 'none'
  endpoints: number
  imports: string | null
  sample: string | null
  added: boolean
}

/** Returns all APIs, in the order in which they were loaded. */
export function apiStates(catalog: Catalog): ApiState[] {
  return catalog.apis.map(stateOf)
}

function stateOf({ api, listings, isAdded }: CatalogApi): ApiState {
  const provider = listings[0]?.provider
  const live = listings.some((one) => one.target)
  return {
    slug: api.slug,
    title: api.title,
    summary: api.summary,
    surface: api.surface.name === 'market' ? 'market' : 'hosted',
    listings: listings.map(({ slug, title }) => ({ slug, title })),
    auth: authOf(api),
    state: provider ? (live ? 'embedded and live' : 'embedded') : live ? 'live' : 'none',
    endpoints: Object.keys(api.endpoints).length,
    imports: provider?.importFormats ?? null,
    sample: api.sample ?? null,
    added: isAdded,
  }
}
