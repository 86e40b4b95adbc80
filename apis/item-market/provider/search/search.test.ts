// Autocomplete returns first what people mean: whole words, prefixes, nicknames, contractions, abbreviated wear, and
// typing errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { type Item, wears } from '../catalogue/records.ts'
import { createSearch } from './search.ts'

const catalogue = readCatalogue()

const all = catalogue
const search = createSearch(all)
const names = (text: string, limit = 20) => search.find(text, limit).map(({ name }) => name)
/** The weapons, knives and gloves that match. */
const find = (text: string, limit: number) => search.find(text, limit).filter((match) => 'skin' in match)

const firstOf: Readonly<Record<string, string>> = {
  // beginnings and whole words
  'ak-47 | redline (field-tested)': 'AK-47 | Redline (Field-Tested)',
  'ak47 redl': 'AK-47 | Redline (Minimal Wear)',
  'ak 47 redline field': 'AK-47 | Redline (Field-Tested)',
  'usp kill confirm': 'USP-S | Kill Confirmed (Factory New)',
  hyperbeast: 'AWP | Hyper Beast (Factory New)',
  'desert eagle blaze factory new': 'Desert Eagle | Blaze (Factory New)',
  'redline ak': 'AK-47 | Redline (Minimal Wear)',
  'dragon king': 'M4A4 | 龍王 (Dragon King) (Factory New)',
  龍王: 'M4A4 | 龍王 (Dragon King) (Factory New)',
  'flame jormungandr': 'AUG | Flame Jörmungandr (Factory New)',
  'pandoras box': "★ Sport Gloves | Pandora's Box (Factory New)",
  // wear and quality
  'ak redline ft': 'AK-47 | Redline (Field-Tested)',
  'ft ak redline': 'AK-47 | Redline (Field-Tested)',
  'm4a1s printstream fn': 'M4A1-S | Printstream (Factory New)',
  'ak redline bs': 'AK-47 | Redline (Battle-Scarred)',
  'ak redline well': 'AK-47 | Redline (Well-Worn)',
  'ak redline min': 'AK-47 | Redline (Minimal Wear)',
  'st ak redline': 'StatTrak™ AK-47 | Redline (Minimal Wear)',
  'stattrak redline mw': 'StatTrak™ AK-47 | Redline (Minimal Wear)',
  'ak vulcan stat': 'StatTrak™ AK-47 | Vulcan (Factory New)',
  'souvenir dragon lore fn': 'Souvenir AWP | Dragon Lore (Factory New)',
  '★ fade': '★ Bayonet | Fade (Factory New)',
  // nicknames, phases and contractions
  'deagle blaze': 'Desert Eagle | Blaze (Factory New)',
  'scout blood': 'SSG 08 | Blood in the Water (Factory New)',
  'bfk fade': '★ Butterfly Knife | Fade (Factory New)',
  '57 hyper': 'Five-SeveN | Hyper Beast (Factory New)',
  'karambit knife fade': '★ Karambit | Fade (Factory New)',
  'karambit ruby': '★ Karambit | Doppler (Factory New)',
  'karambit phase 2': '★ Karambit | Doppler (Factory New)',
  'm4 howl': 'M4A4 | Howl (Factory New)',
  'awp dlor': 'AWP | Dragon Lore (Factory New)',
  'awp dlore': 'AWP | Dragon Lore (Factory New)',
  awpdlore: 'AWP | Dragon Lore (Factory New)',
  'ak ch': 'AK-47 | Case Hardened (Factory New)',
  akredline: 'AK-47 | Redline (Minimal Wear)',
  // slips
  'ak redlien': 'AK-47 | Redline (Minimal Wear)',
  'p90 asimov': 'P90 | Asiimov (Factory New)',
  'karmbit doppler': '★ Karambit | Doppler (Factory New)',
  'krambit fdae': '★ Karambit | Fade (Factory New)',
  'awp dragoon lore': 'AWP | Dragon Lore (Factory New)',
  'ak redline feild tested': 'AK-47 | Redline (Field-Tested)',
  'awp lightening strike': 'AWP | Lightning Strike (Factory New)',
  // what is not a weapon
  'kilowatt case': 'Kilowatt Case',
  'case hardened ak': 'AK-47 | Case Hardened (Factory New)',
  'kilowat cas': 'Kilowatt Case',
  'titan holo kato 2014': 'Sticker | Titan (Holo) | Katowice 2014',
  ricksaw: 'Lt. Commander Ricksaw | NSWC SEAL',
  'charm diner': 'Charm | Diner Dog',
  'csgo weapon case 2': 'CS:GO Weapon Case 2',
  // not a misspelt skin, because there is an item with that very name
  'pocket awp': 'Charm | Pocket AWP',
  bananas: "Charm | That's Bananas",
  'breakout case': 'Operation Breakout Weapon Case',
  'souvenir package': 'Antwerp 2022 Ancient Souvenir Package',
  'boston 2018 inferno souvenir': 'Boston 2018 Inferno Souvenir Package',
  // a weapon or finish rather than a wear
  'field agent': '★ Specialist Gloves | Field Agent (Factory New)',
  scar: 'SCAR-20 | Bloodsport (Factory New)',
  'scar cyrex bs': 'SCAR-20 | Cyrex (Battle-Scarred)',
  // one word that matches nothing is ignored, before another is taken for a slip
  'ibp holo': 'Atlanta 2017 Challengers (Holo/Foil)',
  'awp dragon lore cheap': 'AWP | Dragon Lore (Factory New)',
}

for (const [text, first] of Object.entries(firstOf))
  test(`${text} gives ${first} first`, () => assert.equal(names(text)[0], first))

test('the word for a kind of item finds that kind before skins that are called so', () => {
  for (const word of ['case', 'crate', 'container'])
    assert.ok(
      find(word, 20).every((item) => 'kind' in item && item.kind === 'container'),
      names(word, 20).join(),
    )
  assert.ok(find('agent', 20).every((item) => 'kind' in item && item.kind === 'agent'))
})

test('a whole word that was typed ranks before one that merely contains it', () => {
  assert.deepEqual(names('karambit doppler fn', 2), [
    '★ Karambit | Doppler (Factory New)',
    '★ StatTrak™ Karambit | Doppler (Factory New)',
  ])
  assert.ok(names('glock fade', 50).every((name) => name.includes('Glock-18 | Fade')))
  const knives = names('fade', 50)
  assert.ok(
    knives.slice(0, 20).every((name) => / \| Fade \(/.test(name)),
    knives.join(),
  )
})

test('a few skins yield all their items, plain ones first; many yield one each', () => {
  const few = find('redline', 50).map(({ name }) => name)
  assert.equal(few.length, 14)
  assert.deepEqual(
    few.slice(0, 7).filter((name) => name.includes('StatTrak')),
    [],
  )
  const many = find('awp', 20)
  assert.equal(new Set(many.map(({ skin }) => skin.id)).size, 20)
  assert.ok(many.every(({ skin }) => skin.weapon === 'AWP'))
})

test('only a typed wear is returned', () => {
  for (const { short, name } of wears) {
    const matches = find(`ak ${short}`, 50)
    assert.equal(matches.length, 50)
    assert.ok(matches.every((item) => item.wear === name && item.skin.weapon === 'AK-47'))
  }
})

test('st means StatTrak, although words begin with it', () => {
  const matches = find('st deagle', 50)
  assert.ok(all.skins.some(({ name, stattrak }) => name.startsWith('Desert Eagle | Sunset Storm') && !stattrak))
  assert.ok(matches.length > 20 && matches.every(({ stattrak }) => stattrak), matches.map(({ name }) => name).join())
})

test('an empty query returns the first names; a query that matches nothing returns nothing', () => {
  assert.deepEqual(find('', 3), all.items.slice(0, 3))
  assert.deepEqual(find(' |-() ', 3), all.items.slice(0, 3))
  assert.deepEqual(names('zzzzqq'), [])
  assert.ok(find('★', 50).every(({ skin }) => skin.star))
})

const someItem = fc.integer({ min: 0, max: all.items.length - 1 }).map((index): Item => {
  const item = all.items[index]
  assert.ok(item)
  return item
})

test('every item is the first match for its own name', () => {
  fc.assert(
    fc.property(someItem, (item) => {
      const [first, ...others] = find(item.name, 20)
      // the plain one, when the name has no quality, with its twin of another quality right behind it
      assert.ok(first === item || others[0] === item, `${item.name}: ${first?.name}`)
    }),
    { numRuns: sampled(600), seed: 4 },
  )
})

test('every item is found by any beginning of the words of its name', () => {
  fc.assert(
    fc.property(someItem, fc.integer({ min: 3, max: 6 }), ({ skin }, length) => {
      const text = skin.name
        .split(/[ |]+/)
        .map((word) => word.slice(0, length))
        .join(' ')
      const matches = find(text, 50).map((item) => item.skin.name)
      assert.ok(matches.includes(skin.name) || matches.length === 50, `${text}: ${matches.join()}`)
    }),
    { numRuns: sampled(400), seed: 6 },
  )
})

test('one typing error in the longest word of a finish does not hide the skin', () => {
  const position = fc.nat()
  fc.assert(
    fc.property(someItem, position, fc.constantFrom('drop', 'swap', 'change', 'double'), ({ skin }, at, slip) => {
      const words = skin.finish.split(' ').sort((a, b) => b.length - a.length)
      const word = words[0] ?? ''
      if (!/^[A-Za-z]{6,}$/.test(word)) return
      const index = 1 + (at % (word.length - 2))
      const [before, here, after] = [word.slice(0, index), word[index] ?? '', word.slice(index + 1)]
      const swapped = (after[0] ?? '') + here + after.slice(1)
      const slipped = { drop: after, swap: swapped, change: `q${after}`, double: here + here + after }[slip]
      const matches = find(`${skin.weapon} ${before}${slipped}`, 50).map((item) => item.skin.name)
      assert.ok(matches.includes(skin.name), `${skin.name} by ${before}${slipped}: ${matches.slice(0, 5).join()}`)
    }),
    { numRuns: sampled(400), seed: 9 },
  )
})

test('no query makes the search fail, and the limit holds', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 128 }),
    fc
      .array(
        fc.constantFrom('ak', 'a', 's', 'st', 'ft', ' ', '★', '(', 'qqqqqqqq', 'stattrak', '\ud800', '0'.repeat(40)),
      )
      .map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (q, limit) => {
      const matches = find(q, limit)
      assert.ok(matches.length <= limit)
      assert.equal(new Set(matches).size, matches.length)
    }),
    { numRuns: sampled(500), seed: 2 },
  )
})

test('every returned item matches the wear and the quality that were typed', () => {
  const request = fc.record({
    wear: fc.constantFrom(...wears),
    stattrak: fc.boolean(),
    weapon: fc.constantFrom(...new Set(all.skins.map(({ weapon }) => weapon))),
  })
  fc.assert(
    fc.property(request, ({ wear, stattrak, weapon }) => {
      const fits = (item: Item) => item.wear === wear.name && (!stattrak || item.stattrak)
      // there are no StatTrak gloves, so the rest of the query decides
      if (!all.items.some((item) => item.skin.weapon === weapon && fits(item))) return
      for (const item of find(`${stattrak ? 'stattrak ' : ''}${weapon} ${wear.short}`, 50))
        assert.ok(fits(item), item.name)
    }),
    { numRuns: sampled(200), seed: 12 },
  )
})
