// The trade-up endpoint: the outcomes of ten items with their probabilities and floats, and the expected profit.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { pictureOf } from '../catalogue/picture.ts'
import type { Catalogue } from '../catalogue/records.ts'
import type { Prices } from '../prices/book/prices.ts'
import { currencyMembers } from '../prices/feeds/currency.ts'
import { readContract } from './contract.ts'
import { meanOf, normalizedFloat } from './formula.ts'
import { nextRarity, outcomesOf } from './outcomes.ts'
import { valueContract } from './valuation.ts'

interface TradeupDeps {
  readonly catalogue: Catalogue
  readonly prices: Prices
}

export const createTradeupHandlers = ({
  catalogue,
  prices,
}: TradeupDeps): HandlersFor<typeof endpoints, 'tradeup'> => ({
  async tradeup({ body }) {
    const { items } = body
    // a body arrives as sent: members can be null, and declared defaults are not filled in
    const currency = await prices.currencyOf(body.currency ?? 'USD')
    const formula = body.formula ?? 'normalized'
    const contract = readContract(items, catalogue)
    const outcomes = outcomesOf(contract, catalogue, formula)
    const names = [...contract.inputs, ...outcomes].map(({ name }) => name)
    const valuations = await prices.priceOf([...new Set(names)], currency.code)
    const priceOf = (name: string) => valuations.get(name)?.price
    const value = valueContract(
      contract.inputs.map(({ name }) => priceOf(name)),
      outcomes.map(({ name, probability }) => ({ probability, price: priceOf(name) })),
    )
    const simulated = names.some((name) => valuations.get(name)?.source === 'simulated')
    return {
      rarity: contract.rarity.name,
      next_rarity: nextRarity(contract).name,
      collection: contract.collection.name,
      stattrak: contract.stattrak,
      formula,
      average_float: meanOf(items.map(({ float }) => float)),
      average_normalized_float: meanOf(
        contract.inputs.map(({ float, skin }) => normalizedFloat({ float, min: skin.minFloat, max: skin.maxFloat })),
      ),
      count: outcomes.length,
      outcomes: outcomes.map(({ skin, name, probability, float, wear }) => ({
        name: skin.name,
        market_hash_name: name,
        probability,
        float_value: float,
        min_float: skin.minFloat,
        max_float: skin.maxFloat,
        wear_name: wear,
        price: priceOf(name) ?? null,
        image: pictureOf(skin, wear),
      })),
      expected_value: value.expectedValue,
      expected_value_after_fees: value.expectedValueAfterFees,
      input_cost: value.inputCost,
      profit: value.profit,
      profit_after_fees: value.profitAfterFees,
      roi: value.roi,
      profit_chance: value.profitChance,
      ...currencyMembers(currency),
      unpriced: [...new Set(names)].filter((name) => priceOf(name) === undefined),
      input_prices: contract.inputs.map(({ name }) => ({ market_hash_name: name, price: priceOf(name) ?? null })),
      ...(simulated ? { simulated } : {}),
    }
  },
})
