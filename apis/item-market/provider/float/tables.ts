// Table of the items that inspect links have shown us, by their floats. One world for all accounts.

export interface FloatsTable {
  /** `a:` and the asset id; for a certificate without one, `c:` and a digest of what it says. */
  identity: string
  /** Decimal 64-bit number; null when no certificate named it. */
  asset_id: string | null
  def_index: number
  paint_index: number
  stattrak: number
  souvenir: number
  wear: number
  seed: number
  /** Steam id of the owner when a link or the certificate named it. */
  owner: string | null
  stickers_count: number
  /** The certificate without its mask, so that everything can be read from it again. */
  certificate: string
  /** Milliseconds since the epoch. */
  first_seen: number
  last_seen: number
}

export interface FloatTables {
  item_market_floats: FloatsTable
}
