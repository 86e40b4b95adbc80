// The seller's share of a price on the Steam market: 5 % goes to Steam and 10 % to the game, each rounded down but at
// least one cent, computed from the seller's share (SOURCES 4.4).
import { Decimal } from 'decimal.js'

const steamShare = new Decimal('0.05')
const gameShare = new Decimal('0.10')

/** Returns the seller's share of a price, two decimals; 0 for a price that fees consume. */
export function afterSteamFees(price: number): Decimal {
  const hundredths = new Decimal(price).times(100).floor()
  // both fees are rounded down, so a seller can receive up to two cents more than the division yields
  let seller = hundredths.plus(2).div('1.15').ceil()
  while (seller.greaterThan(0) && buyerPays(seller).greaterThan(hundredths)) seller = seller.minus(1)
  return Decimal.max(seller, 0).div(100)
}

function buyerPays(seller: Decimal): Decimal {
  const fee = (share: Decimal) => Decimal.max(1, seller.times(share).floor())
  return seller.plus(fee(steamShare)).plus(fee(gameShare))
}
