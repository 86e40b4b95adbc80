// The cost and the expected value of a contract. Amounts are decimal throughout and have two decimals in the result.
import { Decimal } from 'decimal.js'
import { afterSteamFees } from './steam-fees.ts'

interface ValuedOutcome {
  readonly probability: number
  readonly price: number | undefined
}
interface ContractValue {
  /**
   * Mean price of the outcomes by probability; those without a price count as 0. It is null if no outcome has a price.
   */
  readonly expectedValue: number | null
  readonly expectedValueAfterFees: number | null
  /** Null if the price of an input is missing: a sum without it would be too low. */
  readonly inputCost: number | null
  readonly profit: number | null
  readonly profitAfterFees: number | null
  /** Profit over input cost. */
  readonly roi: number | null
  /** Probability of an outcome worth more than the cost of the inputs. */
  readonly profitChance: number | null
}

/** Returns the value of a contract from the prices of its inputs and outcomes. */
export function valueContract(
  inputPrices: readonly (number | undefined)[],
  outcomes: readonly ValuedOutcome[],
): ContractValue {
  const expected = meanPrice(outcomes, (price) => new Decimal(price))
  const expectedAfterFees = meanPrice(outcomes, afterSteamFees)
  const cost = sumOf(inputPrices)
  const profit = cost && expected?.minus(cost)
  const roi = cost && profit && !cost.isZero() ? profit.div(cost).toDecimalPlaces(4).toNumber() : null
  return {
    expectedValue: expected?.toNumber() ?? null,
    expectedValueAfterFees: expectedAfterFees?.toNumber() ?? null,
    inputCost: cost?.toNumber() ?? null,
    profit: profit?.toNumber() ?? null,
    profitAfterFees: cost && expectedAfterFees ? expectedAfterFees.minus(cost).toNumber() : null,
    roi,
    profitChance: cost && expected ? chanceAbove(outcomes, cost) : null,
  }
}

function meanPrice(outcomes: readonly ValuedOutcome[], worth: (price: number) => Decimal): Decimal | undefined {
  const priced = outcomes.flatMap(({ price, probability }) => (price === undefined ? [] : [{ price, probability }]))
  if (priced.length === 0) return undefined
  const sum = priced.reduce((all, { price, probability }) => all.plus(worth(price).times(probability)), new Decimal(0))
  // probabilities are binary fractions: without their noise, halves of a cent round correctly
  return sum.toDecimalPlaces(10).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}

function sumOf(prices: readonly (number | undefined)[]): Decimal | undefined {
  let sum = new Decimal(0)
  for (const price of prices) {
    if (price === undefined) return undefined
    sum = sum.plus(price)
  }
  return sum
}

function chanceAbove(outcomes: readonly ValuedOutcome[], cost: Decimal): number {
  const chance = outcomes
    .filter(({ price }) => price !== undefined && cost.lessThan(price))
    .reduce((sum, { probability }) => sum.plus(probability), new Decimal(0))
  return chance.toDecimalPlaces(12).toNumber()
}
