// The simulated market: the same for everybody at the same moment, plausible, and advancing with the clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCatalogue } from '../../catalogue/catalogue.ts'
import { unify } from '../book/unify.ts'
import { seedOf } from './noise.ts'
import { offersAt, offersNow, offersOnDay, type SimulatedItem, simulatedMarkets } from './simulated-market.ts'
import { worthOfItem, worthOfName, worthOfOtherItem } from './worth.ts'

const catalogue = readCatalogue()

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.parse('2026-11-02T12:34:56Z')
const today = Math.floor(nowMs / dayMs)
const { items } = catalogue

function itemOf(name: string): SimulatedItem {
  const item = catalogue.byName(name)
  assert.ok(item, name)
  return { seed: seedOf(item.name), worth: worthOfItem(item) }
}
const redline = itemOf('AK-47 | Redline (Field-Tested)')
const everyTenth = items.filter((_, at) => at % 10 === 0).map(({ name }) => ({ name, item: itemOf(name) }))
const rowsOf = (item: SimulatedItem) => offersAt(item, nowMs).map((offer) => ({ ...offer, simulated: true }))
const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

test('a moment has one answer, whoever asks and how often', () => {
  assert.deepEqual(offersAt(redline, nowMs), offersAt({ ...redline }, nowMs))
  assert.deepEqual(offersOnDay(redline, today - 100), offersOnDay({ ...redline }, today - 100))
})

test('offers change hourly, and histories daily', () => {
  assert.deepEqual(offersAt(redline, nowMs), offersAt(redline, nowMs + 60_000))
  assert.notDeepEqual(offersAt(redline, nowMs), offersAt(redline, nowMs + hourMs))
  for (let day = today - 364; day < today + 1000; day++) {
    const offers = offersOnDay(redline, day)
    assert.ok(offers.length >= 5, `day ${day}`)
    assert.notDeepEqual(offers, offersOnDay(redline, day + 1))
  }
})

test('no price jumps from one day to the next, except when a seller undercuts the market', () => {
  let jumps = 0
  for (let day = today - 364; day < today; day++) {
    const steam = (at: number) => offersOnDay(redline, at).find(({ market }) => market === 'steam')?.price ?? 0
    if (Math.abs(steam(day + 1) / steam(day) - 1) > 0.08) jumps++
  }
  assert.ok(jumps < 20, `${jumps} jumps`)
})

test('prices are whole cents from three cents on, quantities and volumes integers', () => {
  for (const { name, item } of everyTenth) {
    for (const offer of offersAt(item, nowMs)) {
      assert.ok(offer.price >= 300 && offer.price % 100 === 0, `${name} ${offer.price}`)
      assert.ok(Number.isInteger(offer.quantity) && offer.quantity >= 1, name)
      assert.ok(Number.isInteger(offer.volume) && offer.volume >= 0, name)
      assert.ok(offer.atMs <= nowMs && simulatedMarkets.includes(offer.market), name)
    }
  }
})

test('wear, StatTrak and rarity order prices as people expect', () => {
  const worth = (name: string) => itemOf(name).worth
  const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred']
  for (const skin of ['M4A4 | Asiimov', 'P250 | Sand Dune', '★ Karambit | Crimson Web']) {
    const values = wears.flatMap((wear) => catalogue.byName(`${skin} (${wear})`) ?? []).map(worthOfItem)
    assert.ok(values.length >= 3, skin)
    assert.deepEqual(
      values,
      [...values].sort((a, b) => b - a),
      skin,
    )
  }
  assert.ok(worth('StatTrak™ AK-47 | Redline (Field-Tested)') > redline.worth * 1.5)
  const byRarity = [1, 2, 3, 4, 5, 6].map((rarity) =>
    middle(
      items
        .filter(({ skin, stattrak, souvenir }) => skin.rarity.id === rarity && !skin.star && !stattrak && !souvenir)
        .map(worthOfItem),
    ),
  )
  assert.deepEqual(
    byRarity,
    [...byRarity].sort((a, b) => a - b),
  )
  assert.ok(middle(items.filter(({ skin }) => skin.star).map(worthOfItem)) > 500_000)
})

test('weekends sell more than working days', () => {
  const saturday = Math.floor(Date.parse('2026-10-31T00:00:00Z') / dayMs)
  const volume = (day: number) => offersOnDay(redline, day).reduce((sum, offer) => sum + offer.volume, 0)
  let weekend = 0
  let working = 0
  for (let week = 0; week < 26; week++) {
    weekend += volume(saturday - 7 * week) + volume(saturday + 1 - 7 * week)
    working += volume(saturday - 3 - 7 * week) + volume(saturday - 4 - 7 * week)
  }
  assert.ok(weekend > working * 1.2, `${weekend} against ${working}`)
})

test('other marketplaces are cheaper than the primary one by typical shares, with some discounts, outliers, gaps and stale hours', () => {
  const ratios: number[] = []
  let outliers = 0
  let rows = 0
  for (const { item } of everyTenth) {
    const unified = unify(rowsOf(item), nowMs, () => 6 * hourMs)
    const steam = unified.rows.find(({ market }) => market === 'steam')
    for (const row of unified.rows) {
      rows++
      if (row.outlier) outliers++
      else if (steam && row !== steam && steam.price > 100_000) ratios.push(row.price / steam.price)
    }
  }
  assert.ok(middle(ratios) > 0.75 && middle(ratios) < 0.9, String(middle(ratios)))
  assert.ok(
    ratios.some((ratio) => ratio < 0.65),
    'some discount',
  )
  assert.ok(outliers > 0 && outliers < rows * 0.02, `${outliers} of ${rows}`)
  assert.ok(rows < everyTenth.length * simulatedMarkets.length, 'not every item is on every marketplace')
  const ages = new Set<number>()
  for (let hour = 0; hour < 24 * 90; hour++)
    for (const { atMs } of offersAt(redline, nowMs - hour * hourMs))
      ages.add(Math.floor((nowMs - hour * hourMs - atMs) / hourMs))
  assert.ok(
    [...ages].some((age) => age >= 6),
    'a marketplace is occasionally not read',
  )
})

test('nothing above 2,000 dollars is offered on the primary marketplace', () => {
  for (const { name, item } of everyTenth)
    for (const { market, price } of offersAt(item, nowMs)) assert.ok(market !== 'steam' || price <= 20_000_000, name)
})

test('today is covered up to the current hour', () => {
  for (const { atMs } of offersNow(redline, nowMs)) assert.equal(atMs, Date.parse('2026-11-02T12:00:00Z'))
})

test('the numbers of today leave out a marketplace whose offer is odd', () => {
  let odd = 0
  for (const { name, item } of everyTenth) {
    const known = new Set(offersNow(item, nowMs).map(({ market }) => market))
    for (const { market, outlier, atMs } of unify(rowsOf(item), nowMs, () => 6 * hourMs).rows) {
      if (!outlier || atMs < nowMs - hourMs) continue
      odd++
      assert.ok(!known.has(market), `${name} at ${market}`)
    }
  }
  assert.ok(odd > 0)
})

test('stickers, cases and names of other games have a worth too', () => {
  const sticker = catalogue.otherItems.find(({ name }) => name.startsWith('Sticker | Titan (Holo) | Katowice 2014'))
  const plain = catalogue.otherItems.find(({ kind }) => kind === 'sticker')
  assert.ok(sticker && plain && worthOfOtherItem(sticker) > 10 * worthOfOtherItem(plain))
  assert.ok(worthOfName('Mann Co. Supply Crate Key') >= 300)
})
