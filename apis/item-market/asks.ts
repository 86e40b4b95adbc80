// What people ask for, by endpoint, in their own words: agents find operations by these.
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
