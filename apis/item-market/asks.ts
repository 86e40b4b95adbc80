// Search phrases by endpoint, in users' own words: agents find operations by these.
export const asks = {
  markets: [
    'What does the AK-47 Redline cost on all marketplaces?',
    'Compare the price of a skin across sites',
    'Cheapest place to buy a CS2 item',
    'Where can I buy or sell an item for the best price?',
  ],
  marketsBatch: ['Prices of a list of skins at once', 'What are these twenty items worth?'],
  items: [
    'Current Steam price of one item',
    'How much is a case right now?',
    'Price of a knife on the main market',
    'Lowest listing and volume on the community market',
  ],
  history: [
    'How did the price of a skin develop?',
    'Price chart and sales volume of an item over the past months',
    'Has a knife gone up or down in price?',
  ],
  deals: [
    'Which skins are underpriced now?',
    'Bargains below the Steam price',
    'Find discounts I can resell',
    'Cheap offers and good discounts',
  ],
  float: ['What is the float of this inspect link?', 'Wear value, pattern and stickers of my weapon'],
  floatLeaderboard: ['Which is the lowest float known for a skin?', 'Rank skins by wear', 'Best factory-new copies'],
  inventory: [
    "What is in somebody's Steam inventory and what is it worth?",
    'Value of all items of an account',
    'What is my backpack worth in dollars?',
  ],
  inventoryBatch: ['Inventories of several accounts at once', 'Compare the item value of these players'],
  inventoryHistory: ["How has my inventory's value changed?", 'Total worth of an inventory day by day'],
  profile: [
    'Is this Steam account banned?',
    'Level, hours and country of a player',
    'Profile of a Steam user',
    'Trade ban, account age and hours played',
  ],
  friendlist: ['Who are the friends of an account?', 'Since when are two players friends?'],
  catalog: [
    'List all skins of the game',
    'Every item with its wear levels',
    'Complete list of weapons, cases, stickers and gloves',
  ],
  itemsSearch: ['Find an item by part of its name', 'Auto-complete names of skins', 'Search for dragon lore'],
  itemsMeta: ['Which collection and case is a skin from?', 'Rarity and float range of an item'],
  tradeup: [
    'Is this trade-up contract profitable?',
    'What can come out of ten skins, and how likely?',
    'Expected value of a trade up',
  ],
  status: ['Are the market prices fresh?', 'Is the item market API healthy?'],
}

/** Further search words of users. */
export const words = {
  markets:
    'price cheapest buy sell sold compare marketplace site sites skin where best offer all awp ak knife gloves cost listing everywhere shop listings is it prices across',
  marketsBatch: 'prices several many list bulk at once multiple items total twenty one request',
  items: 'price steam current now one item cost worth listing volume case knife of a sticker',
  history:
    'price value chart graph over time past year months trend sticker rose fell development volume last month sales',
  deals:
    'discount percent off bargain cheap underpriced below undervalued flip resell profit sale offers arbitrage snipe good buys',
  float:
    'exact wear paint seed inspect link pattern phase stickers condition weapon steam gem factory new rating of this gun',
  floatLeaderboard: 'lowest highest float rank top best worst condition skin record owner collectors floats cleanest',
  inventory:
    'items skins own owned owns backpack worth value total appraise steam account have rarity tradable marketable collection what is in his',
  inventoryBatch: 'several multiple accounts players compare inventories bulk steam users',
  inventoryHistory: 'inventory worth value over time days growth trend track development net of items',
  profile:
    'steam account user banned ban vac cheater trade community level hours played country avatar trust player reputation trusted',
  friendlist: 'friends contacts buddies since steam account user social knows ',
  catalog:
    'all list every weapons skins cases stickers gloves complete dataset items rarity type sorted dump whole catalogue of',
  itemsSearch: 'find search autocomplete partial name match item skin suggestion dropdown look up an by part of its',
  itemsMeta: 'collection crate case drop drops rarity float range weapon item metadata belongs details which it',
  tradeup:
    'contract ten skins odds probability outcome expected value profit mil-spec combine chances input upgrade trade up',
  status: 'stale fresh outdated healthy working online up down outage data pricing sources reachable is the price',
}

/** Names that belong to the API. */
export const topics =
  'ak-47 awp m4a4 m4a1 glock usp deagle karambit bayonet butterfly asiimov redline dragon lore fade doppler vulcan hyper beast factory new field-tested minimal wear battle-scarred stattrak souvenir csgo cs2 steam skinport buff'
