// The three endpoints of the catalogue.
import type { AreaFacts, AreaHandlers } from '../area.ts'
import { catalog } from './catalog-endpoint.ts'
import { itemsMeta } from './items-meta.ts'
import { itemsSearch } from './items-search.ts'

export const catalogueHandlers: AreaHandlers<'catalog' | 'itemsSearch' | 'itemsMeta'> = {
  catalog,
  itemsSearch: (input) => itemsSearch(input),
  itemsMeta: (input) => itemsMeta(input),
}
/** The catalogue is a snapshot in files: it has no tables and no work of its own. */
export const catalogueFacts: AreaFacts = {}
