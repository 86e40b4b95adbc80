// Trade-ups: the formulas and test vectors of SOURCES 4, real contracts over the catalogue, values, and what is
// refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { openItemWorld } from '../../test/world.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { wearNameOf } from '../catalogue/wear-band.ts'
import { readContract } from './contract.ts'
import { outcomeFloat, outcomeProbabilities } from './formula.ts'
import { outcomesOf } from './outcomes.ts'
import { afterSteamFees } from './steam-fees.ts'
import { valueContract } from './valuation.ts'

const catalogue = readCatalogue()

const repeat = (count: number, float: number, range: readonly [number, number]) =>
  Array.from({ length: count }, () => ({ float, min: range[0], max: range[1] }))
const near = (actual: number, expected: number, within = 1e-7) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`)

/** Ten items of the Phoenix Collection from SOURCES 4. */
const phoenixNames = ['MAC-10 | Heat', 'SG 553 | Pulse', 'FAMAS | Sergeant', 'USP-S | Guardian']
const phoenixLows = [0, 0.1, 0.1, 0]
const phoenix = Array.from({ length: 10 }, (_, at) => ({
  name: phoenixNames[at % 4] ?? '',
  float: Math.max(phoenixLows[at % 4] ?? 0, 0.07) + 0.005 * at,
}))
const coolant = { name: 'Five-SeveN | Coolant (Field-Tested)', float: 0.2 }
const ten = (item: { name: string; float: number }) => Array.from({ length: 10 }, () => item)

test("the float of an outcome follows today's formula and the previous one", () => {
  const mixed = [...repeat(8, 0.8, [0, 0.8]), ...repeat(2, 0.4, [0, 0.8])]
  const first = outcomeFloat(mixed, { min: 0.06, max: 0.8 }, 'normalized')
  near(first, 0.726)
  assert.equal(wearNameOf(first), 'Battle-Scarred')
  const amber = repeat(10, 0.3, [0, 0.4])
  near(outcomeFloat(amber, { min: 0, max: 1 }, 'legacy'), 0.3)
  near(outcomeFloat(amber, { min: 0, max: 1 }, 'normalized'), 0.75)
  near(outcomeFloat(repeat(10, 0.01, [0, 1]), { min: 0.06, max: 0.8 }, 'legacy'), 0.0674)
})

test('a real contract under the previous formula yields the real float', () => {
  const floats = [
    0.15418683, 0.37252599, 0.45620725, 0.33419874, 0.27844283, 0.37971455, 0.25109288, 0.37596929, 0.19480962,
    0.31378764,
  ]
  const inputs = floats.map((float) => ({ float, min: 0.06, max: 0.8 }))
  near(outcomeFloat(inputs, { min: 0.06, max: 0.8 }, 'legacy'), 0.29020962, 1e-6)
  near(outcomeFloat(inputs, { min: 0.06, max: 0.8 }, 'normalized'), 0.31109356, 1e-6)
})

test('probabilities follow the share of each collection and sum to exactly one', () => {
  assert.deepEqual(
    outcomeProbabilities([
      { inputs: 7, outcomes: 1 },
      { inputs: 3, outcomes: 1 },
    ]).map(([only]) => Number(only?.toFixed(12))),
    [0.7, 0.3],
  )
  const collection = fc.record({ inputs: fc.integer({ min: 1, max: 10 }), outcomes: fc.integer({ min: 1, max: 12 }) })
  fc.assert(
    fc.property(fc.array(collection, { minLength: 1, maxLength: 5 }), (collections) => {
      const all = outcomeProbabilities(collections).flat()
      assert.equal(
        all.reduce((sum, one) => sum + one, 0),
        1,
      )
      assert.ok(all.every((one) => one > 0 && one <= 1))
    }),
    { numRuns: sampled(2000) },
  )
})

test('an outcome is always within the range of its skin', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 }))
    .map(([low, width]) => ({ min: low / 100, max: (low + width) / 100 }))
  const input = fc
    .tuple(range, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([{ min, max }, index]) => ({ min, max, float: min + index * (max - min) }))
  fc.assert(
    fc.property(fc.array(input, { minLength: 10, maxLength: 10 }), range, (inputs, outcome) => {
      for (const formula of ['normalized', 'legacy'] as const) {
        const float = outcomeFloat(inputs, outcome, formula)
        assert.ok(float >= Math.fround(outcome.min) - 1e-7 && float <= Math.fround(outcome.max) + 1e-7)
        assert.equal(float, Math.fround(float))
      }
    }),
    { numRuns: sampled(2000) },
  )
})

test('a contract of the Phoenix Collection has three outcomes with the floats of both formulas', async () => {
  const world = await openItemWorld()
  const floatsOf = async (formula: 'normalized' | 'legacy') => {
    const { body } = await world.tradeup(phoenix, { formula })
    const outcomes = outcomesIn(body)
    assert.deepEqual(
      [body.rarity, body.next_rarity, body.collection, body.stattrak, body.count],
      ['Restricted', 'Classified', 'The Phoenix Collection', false, 3],
    )
    for (const { probability } of outcomes) near(Number(probability), 1 / 3, 1e-15)
    return Object.fromEntries(outcomes.map((one) => [one.name, Number(one.float_value)]))
  }
  const today = await floatsOf('normalized')
  near(today['AK-47 | Redline'] ?? 0, 0.15786667)
  near(today['P90 | Trigon'] ?? 0, 0.14461778)
  near(today['Nova | Antique'] ?? 0, 0.02893333)
  const former = await floatsOf('legacy')
  near(former['AK-47 | Redline'] ?? 0, 0.1645)
  near(former['P90 | Trigon'] ?? 0, 0.152025, 1e-6)
  near(former['Nova | Antique'] ?? 0, 0.03225)
  near(Number((await world.tradeup(phoenix)).body.average_normalized_float), 0.09644444, 1e-8)
})

test('probabilities of every rarity of every collection sum to one, and one without outcomes says so', async () => {
  const world = await openItemWorld()
  const { skins, collections } = catalogue
  let nowhere = 0
  let all = 0
  for (const { id } of collections)
    for (let rarity = 1; rarity <= 5; rarity++) {
      const skin = skins.find((one) => one.collection?.id === id && one.rarity.id === rarity)
      if (!skin) continue
      all += 1
      const answer = await world.tradeup(ten({ name: skin.name, float: (skin.minFloat + skin.maxFloat) / 2 }))
      if (answer.status === 400) {
        nowhere += 1
        assert.deepEqual([answer.code, answer.fields], ['tradeup.no_outcome', ['items']], skin.name)
        continue
      }
      const sum = outcomesIn(answer.body).reduce((total, { probability }) => total + Number(probability), 0)
      assert.equal(sum, 1, skin.name)
    }
  // SOURCES 4
  assert.deepEqual([all, nowhere], [336, 29])
})

test('StatTrak items become StatTrak items', async () => {
  const { body } = await (await openItemWorld()).tradeup(
    phoenix.map(({ name, float }) => ({ name: `StatTrak™ ${name}`, float })),
  )
  assert.equal(body.stattrak, true)
  for (const { market_hash_name } of outcomesIn(body)) assert.match(String(market_hash_name), /^StatTrak™ /)
})

test('knives are not outcomes, and neither are skins without a counter when the items have one', () => {
  const known = catalogue
  const contract = readContract(
    phoenix.map(({ name, float }) => ({ name: `StatTrak™ ${name}`, float })),
    known,
  )
  const [redline, antique, trigon] = known.skinsOf(contract.collection.id).filter(({ rarity }) => rarity.id === 5)
  assert.ok(redline && antique && trigon)
  const skins = [redline, { ...antique, star: true }, { ...trigon, stattrak: false }]
  const outcomes = outcomesOf(contract, { ...known, skinsOf: () => skins }, 'normalized')
  assert.deepEqual(
    outcomes.map(({ skin, probability }) => [skin.name, probability]),
    [['AK-47 | Redline', 1]],
  )
})

test('names are read in any form, with or without their wear', async () => {
  const world = await openItemWorld()
  const plain = await world.tradeup(ten({ name: 'AK-47 | Redline', float: 0.2 }))
  for (const name of ['AK-47 | Redline (Field-Tested)', 'ak-47 | redline', 'AK-47  |  Redline', 'AK-47 %7C Redline'])
    assert.deepEqual((await world.tradeup(ten({ name, float: 0.2 }))).body, plain.body, name)
})

test('each invalid item is reported by its index', async () => {
  const world = await openItemWorld()
  const wrong: Record<string, [item: { name: string; float: number }, field: 'name' | 'float', says: RegExp]> = {
    unknown: [{ name: 'No such | OtherItem', float: 0.2 }, 'name', /not the name of a skin/],
    sticker: [{ name: 'Sticker | Titan (Holo) | Katowice 2014', float: 0.2 }, 'name', /not the name of a skin/],
    knife: [{ name: '★ Karambit | Doppler', float: 0.02 }, 'name', /knife or gloves/],
    bare: [{ name: '★ Karambit', float: 0.2 }, 'name', /knife or gloves/],
    souvenir: [{ name: 'Souvenir AWP | Dragon Lore', float: 0.2 }, 'name', /Souvenir/],
    contraband: [{ name: 'M4A4 | Howl', float: 0.2 }, 'name', /Contraband/],
    covert: [{ name: 'AWP | Dragon Lore', float: 0.2 }, 'name', /no higher rarity/],
    rarity: [{ name: 'AK-47 | Redline', float: 0.2 }, 'name', /Classified, but the others are Restricted/],
    collection: [{ name: 'M4A1-S | Basilisk', float: 0.2 }, 'name', /but the others are of/],
    stattrak: [{ name: 'StatTrak™ MAC-10 | Heat', float: 0.2 }, 'name', /mixes items with and without StatTrak/],
    'no stattrak': [{ name: 'StatTrak™ Tec-9 | Tornado', float: 0.2 }, 'name', /does not exist with StatTrak/],
    'no wear': [{ name: 'USP-S | Guardian (Battle-Scarred)', float: 0.2 }, 'name', /does not exist as Battle-Scarred/],
    low: [{ name: 'SG 553 | Pulse', float: 0.09 }, 'float', /from 0.1 to 0.6/],
    high: [{ name: 'SG 553 | Pulse', float: 0.61 }, 'float', /from 0.1 to 0.6/],
    band: [
      { name: 'MAC-10 | Heat (Minimal Wear)', float: 0.2 },
      'float',
      /Field-Tested, but the name says Minimal Wear/,
    ],
  }
  for (const [what, [item, field, says]] of Object.entries(wrong)) {
    const items = phoenix.map((one, at) => (at === 3 ? item : one))
    const { status, code, fields, body } = await world.tradeup(items)
    assert.deepEqual([status, code, fields], [400, 'tradeup.invalid', [`items.3.${field}`]], what)
    assert.match(JSON.stringify(body), says, what)
  }
})

test('all invalid items are reported at once; the first valid item sets the standard', async () => {
  const items = phoenix.map((one, at) => (at === 0 || at === 9 ? { name: 'nothing', float: 0.2 } : one))
  const { fields } = await (await openItemWorld()).tradeup(items)
  assert.deepEqual(fields, ['items.0.name', 'items.9.name'])
})

test('a float exactly on the bound of a skin is in its range although 32-bit floats miss it slightly', async () => {
  const world = await openItemWorld()
  for (const float of [0.06, Math.fround(0.06), 0.8, Math.fround(0.8)])
    assert.equal((await world.tradeup(ten({ name: 'MAC-10 | Ultraviolet', float }))).status, 200, String(float))
  for (const float of [0.0599, 0.8001])
    assert.equal((await world.tradeup(ten({ name: 'MAC-10 | Ultraviolet', float }))).status, 400, String(float))
})

test('values are summed in decimals', () => {
  assert.deepEqual(
    valueContract(
      [0.1, 0.2],
      [
        { probability: 1 / 3, price: 0.1 },
        { probability: 1 / 3, price: 0.2 },
        { probability: 1 - 2 / 3, price: 3 },
      ],
    ),
    {
      expectedValue: 1.1,
      expectedValueAfterFees: 0.96,
      inputCost: 0.3,
      profit: 0.8,
      profitAfterFees: 0.66,
      roi: 2.6667,
      profitChance: 0.333333333333,
    },
  )
  // the mean of six prices is exactly 0.005 above the hundredth
  const halves = [0.01, 0.01, 0.01, 0.02, 0.02, 0.02].map((price) => ({ probability: 1 / 6, price }))
  assert.equal(valueContract([], halves).expectedValue, 0.02)
})

test('a missing price is never invented', () => {
  const priced = { probability: 0.5, price: 4 }
  const unpriced = { probability: 0.5, price: undefined }
  const half = valueContract([1, 1], [priced, unpriced])
  assert.deepEqual([half.expectedValue, half.profit, half.profitChance], [2, 0, 0.5])
  const noCost = valueContract([1, undefined], [priced])
  assert.deepEqual([noCost.inputCost, noCost.profit, noCost.roi, noCost.profitChance], [null, null, null, null])
  const nothing = valueContract([1], [unpriced])
  assert.deepEqual([nothing.expectedValue, nothing.profit, nothing.profitChance], [null, null, null])
  assert.equal(valueContract([0], [priced]).roi, null)
})

test('a seller never gets more than a buyer pays, and the fees are as small as possible', () => {
  const known: Record<number, number> = { 0.01: 0, 0.02: 0, 0.03: 0.01, 0.04: 0.02, 1.15: 1, 1.24: 1.09, 100: 86.97 }
  for (const [price, seller] of Object.entries(known))
    assert.equal(afterSteamFees(Number(price)).toNumber(), seller, price)
  const pays = (cents: number) => cents + Math.max(1, Math.floor(cents / 20)) + Math.max(1, Math.floor(cents / 10))
  for (let cents = 3; cents < 3000; cents++) {
    const seller = afterSteamFees(cents / 100)
      .times(100)
      .toNumber()
    assert.ok(pays(seller) <= cents && pays(seller + 1) > cents, `${cents}: ${seller}`)
  }
})

test('the answer contains each price that was used, in the requested currency', async () => {
  const world = await openItemWorld()
  const dollars = (await world.tradeup(ten(coolant))).body
  const euros = (await world.tradeup(ten(coolant), { currency: 'eur' })).body
  assert.deepEqual([dollars.currency, euros.currency, dollars.simulated], ['USD', 'EUR', true])
  near(Number(euros.input_cost), Number(dollars.input_cost) * 0.8, 0.06)
  const { status, code } = await world.tradeup(ten(coolant), { currency: 'XXX' })
  assert.deepEqual([status, code], [400, 'currency.unknown'])
})

function outcomesIn(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  assert.ok(Array.isArray(body.outcomes), JSON.stringify(body))
  return body.outcomes
}
