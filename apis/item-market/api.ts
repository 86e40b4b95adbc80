// Item-market data API: catalogue, prices, floats, trade-ups and inventories of one game's items, on its own port with
// its own keys.
import { defineApi, keyless, market } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'item-market',
  title: 'Item market',
  summary: 'Prices across marketplaces, floats, trade-ups, inventories and the catalogue of tradable game items.',
  surface: market,
  auth: keyless,
  // no provider: the data is the operator's own, gathered by the connectors of this folder
  upstream: null,
  envelope: 'data',
  sample:
    'Until an operator ingests prices, a simulated market answers: invented prices, volumes and 365 days of history, ' +
    'marked simulated in every row and in the status. Sample accounts replace inventories, profiles and friends. ' +
    'The catalogue is a snapshot of real facts: names, rarities, float ranges, collections and containers.',
  firstCall: 'markets',
  endpoints,
  asks,
  words,
  topics,
})
