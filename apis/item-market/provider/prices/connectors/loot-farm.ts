// LOOT.Farm: an array of `{ name, price, have, max, … }`, prices in cents, `have` copies in stock (SOURCES 5.1).
import { countOf, unitsOfParts } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/fullprice.json', [])) {
    const row = rowOf(fieldOf(value, 'name'), unitsOfParts(fieldOf(value, 'price'), 100), {
      quantity: countOf(fieldOf(value, 'have')),
    })
    if (row) yield row
  }
}

export const lootFarm: Source = {
  id: 10,
  key: 'loot_farm',
  title: 'LOOT.Farm',
  market: 'loot_farm',
  game: 'cs2',
  base: 'https://loot.farm',
  everyMs: 30 * minuteMs,
  gapMs: 5000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  rows,
}
