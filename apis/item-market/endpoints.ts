// The 17 endpoints of the item market, with their defaults and limits. Result shapes are our own.
import { body, bool, currency, get, int, num, obj, oneOf, post, req, str } from '#define'
import { friendlist, inventory, inventoryBatch, inventoryHistory, profile } from './schemas/accounts.ts'
import { catalogPage, itemMeta, searchResult } from './schemas/catalogue.ts'
import { floatRecord, leaderboard } from './schemas/float.ts'
import { dealList, itemPrice, priceBatch, priceHistory, status, unifiedPrice } from './schemas/prices.ts'
import { tradeupResult } from './schemas/tradeup.ts'

const example = 'AK-47 | Redline (Field-Tested)'
/** Longer than any name, with room for entities and percent-encoding left in by callers. */
const longestName = 256
const name = req.str({ min: 1, max: longestName, doc: 'Name of the item (market_hash_name).', example })
const game = str({ default: 'cs2', max: 32, doc: 'cs2 (also csgo, 730), dota2, rust or tf2.', example: 'cs2' })
const inCurrency = currency({ default: 'USD', doc: 'ISO 4217 code of the amounts.', example: 'USD' })
const account = { min: 1, max: 128, doc: '64-bit account id, or vanity name.', example: '76561202160265729' } as const
const days = (byDefault: number) => int({ min: 1, max: 365, default: byDefault, doc: 'Days back from today.' })

export const endpoints = {
  markets: get('/api/v1/markets', 'Unified price of an item across every tracked marketplace', {
    params: { name, game, currency: inCurrency },
    returns: unifiedPrice,
  }),
  marketsBatch: post('/api/v1/markets/batch', 'Unified prices of up to 20 items', {
    effect: 'read',
    body: body({
      names: req.list(str({ min: 1, max: longestName }), { min: 1, max: 20, doc: 'Names of items, at most 20.' }),
      game,
      currency: inCurrency,
    }),
    returns: priceBatch,
    idempotent: true,
  }),
  items: get('/api/v1/items', 'Current price of an item on the primary marketplace', {
    params: { name, game: str({ max: 32, doc: 'As for markets; cs2 when absent.' }), currency: inCurrency },
    returns: itemPrice,
    doc: 'From the stored price, or requested from the marketplace when none is stored or it is old.',
  }),
  history: get('/api/v1/history', 'Daily price and volume of an item', {
    params: { name, game, days: days(30), currency: inCurrency },
    returns: priceHistory,
  }),
  deals: get('/api/v1/deals', 'Items below the price of the primary marketplace', {
    params: {
      game,
      min_discount: num({ min: 0, max: 0.95, default: 0.15, doc: 'Minimum discount as a share.' }),
      currency: inCurrency,
      limit: int({ min: 1, default: 100, beyond: true, doc: 'Deals per page; more than 500 count as 500.' }),
      offset: int({ min: 0, default: 0, beyond: true, doc: 'Deals to skip.' }),
    },
    returns: dealList,
    pages: { parameter: 'offset', counts: 'results', items: ['deals'] },
  }),
  float: get('/api/v1/float', 'Exact float, pattern and stickers behind an inspect link', {
    params: {
      url: req.str({
        min: 1,
        max: 8192,
        doc: 'Inspect link with the app scheme or https scheme, or a bare certificate.',
        example: 'steam://run/730//+csgo_econ_action_preview%20001807202C2805300438F08BA6E203409505A8AC4EC0',
      }),
    },
    returns: floatRecord,
  }),
  floatLeaderboard: get('/api/v1/float/leaderboard', 'Known items of a skin by lowest or highest float', {
    params: {
      name: req.str({ min: 1, max: longestName, doc: 'Name of the skin, with or without wear.', example }),
      order: oneOf(['lowest', 'highest'], { default: 'lowest' }),
      limit: int({ min: 1, default: 25, doc: 'Maximum number of items; more than 100 count as 100.' }),
    },
    returns: leaderboard,
  }),
  inventory: get('/api/v1/inventory', 'Public inventory of an account, priced item by item', {
    params: {
      account_id: req.str(account),
      game,
      prices: bool({ default: true, doc: 'false omits the valuation.' }),
      currency: inCurrency,
    },
    returns: inventory,
  }),
  inventoryBatch: post('/api/v1/inventory/batch', 'Public inventories of up to 10 accounts', {
    effect: 'read',
    body: body({
      account_ids: req.list(str({ min: 1, max: 128 }), { min: 1, max: 10, doc: 'Account ids or vanity names.' }),
      game,
      prices: bool({ default: true, beyond: true, doc: 'false omits the valuation.' }),
      currency: currency({ default: 'USD', beyond: true, doc: 'ISO 4217 code of the amounts.' }),
    }),
    returns: inventoryBatch,
    idempotent: true,
  }),
  inventoryHistory: get('/api/v1/inventory/history', 'Daily total value of a tracked inventory', {
    params: { account_id: req.str(account), game, days: days(90), currency: inCurrency },
    returns: inventoryHistory,
  }),
  profile: get('/api/v1/profile', 'Level, hours, bans, avatar and country of an account', {
    params: { id: req.str(account) },
    returns: profile,
  }),
  friendlist: get('/api/v1/friendlist', 'Friends of an account, and since when', {
    params: { account_id: req.str(account) },
    returns: friendlist,
  }),
  catalog: get('/api/v1/catalog', 'All wear-specific items of a game, by page or all at once', {
    params: {
      game,
      limit: int({
        min: 0,
        default: 100,
        doc: 'Items per page; more than 500 count as 500, and 0 returns all of them.',
        example: 2,
      }),
      offset: int({ min: 0, default: 0, doc: 'Items to skip.' }),
      q: str({ max: 128, doc: 'Part of the name; several words must all occur.', example: 'redline' }),
      type: str({
        max: 64,
        doc: 'Category (Rifle, Pistol, SMG, Heavy, Knife, Gloves, Equipment) or weapon (AK-47); cs2 only.',
        example: 'Rifle',
      }),
      rarity: str({
        max: 64,
        doc: 'Name or number of a rarity, such as Covert or 6; cs2 only.',
        example: 'Classified',
      }),
      prices: bool({ default: false, doc: 'true adds the lowest known price to each item.' }),
      sort: oneOf(['name', 'price'], { default: 'name', doc: 'price (lowest first) needs prices=true.' }),
      currency: inCurrency,
    },
    returns: catalogPage,
    pages: { parameter: 'offset', counts: 'results', items: ['items'] },
  }),
  itemsSearch: get('/api/v1/items/search', 'Names of items that match what has been typed so far', {
    params: {
      q: str({
        max: 128,
        doc: 'What has been typed; abbreviations and typing errors are tolerated.',
        example: 'ak redline ft',
      }),
      limit: int({ min: 1, default: 20, doc: 'Maximum number of names; more than 50 count as 50.', example: 3 }),
    },
    returns: searchResult,
  }),
  itemsMeta: get('/api/v1/items/meta', 'Weapon, rarity, collection, crates and float range of an item', {
    params: { name },
    returns: itemMeta,
  }),
  tradeup: post('/api/v1/tradeup', 'Outcomes, probabilities and expected value of a trade-up', {
    effect: 'read',
    body: body({
      items: req.list(obj({ name: str({ min: 1, max: longestName }), float: num({ min: 0, max: 1 }) }), {
        min: 10,
        max: 10,
        doc: 'Exactly ten items of one rarity and one collection.',
      }),
      currency: currency({ default: 'USD', beyond: true, doc: 'ISO 4217 code of the amounts.' }),
      formula: oneOf(['normalized', 'legacy'], {
        default: 'normalized',
        beyond: true,
        doc: 'How the float of the outcome is calculated: as the game does today, or as before October 2025.',
      }),
    }),
    returns: tradeupResult,
    idempotent: true,
  }),
  status: get('/api/v1/status', 'Health of the database, the prices and their sources', {
    returns: status,
    public: true,
  }),
}
