// The snapshot contains what the rules of SOURCES 3.1 yield, and names are understood in every form that people and
// programs write.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { readCatalogue } from './catalogue.ts'
import { fold } from './name-form.ts'
import { pictureOf } from './picture.ts'
import { type Item, type Skin, wears } from './records.ts'

const catalogue = readCatalogue()

const all = catalogue
const count = (is: (item: Item) => boolean) => all.items.filter(is).length
const skinNamed = (name: string): Skin => {
  const skin = all.skins.find((one) => one.name === name)
  assert.ok(skin, name)
  return skin
}

test('there are 14,991 names: 8,819 plain, 4,981 StatTrak, 1,191 Souvenir; 3,898 begin with a star, 40 have no wear', () => {
  assert.equal(all.items.length, 14_991)
  assert.equal(new Set(all.items.map(({ name }) => name)).size, 14_991)
  assert.equal(
    count(({ stattrak, souvenir }) => !stattrak && !souvenir),
    8_819,
  )
  assert.equal(
    count(({ stattrak }) => stattrak),
    4_981,
  )
  assert.equal(
    count(({ souvenir }) => souvenir),
    1_191,
  )
  assert.equal(
    count(({ name }) => name.startsWith('★ ')),
    3_898,
  )
  assert.equal(
    count(({ wear }) => wear === undefined),
    40,
  )
  assert.equal(new Set(all.skins.flatMap((s) => s.paintIndexes.map((paint) => `${s.defIndex} ${paint}`))).size, 2_092)
  assert.equal(all.collections.length, 92)
})

test('items are sorted by name, and their rank is their index', () => {
  for (const [index, item] of all.items.entries()) {
    assert.equal(item.rank, index)
    assert.ok(index === 0 || (all.items[index - 1]?.name ?? '') < item.name)
  }
})

test('a wear exists exactly when its band overlaps the floats of the skin', () => {
  for (const skin of all.skins) {
    assert.ok(skin.minFloat >= 0 && skin.minFloat < skin.maxFloat && skin.maxFloat <= 1, skin.name)
    const possible = wears.filter(({ low, high }) => skin.minFloat < high && skin.maxFloat > low)
    assert.deepEqual(skin.wears, skin.finish === '' ? [] : possible.map(({ name }) => name), skin.name)
  }
})

test('gloves are never StatTrak, knives always can be, and only skins from packages are Souvenir', () => {
  for (const skin of all.skins) {
    if (skin.type === 'Gloves') assert.ok(!skin.stattrak && !skin.souvenir, skin.name)
    if (skin.type === 'Knife') assert.ok(skin.stattrak && !skin.souvenir, skin.name)
    if (skin.souvenir)
      assert.ok(
        skin.crates.some(({ name }) => name.includes('Souvenir')),
        skin.name,
      )
  }
  // hand-written rules: no collection, missing from its case, and a package that is listed as a case
  assert.ok(skinNamed('M4A4 | Howl').stattrak)
  assert.ok(skinNamed('USP-S | Orion').stattrak)
  assert.ok(!skinNamed('AK-47 | Steel Delta').stattrak)
})

test('phases share one name, and have their paint indexes and pictures', () => {
  const { phases, paintIndexes, crates } = skinNamed('Butterfly Knife | Doppler')
  assert.deepEqual(phases.map(({ phase, paintIndex }) => [phase, paintIndex]).sort(), [
    ['Black Pearl', 617],
    ['Phase 1', 418],
    ['Phase 2', 618],
    ['Phase 3', 420],
    ['Phase 4', 421],
    ['Ruby', 415],
    ['Sapphire', 619],
  ])
  assert.equal(new Set(phases.map(({ image }) => image)).size, 7)
  for (const paint of paintIndexes) assert.equal(all.byIndexes(515, paint)?.name, 'Butterfly Knife | Doppler')
  assert.ok(crates.length > 0)
  assert.equal(all.skins.filter((skin) => skin.name.endsWith(' | Doppler')).length, 18)
  assert.equal(all.skins.filter((skin) => skin.name.endsWith(' | Gamma Doppler')).length, 11)
})

test('every knife and every pair of gloves comes from some container, as a rare special item', () => {
  for (const { name, star, crates } of all.skins)
    if (star) assert.ok(crates.length > 0 && crates.every(({ rareSpecial }) => rareSpecial), name)
  const cratesOf = (name: string) => skinNamed(name).crates.map((crate) => crate.name)
  assert.deepEqual(cratesOf('M9 Bayonet | Crimson Web'), cratesOf('Bayonet | Crimson Web'))
  assert.ok(cratesOf('Karambit | Fade').includes('Operation Bravo Case'))
  assert.deepEqual(cratesOf('Driver Gloves | Garden'), ['Sealed Dead Hand Terminal'])
  assert.deepEqual(
    skinNamed('AK-47 | Redline').crates.map(({ name, rareSpecial }) => [name, rareSpecial]),
    [['Operation Phoenix Weapon Case', false]],
  )
})

test('the Phoenix collection has the thirteen skins of the trade-up tests', () => {
  const skins = all.skinsOf('set_community_2')
  assert.equal(skins.length, 13)
  assert.deepEqual(
    skins.filter(({ rarity }) => rarity.name === 'Covert').map(({ name }) => name),
    ['AUG | Chameleon', 'AWP | Asiimov'],
  )
  assert.deepEqual(all.skinsOf('set_nowhere'), [])
  assert.deepEqual(all.skinsOf(''), [])
})

test('pictures are addresses of the content network', () => {
  const address = /^https:\/\/cdn\.cstrike\.app\/images\/[0-9a-f]{64}\.webp$/
  for (const { image, name } of [...all.skins, ...all.otherItems]) assert.match(image, address, name)
})

test('a worn item has the picture of its wear, and an item without wear its only one', () => {
  const { image } = skinNamed('AK-47 | Redline')
  const worn = (state: string) => image.replace('.webp', `_${state}.webp`)
  const shown = wears.map(({ name }) => pictureOf(skinNamed('AK-47 | Redline'), name))
  assert.deepEqual(shown, [worn('light'), worn('light'), worn('light'), worn('medium'), worn('heavy')])
  assert.equal(pictureOf(skinNamed('Karambit'), undefined), skinNamed('Karambit').image)
})

test('stickers, charms, agents and the rest are found by number and by name', () => {
  assert.equal(all.sticker(76)?.name, 'Sticker | Titan (Holo) | Katowice 2014')
  assert.equal(all.sticker(-1), undefined)
  assert.equal(all.charm(13)?.name, 'Charm | Diner Dog')
  assert.equal(all.patch(4588)?.kind, 'patch')
  assert.equal(all.other(5404)?.name, 'Lt. Commander Ricksaw | NSWC SEAL')
  assert.equal(all.musicKit(4)?.name, 'Music Kit | Noisia, Sharpened')
  assert.match(all.graffiti(1671)?.name ?? '', /^Sealed Graffiti \| /)
  const tinted = all.otherItems.find(({ kind, tint }) => kind === 'graffiti' && tint === 3)
  assert.equal(all.graffiti(tinted?.index ?? 0, 3), tinted)
  assert.equal(all.other(4717)?.kind, 'container')
  // the marketplace's name contains two spaces
  assert.equal(all.otherItemByName('Sticker | Vox Eminor  | Katowice 2015')?.kind, 'sticker')
  assert.equal(all.otherItemByName('sticker | vox eminor | katowice 2015')?.kind, 'sticker')
  // two names that only differ in case and spaces
  assert.notEqual(
    all.otherItemByName('Sticker | AdreN  | MLG Columbus 2016')?.index,
    all.otherItemByName('Sticker | adreN | MLG Columbus 2016')?.index,
  )
  assert.equal(all.otherItemByName('Sticker Slab | Titan (Holo) | Katowice 2014')?.index, 76)
  assert.equal(all.otherItemByName('StatTrak™ Music Kit | Noisia, Sharpened')?.index, 4)
  assert.equal(all.otherItemByName('StatTrak™ Masterminds Music Kit Box')?.name, 'StatTrak™ Masterminds Music Kit Box')
  assert.equal(all.otherItemByName('masterminds music kit box')?.name, 'Masterminds Music Kit Box')
  assert.equal(all.otherItemByName('no such thing'), undefined)
})

test('numbers that the game does not use find nothing', () => {
  assert.equal(all.byIndexes(506, 0x1_0000 + 415), undefined)
  assert.equal(all.byIndexes(507, -1), undefined)
  assert.equal(all.byIndexes(2 ** 32 - 1, 2 ** 32 - 1), undefined)
  assert.equal(all.graffiti(1671, 64)?.index, 1671)
  assert.equal(all.graffiti(1671, 3)?.index, 1671)
  assert.equal(all.graffiti(-1, 64), undefined)
  const tinted = all.otherItems.find(({ kind, tint }) => kind === 'graffiti' && tint === 3)
  assert.notEqual(all.graffiti((tinted?.index ?? 0) - 1, 67), tinted)
})

test('accents are removed without splitting a word', () => {
  assert.equal(fold('Emerald Jörmungandr'), 'emerald jormungandr')
  assert.equal(fold('Saibā Oni'), 'saiba oni')
})

test('the item of a skin is found by wear and quality', () => {
  const redline = skinNamed('AK-47 | Redline')
  assert.equal(all.itemOf(redline, { wear: 'Field-Tested' })?.name, 'AK-47 | Redline (Field-Tested)')
  assert.equal(all.itemOf(redline, { wear: 'Field-Tested', stattrak: true })?.stattrak, true)
  assert.equal(all.itemOf(redline, { wear: 'Factory New' }), undefined)
  assert.equal(all.itemOf(redline, { wear: 'Field-Tested', souvenir: true }), undefined)
  assert.equal(all.itemOf(redline, { wear: undefined }), undefined)
  assert.equal(all.itemOf(skinNamed('Karambit'), { wear: undefined, stattrak: true })?.name, '★ StatTrak™ Karambit')
})

const someItem = fc.integer({ min: 0, max: all.items.length - 1 }).map((index): Item => {
  const item = all.items[index]
  assert.ok(item)
  return item
})
const entities: readonly [string, string][] = [
  ['&', '&amp;'],
  ['™', '&trade;'],
  ['★', '&#9733;'],
  ["'", '&#39;'],
  ['♥', '&hearts;'],
]
const inEntities = (name: string) => entities.reduce((text, [letter, entity]) => text.replaceAll(letter, entity), name)
const manglings: Readonly<Record<string, (name: string) => string>> = {
  lower: (name) => name.toLowerCase(),
  upper: (name) => name.toUpperCase(),
  spaces: (name) => `  ${name.replaceAll(' ', '   ')}\t`,
  unspaced: (name) => name.replaceAll(' | ', '|').replace(' (', '('),
  'non-breaking': (name) => name.replaceAll(' ', '\u00a0'),
  'no star': (name) => name.replace('★ ', ''),
  'no sign': (name) => name.replace('™', ''),
  'sign in letters': (name) => name.replace('™', 'TM'),
  'sign in parentheses': (name) => name.replace('™', '(TM)'),
  'quality before the star': (name) => name.replace('★ StatTrak™', 'StatTrak™ ★'),
  'no bar': (name) => name.replace(' |', ''),
  'no parentheses': (name) => name.replace(/ \((\D+)\)$/, ' $1'),
  hyphened: (name) => name.replace(/[^\p{L}\p{N}]+/gu, '-'),
  'short wear': (name) => wears.reduce((text, wear) => text.replace(`(${wear.name})`, `(${wear.short})`), name),
  entities: inEntities,
  'entities twice over': (name) => inEntities(inEntities(name)),
  'percent signs': encodeURIComponent,
  'form of a query': (name) => encodeURIComponent(name).replaceAll('%20', '+'),
  decomposed: (name) => name.normalize('NFD'),
  'without accents': (name) => name.normalize('NFD').replace(/\p{Mn}/gu, ''),
}

for (const [title, mangle] of Object.entries(manglings))
  test(`a name is understood: ${title}`, () => {
    fc.assert(
      fc.property(someItem, (item) => {
        assert.equal(all.byName(mangle(item.name)), item, mangle(item.name))
        assert.equal(all.skinByName(mangle(item.name)), item.skin)
      }),
      { numRuns: 150, seed: 3 },
    )
  })

test('two distortions at once are understood too', () => {
  const some = fc.constantFrom('lower', 'spaces', 'no star', 'no sign', 'short wear', 'no bar')
  fc.assert(
    fc.property(someItem, some, some, (item, first, second) => {
      const name = manglings[second]?.(manglings[first]?.(item.name) ?? '') ?? ''
      assert.equal(all.byName(name), item, name)
    }),
    { numRuns: sampled(300), seed: 5 },
  )
})

test('a name without its wear means the skin rather than an item, but a knife without finish is an item', () => {
  assert.equal(all.byName('AK-47 | Redline'), undefined)
  assert.equal(all.skinByName('ak47 redline')?.name, 'AK-47 | Redline')
  assert.equal(all.byName('karambit')?.name, '★ Karambit')
  assert.equal(all.byName('★ StatTrak™ Karambit | Vanilla')?.name, '★ StatTrak™ Karambit')
  assert.equal(all.byName('Karambit (Factory New)'), undefined)
})

test('a phase after the name is ignored', () => {
  for (const name of [
    '★ Karambit | Doppler (Factory New) - Phase 2',
    'Karambit | Doppler Ruby (Factory New)',
    '★ Karambit | Doppler Black Pearl (FN)',
  ])
    assert.equal(all.byName(name)?.name, '★ Karambit | Doppler (Factory New)', name)
  assert.equal(all.byName('Glock-18 | Gamma Doppler Emerald (MW)')?.name, 'Glock-18 | Gamma Doppler (Minimal Wear)')
  assert.equal(all.skinByName('Desert Eagle | Emerald Jörmungandr')?.finish, 'Emerald Jörmungandr')
})

test('no string makes the look-up fail, however long it is', () => {
  const parts = fc.array(
    fc.constantFrom(
      'AK-47',
      ' | ',
      '★',
      '™',
      '&amp;',
      '&#9733;',
      '&#x110000;',
      '&#0;',
      '%',
      '%E2',
      '%00',
      '(',
      'FT',
      '\ud800',
    ),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    parts.map((list) => list.join('')),
  )
  fc.assert(
    fc.property(text, (name) => {
      all.byName(name)
      all.skinByName(name)
      all.otherItemByName(name)
    }),
    { numRuns: sampled(2000), seed: 8 },
  )
  for (const long of [
    '%25'.repeat(100_000),
    '&amp;'.repeat(100_000),
    'a '.repeat(1_000_000),
    '\u0301'.repeat(1_000_000),
  ])
    assert.equal(all.byName(long), undefined)
})

test("every item that is not a skin has the snapshot's picture, in its order", () => {
  const rows = ['catalogue-other-items.tsv', 'catalogue-containers.tsv'].flatMap((file) =>
    readFileSync(new URL(`../../seed/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split('\t')),
  )
  const { otherItems } = catalogue
  assert.equal(otherItems.length, rows.length)
  for (const [at, [number = '', , picture = '', name = '']] of rows.entries()) {
    const item = otherItems[at]
    assert.ok(item, number)
    assert.ok(item.name.endsWith(name), `${number} ${name}`)
    assert.equal(item.image.split('/').at(-1), `${Buffer.from(picture, 'base64url').toString('hex')}.webp`, name)
  }
})
