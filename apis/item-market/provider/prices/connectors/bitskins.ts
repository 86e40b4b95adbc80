// BitSkins, version 2: `{ list: [{ skin_id, name, price_min, price_max, price_avg, quantity }] }`, prices in
// thousandths of a dollar. The phase of a Doppler is part of the name, as in "Doppler Ruby (Factory New)" (SOURCES
// 5.1).
import { countOf, unitsOfParts } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/market/insell/730', ['list'])) {
    const row = rowOf(fieldOf(value, 'name'), unitsOfParts(fieldOf(value, 'price_min'), 1000), {
      quantity: countOf(fieldOf(value, 'quantity')),
    })
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
