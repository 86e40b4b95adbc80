// Result shape of the trade-up calculation.
import { bool, int, list, nullable, num, obj, oneOf, str } from '#define'
import { currencyCode, image, marketHashName, maybeAmount, sampleRate, simulated } from './fields.ts'

const afterFees = (what: string) =>
  nullable(num(), { doc: `${what} when the outcome is sold on the Steam market, after its fees of 5 % and 10 %.` })

export const tradeupResult = obj({
  rarity: str({ example: 'Mil-Spec Grade' }),
  next_rarity: str({ example: 'Restricted' }),
  collection: str(),
  stattrak: bool(),
  formula: oneOf(['normalized', 'legacy']),
  average_float: num(),
  average_normalized_float: num({ doc: 'Mean position of the floats within the ranges of their skins, 0 to 1.' }),
  count: int({ min: 1, doc: 'Number of outcomes.' }),
  outcomes: list(
    obj({
      name: str(),
      market_hash_name: marketHashName,
      probability: num({ min: 0, max: 1 }),
      float_value: num(),
      min_float: num(),
      max_float: num(),
      wear_name: nullable(str()),
      price: maybeAmount,
      image,
    }),
    { doc: 'Their probabilities sum to one.' },
  ),
  expected_value: nullable(num(), {
    doc: 'Mean price of the outcomes by probability. Those without a price count as 0; null when none has one.',
  }),
  expected_value_after_fees: afterFees('Expected value'),
  input_cost: nullable(num(), { doc: 'Sum of the prices of the items; null when one of them has no price.' }),
  profit: nullable(num(), { doc: 'Expected value minus input cost.' }),
  profit_after_fees: afterFees('Profit'),
  roi: nullable(num(), { doc: 'Profit divided by input cost.' }),
  profit_chance: nullable(num({ min: 0, max: 1 }), { doc: 'Probability of an outcome worth more than the inputs.' }),
  currency: currencyCode,
  sample_rate: sampleRate,
  unpriced: list(str(), { doc: 'Names without a known price.' }),
  input_prices: list(obj({ market_hash_name: str(), price: maybeAmount }), { doc: 'In the order of the items.' }),
  simulated,
})
