// BitSkins, second version: `{ list: [{ skin_id, name, price_min, price_max, price_avg, quantity }] }`, prices in thousandths of a
// dollar. The phase of a Doppler stands in the name ("Doppler Ruby"), where other marketplaces have none (FACTS 5.1).
import { countOf, unitsOfParts } from '../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../source.ts'

const phase = /(?<=Doppler) (?:Ruby|Sapphire|Black Pearl|Emerald|Phase [1-4])(?=$| \()/

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/market/insell/730', ['list'])) {
    const name = fieldOf(value, 'name')
    const row = rowOf(
      typeof name === 'string' ? name.replace(phase, '') : name,
      unitsOfParts(fieldOf(value, 'price_min'), 1000),
      { quantity: countOf(fieldOf(value, 'quantity')) },
    )
    if (row) yield row
  }
}

export const bitskins: Source = {
  id: 6,
  key: 'bitskins',
  title: 'BitSkins',
  market: 'bitskins',
  game: 'cs2',
  base: 'https://api.bitskins.com',
  everyMs: 15 * minuteMs,
  gapMs: 2000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  rows,
}
