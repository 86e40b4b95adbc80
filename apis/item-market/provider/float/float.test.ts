// The float endpoints over the real catalogue: names, patterns, stickers and their value, ranks, classic links, and bad
// input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { certificateWith, itemLinks, leadersIn, openItemWorld } from '../../test/world.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { wearBoundsOf } from '../catalogue/wear-band.ts'
import { type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import type { Valuation } from '../prices/book/prices.ts'
import { nameItem } from './item-naming.ts'
import { floatView } from './view.ts'

const catalogue = readCatalogue()

const { pointer, ruby } = itemLinks
const plain = '001807202C2805300438F08BA6E203409505A8AC4EC0'
const dressed =
  'E3F3555B131DCEFBE7C3C5CBE7D3E7DB5B5E770FE0A318E6B9EE207F8D204C808C8786C3017B6681E7EBE3F3AF81FBEBE7F3DFFEE3E363DDCEE3E39322DEE3E3E3DDA6E3E3635E8BE493E741E2F5EBE3F3EEDEE3E323DCA6E3E3E3DCAEE3E3E3A2B35A83C35D1AE3'
test('the answer about a certificate is complete: numbers, names, range, pattern, rank and link', async () => {
  const { status, body } = await (await openItemWorld()).float(`steam://run/730//+csgo_econ_action_preview%20${plain}`)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    item_id: null,
    asset_id: null,
    def_index: 7,
    paint_index: 44,
    paint_seed: 661,
    float_value: 0.012299999594688416,
    min_float: 0,
    max_float: 1,
    wear_name: 'Factory New',
    rarity: 5,
    rarity_name: 'Classified',
    quality: 4,
    quality_name: 'Unique',
    origin: null,
    origin_name: null,
    is_stattrak: false,
    is_souvenir: false,
    market_hash_name: 'AK-47 | Case Hardened (Factory New)',
    item_name: 'AK-47 | Case Hardened',
    weapon: 'AK-47',
    collection: 'The Arms Deal Collection',
    image: body.image,
    pattern: { family: 'case_hardened', class: 'Blue Gem Tier 1', tier: 1, source: 'tier_list' },
    stickers: [],
    keychains: [],
    sticker_value: 0,
    float_rank: { low: 1, high: 1 },
    source: 'certificate',
    inspect_link: `steam://run/730//+csgo_econ_action_preview%20${plain}`,
  })
  assert.match(String(body.image), /^https:\/\//)
})

test('every item of the catalogue is named as the market names it', () => {
  const known = catalogue
  assert.ok(known.items.length > 14_000)
  for (const { name, skin, wear, stattrak, souvenir } of known.items)
    for (const paintIndex of skin.paintIndexes) {
      const bounds = wear === undefined ? undefined : wearBoundsOf(wear)
      const low = Math.max(bounds?.low ?? 0, Math.fround(skin.minFloat))
      const item = {
        defIndex: skin.defIndex,
        paintIndex,
        rarity: skin.rarity.id,
        quality: souvenir ? 12 : skin.star ? 3 : stattrak ? 9 : 4,
        wear: wear === undefined ? 0.2 : low,
        seed: 1,
        stickers: [],
        keychains: [],
        ...(stattrak ? { killEaterType: 0, killEaterValue: 3 } : {}),
      }
      assert.equal(nameItem(item, known).marketHashName, name)
    }
})

test('a StatTrak knife keeps the quality of knives and has its phase, kills and star', async () => {
  const { body } = await (await openItemWorld()).float(ruby)
  assert.deepEqual(
    [body.market_hash_name, body.phase, body.is_stattrak, body.stattrak_kills, body.quality_name, body.origin_name],
    ['★ StatTrak™ Karambit | Doppler (Factory New)', 'Ruby', true, 0, '★', 'Found in Crate'],
  )
  const { phases = [] } = catalogue.byIndexes(507, 415) ?? {}
  assert.equal(phases.length, 7)
  for (const { paintIndex, image } of phases) {
    const answer = await (await openItemWorld()).float(
      certificateWith({ defIndex: 507, paintIndex, quality: 3, wear: 0.01 }),
    )
    assert.equal(answer.body.image, image.replace('.webp', '_light.webp'))
  }
})

test('fades have a percentage, marble fades only a class and a rank', async () => {
  const world = await openItemWorld()
  const fade = (
    await world.float(certificateWith({ defIndex: 507, paintIndex: 38, quality: 3, wear: 0.01, seed: 1000 }))
  ).body
  assert.equal(fade.fade_percentage, 98.58311290418723)
  const marble = (
    await world.float(certificateWith({ defIndex: 507, paintIndex: 413, quality: 3, wear: 0.01, seed: 412 }))
  ).body
  assert.deepEqual(
    [marble.fade_percentage, marble.pattern],
    [undefined, { family: 'marble_fade', class: '1st Max', percentage: 100, rank: 1, source: 'computed' }],
  )
})

test('items without a wear have names, but neither float nor rank', async () => {
  const world = await openItemWorld()
  const sticker = { slot: 0, id: 76 }
  const names: [Partial<Certificate> & { defIndex: number }, market: string | null, name?: string][] = [
    [{ defIndex: 1209, stickers: [sticker] }, 'Sticker | Titan (Holo) | Katowice 2014'],
    [{ defIndex: 1355, keychains: [{ slot: 0, id: 13 }] }, 'Charm | Diner Dog'],
    [
      { defIndex: 1355, keychains: [{ slot: 0, id: 37, wrappedSticker: 76 }] },
      'Sticker Slab | Titan (Holo) | Katowice 2014',
    ],
    [
      { defIndex: 1355, quality: 12, keychains: [{ slot: 0, id: 36, highlightReel: 345 }] },
      null,
      'Charm | Austin 2025 Highlight',
    ],
    [{ defIndex: 4609, stickers: [{ slot: 0, id: 4588 }] }, 'Patch | Metal Supreme Master'],
    [{ defIndex: 1348, stickers: [{ slot: 0, id: 1671 }] }, 'Sealed Graffiti | Ace'],
    [{ defIndex: 1349, stickers: [{ slot: 0, id: 1671 }] }, null, 'Graffiti | Ace'],
    [{ defIndex: 1314, musicIndex: 3 }, 'Music Kit | Daniel Sadowski, Crimson Assault'],
    [{ defIndex: 1314, musicIndex: 3, killEaterType: 0 }, 'StatTrak™ Music Kit | Daniel Sadowski, Crimson Assault'],
    [{ defIndex: 5404 }, 'Lt. Commander Ricksaw | NSWC SEAL'],
    [{ defIndex: 507, quality: 3, wear: 0.3 }, '★ Karambit', 'Karambit'],
    [{ defIndex: 7 }, null, 'AK-47'],
    [{ defIndex: 7, paintIndex: 60000, wear: 0.3 }, null, 'AK-47'],
    [{ defIndex: 999_999 }, null],
    [{ defIndex: 1209 }, null],
    [{ defIndex: 1209, stickers: [{ slot: 0, id: 4_000_000_000 }] }, null],
  ]
  for (const [overrides, market, name] of names) {
    const { status, body } = await world.float(certificateWith(overrides))
    assert.deepEqual([status, body.market_hash_name], [200, market], JSON.stringify(overrides))
    if (name !== undefined) assert.equal(body.item_name, name)
    if (overrides.wear === undefined) assert.deepEqual([body.float_value, body.float_rank], [null, null])
  }
  assert.equal((await world.leaderboard('★ Karambit')).body.total_known, 1)
})

test('numbers that merely resemble those of an item do not match it', async () => {
  const world = await openItemWorld()
  for (const overrides of [
    { defIndex: 6, paintIndex: 65536 + 44, wear: 0.1 },
    { defIndex: 0, paintIndex: 7 * 65536 + 44, wear: 0.1 },
    { defIndex: 1348, stickers: [{ slot: 0, id: 1670, tint: 63 }] },
  ])
    assert.equal((await world.float(certificateWith(overrides))).body.market_hash_name, null, JSON.stringify(overrides))
})

test('stickers and charms are named, pictured and valued in dollars', async () => {
  const item = decodeCertificate(dressed)
  const prices = new Map<string, Valuation | undefined>([
    ['Sticker | Titan (Holo) | Katowice 2014', { price: 0.1, source: 'cache', market: 'steam' }],
    ['Charm | Diner Dog', { price: 0.2, source: 'simulated', market: 'steam' }],
  ])
  const record = await floatView(
    {
      item,
      named: nameItem(item, catalogue),
      assetId: '1',
      owner: undefined,
      source: 'certificate',
      certificate: dressed,
      link: 'x',
    },
    { catalogue, rank: null, prices: { priceOf: async () => prices } },
  )
  assert.deepEqual(
    record.stickers.map(({ slot, name, wear, price }) => [slot, name, wear, price]),
    [
      [0, 'Sticker | Titan (Holo) | Katowice 2014', 0, 0.1],
      [4, 'Sticker | iBUYPOWER (Holo) | Katowice 2014', 0.25, null],
    ],
  )
  assert.deepEqual(
    record.keychains.map(({ name, pattern, offset_z, price }) => [name, pattern, offset_z, price]),
    [['Charm | Diner Dog', 12345, 8, 0.2]],
  )
  // 0.1 + 0.2 in binary would be 0.30000000000000004
  assert.deepEqual([record.sticker_value, record.simulated, record.name_tag], [0.3, true, 'Ünïcode ★'])
  for (const one of [...record.stickers, ...record.keychains]) assert.match(String(one.image), /^https:\/\//)
})

test('a value is never invented: null when no sticker has a price, and highlights have none', async () => {
  const world = await openItemWorld()
  const unknown = (
    await world.float(certificateWith({ defIndex: 7, paintIndex: 44, wear: 0.1, stickers: [{ slot: 0, id: 4e9 }] }))
  ).body
  assert.equal(unknown.sticker_value, null)
  const reel = certificateWith({
    defIndex: 7,
    paintIndex: 44,
    wear: 0.1,
    keychains: [{ slot: 0, id: 36, highlightReel: 345 }],
  })
  assert.equal((await world.float(reel)).body.sticker_value, null)
})

test('a pointer link is answered from an item seen before; otherwise the error says why not', async () => {
  const world = await openItemWorld()
  const before = await world.float(pointer)
  assert.deepEqual([before.status, before.code], [404, 'float.not_found'])
  await world.float(ruby)
  const { status, body } = await world.float(pointer)
  assert.deepEqual(
    [status, body.source, body.item_id, body.phase, body.owner],
    [200, 'database', '12345678901', 'Ruby', '76561198084749846'],
  )
  assert.deepEqual((await world.float(String(body.inspect_link))).body.float_value, body.float_value)
  assert.equal((await world.float('M1A12345678901D2')).body.source, 'database')
})

test('a hybrid link stores the asset and owner that it names', async () => {
  const world = await openItemWorld()
  assert.equal((await world.float(`S76561198084749846A4711D${plain}`)).body.item_id, '4711')
  const [first] = leadersIn((await world.leaderboard('AK-47 | Case Hardened')).body)
  assert.deepEqual([first?.asset_id, first?.owner], ['4711', '76561198084749846'])
})

test('the account of a certificate is its owner', async () => {
  const { body } = await (await openItemWorld()).float(
    certificateWith({ defIndex: 7, paintIndex: 44, wear: 0.1, accountId: 22202 }),
  )
  assert.equal(body.owner, '76561197960287930')
})

test('an impossible item is returned but neither stored nor ranked', async () => {
  const world = await openItemWorld()
  for (const overrides of [
    { paintIndex: 344, defIndex: 9, wear: 1, quality: 12 },
    { paintIndex: 282, defIndex: 7, wear: 0.01 },
    { paintIndex: 44, defIndex: 7, wear: 0.1, seed: 1001 },
    { paintIndex: 60000, defIndex: 7, wear: 0.1 },
    { paintIndex: 344, defIndex: 9, wear: 0.1, killEaterType: 0, killEaterValue: 3 },
    { paintIndex: 282, defIndex: 7, wear: 0.2, quality: 12 },
  ]) {
    const { status, body } = await world.float(certificateWith(overrides))
    assert.deepEqual([status, body.float_rank, body.float_value !== null], [200, null, true], JSON.stringify(overrides))
  }
  assert.deepEqual(await world.kit.db.selectFrom('item_market_floats').select('identity').execute(), [])
})

test('an item in a wear or quality that is never sold is returned without a market name', async () => {
  const world = await openItemWorld()
  for (const [overrides, itemName] of [
    [{ defIndex: 507, paintIndex: 415, quality: 3, wear: 0.5 }, 'Karambit | Doppler'],
    [{ defIndex: 9, paintIndex: 344, wear: 0.1, killEaterType: 0, killEaterValue: 3 }, 'AWP | Dragon Lore'],
    [{ defIndex: 7, paintIndex: 282, wear: 0.2, quality: 12 }, 'AK-47 | Redline'],
    [{ defIndex: 4001, killEaterType: 0, killEaterValue: 3 }, 'CS:GO Weapon Case'],
  ] as const) {
    const { body } = await world.float(certificateWith(overrides))
    assert.deepEqual([body.market_hash_name, body.item_name], [null, itemName])
  }
})

test('an invalid link is a 400 that names the parameter, and nothing is stored', async () => {
  const world = await openItemWorld()
  const bad: Record<string, string> = {
    hello: 'link.invalid',
    '': 'link.invalid',
    'https://site.test/?x=1': 'link.invalid',
    'steam://run/730//+csgo_econ_action_preview%20%propid:6%': 'link.template',
    [`steam://rungame/440/1/+csgo_econ_action_preview%20${plain}`]: 'link.other_game',
    [`https://site.test/${'A'.repeat(10_000_000)}`]: 'link.too_long',
    [plain.slice(0, -1)]: 'certificate.length',
    [plain.slice(0, -2)]: 'certificate.checksum',
    [plain.replace('2C', '2D')]: 'certificate.checksum',
    '00': 'certificate.length',
    [`steam://run/730//+csgo_econ_action_preview%20${'00'.repeat(3000)}`]: 'certificate.length',
  }
  for (const [link, code] of Object.entries(bad)) {
    const answer = await world.float(link)
    assert.deepEqual([answer.status, answer.code, answer.fields], [400, code, ['url']], link.slice(0, 60))
    assert.ok(!JSON.stringify(answer.body).includes(link) || link.length < 3)
  }
  assert.deepEqual(await world.kit.db.selectFrom('item_market_floats').select('identity').execute(), [])
})

test('any item that can be encoded is answered or refused, never a failure', async () => {
  const world = await openItemWorld()
  const known = catalogue
  const uint32 = fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 6000 }))
  const paint = fc
    .integer({ min: 0, max: known.skins.length - 1 })
    .map((at) => ({ defIndex: known.skins[at]?.defIndex ?? 0, paintIndex: known.skins[at]?.paintIndexes[0] ?? 0 }))
  const special = fc.constantFrom(1209, 1348, 1349, 1314, 1355, 4609, 1201, 5404)
  const indexes = fc.oneof(paint, fc.record({ defIndex: fc.oneof(uint32, special), paintIndex: uint32 }))
  const measure = fc.float({ noNaN: true, noDefaultInfinity: true })
  const attached = fc.record(
    {
      slot: uint32,
      id: uint32,
      wear: measure,
      tint: uint32,
      offsetX: measure,
      highlightReel: uint32,
      wrappedSticker: uint32,
    },
    { requiredKeys: ['slot', 'id'] },
  )
  const rest = fc.record(
    {
      rarity: uint32,
      quality: fc.oneof(uint32, fc.integer({ min: 0, max: 13 })),
      seed: fc.oneof(uint32, fc.integer({ min: 0, max: 1000 })),
      stickers: fc.array(attached, { maxLength: 6 }),
      keychains: fc.array(attached, { maxLength: 2 }),
      wear: fc.float({ min: 0, max: 1, noNaN: true }),
      itemId: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String),
      accountId: uint32,
      customName: fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text.isWellFormed()),
      killEaterType: uint32,
      killEaterValue: uint32,
      origin: uint32,
      musicIndex: uint32,
    },
    { requiredKeys: ['rarity', 'quality', 'seed', 'stickers', 'keychains'] },
  )
  await fc.assert(
    fc.asyncProperty(indexes, rest, async (numbers, overrides) => {
      const { status, body } = await world.float(encodeCertificate({ ...numbers, ...overrides }))
      assert.equal(status, 200)
      assert.equal(body.def_index, numbers.defIndex)
    }),
    { numRuns: sampled(2000) },
  )
})
