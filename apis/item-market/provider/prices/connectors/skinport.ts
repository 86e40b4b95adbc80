// Skinport: all items of a game in one array. 8 requests in 5 minutes, cached there for 5 minutes; refuses callers that
// do not accept brotli with 406 (SOURCES 5.1). Prices are currency units; `min_price` is null for items not on offer;
// phases are separate rows under the same name, distinguished by `version`.
import { countOf, unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

function source(info: Pick<Source, 'id' | 'key' | 'title' | 'game'>, app: string): Source {
  return {
    ...info,
    market: 'skinport',
    base: 'https://api.skinport.com',
    everyMs: 15 * minuteMs,
    gapMs: 40_000,
    maxBytes: 64 * mebibyte,
    enabled: true,
    rows: (access) => rows(access, app),
  }
}

async function* rows(access: FeedAccess, app: string): AsyncGenerator<FeedRow> {
  const request = { query: { app_id: app, currency: 'USD', tradable: '0' }, headers: { 'accept-encoding': 'br' } }
  for await (const { value } of access.entries('/v1/items', [], request)) {
    const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOfDollars(fieldOf(value, 'min_price')), {
      quantity: countOf(fieldOf(value, 'quantity')),
      phase: fieldOf(value, 'version'),
    })
    if (row) yield row
  }
}

export const skinport: Source = source({ id: 2, key: 'skinport', title: 'Skinport', game: 'cs2' }, '730')
/** Sources of the other games, whose catalogue consists of these names. */
export const skinportOtherGames: readonly Source[] = [
  source({ id: 12, key: 'skinport_rust', title: 'Skinport, Rust', game: 'rust' }, '252490'),
  source({ id: 13, key: 'skinport_dota2', title: 'Skinport, Dota 2', game: 'dota2' }, '570'),
  source({ id: 14, key: 'skinport_tf2', title: 'Skinport, Team Fortress 2', game: 'tf2' }, '440'),
]
