// The handlers of the three endpoints that browse the catalogue.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Catalogue } from '../catalogue/records.ts'
import type { Prices } from '../prices/book/prices.ts'
import { createCatalogEndpoint } from './catalog-endpoint.ts'
import { itemsMeta } from './items-meta.ts'
import { createItemsSearch } from './items-search.ts'

interface SearchDeps {
  readonly catalogue: Catalogue
  readonly prices: Prices
}

export function createSearchHandlers(
  deps: SearchDeps,
): HandlersFor<typeof endpoints, 'catalog' | 'itemsSearch' | 'itemsMeta'> {
  return {
    catalog: createCatalogEndpoint(deps),
    itemsSearch: createItemsSearch(deps.catalogue),
    itemsMeta: ({ name }) => itemsMeta(deps.catalogue, name),
  }
}
