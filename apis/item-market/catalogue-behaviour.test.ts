// The catalogue endpoints over a real gateway: filters, order, pages, everything in one streamed answer, names in any
// form, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { sampled } from '../../tests/harness/seed.ts'
import { catalogueExamples } from './examples/catalogue.ts'

interface Item {
  readonly market_hash_name: string
  readonly type: string
  readonly weapon: string
  readonly rarity: string
  readonly price?: number | null
}
interface Page {
  readonly total: number
  readonly count: number
  readonly limit: number
  readonly offset: number
  readonly currency?: string
  readonly items: readonly Item[]
}
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly data?: unknown
    readonly error?: { code: string; message: string; details?: { problems: { name: string }[] } }
  }
}
type Query = Readonly<Record<string, string | number | boolean>>

describe('the catalogue', () => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let key: string

  before(async () => {
    const apis = (await loadApis()).filter(({ api }) => ['item-market', 'exchange-rates'].includes(api.slug))
    gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
    // of an account with an ample quota
    const { accountId } = await gateway.account()
    key = reveal((await gateway.components.keys.create({ accountId, surface: 'market', name: 'Test' })).key)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function get(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const url = `${gateway.marketUrl}/api/v1/${path}?${search}`
    const response = await fetch(url, { headers: { 'x-api-key': key, ...headers } })
    return { status: response.status, headers: response.headers, body: Object(await response.json()) }
  }
  async function page(query: Query): Promise<Page> {
    const { status, body } = await get('catalog', query)
    assert.equal(status, 200, JSON.stringify(body))
    return Object(body.data)
  }
  const namesOf = ({ items }: Page) => items.map((item) => item.market_hash_name)
  const whole = async () => namesOf(await page({ limit: 0 }))

  test('a page has 100 items by default, sorted by name', async () => {
    const { total, limit, offset, count, items, currency } = await page({})
    assert.deepEqual([total, limit, offset, count, items.length, currency], [14_991, 100, 0, 100, 100, undefined])
    assert.deepEqual(
      items.map((item) => item.market_hash_name),
      (await whole()).slice(0, 100),
    )
  })

  test('limit=0 returns all items in one answer, sent part by part, in either envelope', async () => {
    const { headers, body } = await get('catalog', { limit: 0 })
    assert.equal(headers.get('transfer-encoding'), 'chunked')
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    const data: Page = Object(body.data)
    assert.deepEqual([data.total, data.limit, data.count, data.items.length], [14_991, 0, 14_991, 14_991])
    const names = namesOf(data)
    assert.deepEqual(
      names,
      names.toSorted((a, b) => (a < b ? -1 : 1)),
    )
    const raw = await get('catalog', { limit: 0 }, { 'x-gateway-envelope': 'raw' })
    assert.deepEqual(raw.body, data)
  })

  test('pages of any size concatenate to the whole list', async () => {
    const names = await whole()
    const paged: string[] = []
    for (let offset = 0; offset < names.length; offset += 500)
      paged.push(...namesOf(await page({ limit: 500, offset })))
    assert.deepEqual(paged, names)
    assert.deepEqual(namesOf(await page({ limit: 0, offset: 14_000 })), names.slice(14_000))
    const beyond = await page({ offset: 20_000 })
    assert.deepEqual([beyond.total, beyond.count, beyond.items], [14_991, 0, []])
  })

  test('a caller who disconnects in the middle of a stream disturbs nobody', async () => {
    for (let time = 0; time < 3; time++) {
      const leaving = new AbortController()
      const response = await fetch(`${gateway.marketUrl}/api/v1/catalog?limit=0`, {
        headers: { 'x-api-key': key },
        signal: leaving.signal,
      })
      await response.body?.getReader().read()
      leaving.abort()
    }
    assert.equal((await page({ limit: 1 })).count, 1)
  })

  test('type accepts categories in any form, kinds of guns, and weapons', async () => {
    const typesOf = async (type: string) => [
      ...new Set((await page({ type, limit: 500 })).items.map((item) => item.type)),
    ]
    for (const type of ['Rifle', 'Pistol', 'SMG', 'Heavy', 'Knife', 'Gloves', 'Equipment']) {
      assert.deepEqual(await typesOf(type), [type])
      assert.deepEqual(await typesOf(` ${type.toLowerCase()} `), [type])
    }
    const totals = ['Knife', 'knives', 'melee', 'Gloves', 'glove'].map(async (type) => (await page({ type })).total)
    const [knife, ...others] = await Promise.all(totals)
    assert.deepEqual(others.slice(0, 2), [knife, knife])
    assert.equal(others[2], others[3])
    const weapons = async (type: string) => new Set((await page({ type, limit: 0 })).items.map((item) => item.weapon))
    assert.deepEqual(await weapons('ak47'), new Set(['AK-47']))
    assert.deepEqual(await weapons('★ M9 Bayonet'), new Set(['M9 Bayonet']))
    assert.deepEqual(await weapons('Sniper Rifles'), new Set(['AWP', 'SSG 08', 'G3SG1', 'SCAR-20']))
    assert.deepEqual(await weapons('shotgun'), new Set(['Nova', 'XM1014', 'MAG-7', 'Sawed-Off']))
  })

  test('the seven categories partition all items', async () => {
    let sum = 0
    for (const type of ['Rifle', 'Pistol', 'SMG', 'Heavy', 'Knife', 'Gloves', 'Equipment'])
      sum += (await page({ type, limit: 1 })).total
    assert.equal(sum, 14_991)
  })

  test('rarity accepts the name in any case, with or without Grade, or the number', async () => {
    const totalOf = async (rarity: string) => (await page({ rarity, limit: 1 })).total
    const [byName, ...same] = await Promise.all(['Mil-Spec Grade', 'mil-spec', 'MIL SPEC', 'milspec', '3'].map(totalOf))
    assert.deepEqual(same, [byName, byName, byName, byName])
    assert.equal(await totalOf('contraband'), 8)
    // red is Covert on weapons and Extraordinary on gloves
    assert.equal(await totalOf('6'), (await totalOf('Covert')) + (await totalOf('Extraordinary')))
    const both = await page({ rarity: 'covert', type: 'AWP', q: 'asiimov', limit: 500 })
    assert.equal(both.total, 6)
    assert.ok(both.items.every((item) => item.rarity === 'Covert' && item.weapon === 'AWP'))
  })

  test('q returns exactly the names whose skin contains all its words, or whose wear or quality begins with them', async () => {
    const names = await whole()
    const fold = (text: string) =>
      text
        .replaceAll('™', '')
        .normalize('NFD')
        .toLowerCase()
        .replace(/\p{Mn}/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    const partsOf = (name: string) => {
      const [, quality = '', skin = '', wear = ''] =
        /^(?:★ )?((?:StatTrak™ |Souvenir )?)(.*?)((?: \((?:Factory|Minimal|Field|Well|Battle)[ -]\w+\))?)$/.exec(
          name,
        ) ?? []
      const words = fold(`${quality} ${wear}`).split(' ')
      return {
        skin: fold(skin),
        words: [...words, fold(wear).replace(' ', ''), ...(quality.includes('Trak') ? ['trak'] : [])],
      }
    }
    const parts = names.map((name) => ({ name, ...partsOf(name) }))
    const fits = (word: string, { skin, words }: ReturnType<typeof partsOf>) =>
      skin.includes(word) || skin.replaceAll(' ', '').includes(word) || words.some((one) => one.startsWith(word))
    const someWord = fc
      .tuple(fc.integer({ min: 0, max: names.length - 1 }), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }))
      .map(([index, which, from, length]) => {
        const words = fold(names[index] ?? '').split(' ')
        const word = words[which % words.length] ?? ''
        const start = from % 3 === 0 ? from % word.length : 0
        return word.slice(start, start + length)
      })
    await fc.assert(
      fc.asyncProperty(fc.array(someWord, { minLength: 1, maxLength: 3 }), async (words) => {
        const expected = parts.filter((part) => words.every((word) => fits(word, part))).map(({ name }) => name)
        assert.deepEqual(namesOf(await page({ q: words.join(' '), limit: 0 })), expected, words.join(' '))
      }),
      { numRuns: 40, seed: 11 },
    )
  })

  test('q accepts words written together, the star and the trademark symbol', async () => {
    assert.equal((await page({ q: 'ak47 redline' })).total, 8)
    assert.equal((await page({ q: 'AK-47 | Redline (Field-Tested)' })).total, 2)
    assert.equal((await page({ q: '★' })).total, 3_898)
    assert.equal((await page({ q: 'StatTrak™' })).total, 4_981)
    assert.equal((await page({ q: '™' })).total, 4_981)
    assert.equal((await page({ q: ' | ' })).total, 14_951, '40 knives have no finish, and so no bar')
    for (const game of ['cs2', 'rust']) assert.equal((await page({ q: '%', game })).total, 0)
    assert.equal((await page({ q: 'jormungandr' })).total, (await page({ q: 'Jörmungandr' })).total)
    assert.equal((await page({ q: 'no such name' })).total, 0)
  })

  test('prices are added on request, in the requested currency', async () => {
    const [plain, dollars, crowns] = await Promise.all([
      page({ limit: 5, q: 'ak redline' }),
      page({ limit: 5, q: 'ak redline', prices: true }),
      page({ limit: 5, q: 'ak redline', prices: true, currency: 'sek' }),
    ])
    assert.ok(plain.items.every((item) => !('price' in item)))
    assert.deepEqual([dollars.currency, crowns.currency], ['USD', 'SEK'])
    for (const [index, item] of dollars.items.entries()) {
      const other = crowns.items[index]
      assert.equal(item.market_hash_name, other?.market_hash_name)
      assert.ok(typeof item.price === 'number' && item.price > 0)
      assert.ok((other?.price ?? 0) > item.price)
      assert.equal(item.price, Math.round(item.price * 100) / 100)
    }
  })

  test('sort=price puts the cheapest first and items without a price last, on every page and under every filter', async () => {
    const all = await page({ prices: true, sort: 'price', limit: 0 })
    assert.equal(new Set(namesOf(all)).size, 14_991)
    const prices = all.items.map((item) => item.price ?? Number.POSITIVE_INFINITY)
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => (a === b ? 0 : a - b)),
    )
    const names = namesOf(all)
    assert.deepEqual(
      namesOf(await page({ prices: true, sort: 'price', limit: 50, offset: 7_000 })),
      names.slice(7_000, 7_050),
    )
    const knives = all.items.filter((item) => item.type === 'Knife').map((item) => item.market_hash_name)
    assert.deepEqual(namesOf(await page({ prices: true, sort: 'price', type: 'knife', limit: 0 })), knives)
  })

  test('other games return the names seen in the price collection', async () => {
    for (const game of ['rust', 'dota2', 'tf2', '252490']) {
      const { total, items } = await page({ game, limit: 0 })
      assert.equal(items.length, total)
      assert.ok(total > 0, game)
      assert.deepEqual(Object.keys(items[0] ?? {}), ['market_hash_name'])
    }
    const [first] = namesOf(await page({ game: 'rust', limit: 1 }))
    assert.ok(namesOf(await page({ game: 'rust', q: first?.toLowerCase() ?? '' })).includes(first ?? ''))
    const priced = (await page({ game: 'rust', prices: true, sort: 'price', limit: 0 })).items.map((item) => item.price)
    assert.deepEqual(
      priced,
      priced.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY)),
    )
    assert.deepEqual(await page({ game: 'CSGO', limit: 1 }), await page({ game: '730', limit: 1 }))
  })

  test('a limit beyond the most that a page can have counts as that', async () => {
    const largest = await page({ limit: 500 })
    assert.deepEqual(await page({ limit: 100_000 }), largest)
    assert.deepEqual([largest.count, largest.limit], [500, 500])
    const { body } = await get('items/search', { q: 'fade', limit: 1000 })
    assert.equal(Object(body.data ?? body).count, 50)
  })

  const wrong: readonly (readonly [path: string, query: Query, field: string, said?: RegExp])[] = [
    ['catalog', { limit: -1 }, 'limit'],
    ['catalog', { limit: 'all' }, 'limit'],
    ['catalog', { offset: -1 }, 'offset'],
    ['catalog', { offset: '1e3' }, 'offset'],
    ['catalog', { type: 'Banana' }, 'type', /Rifle, .*Equipment/],
    ['catalog', { rarity: 'Shiny' }, 'rarity', /Consumer Grade, .*Contraband/],
    ['catalog', { rarity: '9' }, 'rarity'],
    ['catalog', { prices: 'maybe' }, 'prices'],
    ['catalog', { sort: 'age' }, 'sort'],
    ['catalog', { sort: 'price' }, 'sort'],
    ['catalog', { sort: 'price', prices: false }, 'sort'],
    ['catalog', { currency: 'dollars' }, 'currency'],
    ['catalog', { currency: 'XXX' }, 'currency'],
    ['catalog', { game: 'chess' }, 'game'],
    ['catalog', { game: 'rust', type: 'Rifle' }, 'type'],
    ['catalog', { game: 'rust', rarity: 'Covert' }, 'rarity'],
    ['catalog', { q: 'x'.repeat(129) }, 'q'],
    ['items/search', { limit: 0 }, 'limit'],
    ['items/search', { q: 'x'.repeat(129) }, 'q'],
    ['items/meta', {}, 'name'],
    ['items/meta', { name: '' }, 'name'],
    ['items/meta', { name: 'No such item' }, 'name', /items\/search/],
    ['items/meta', { name: 'AK-47 | Redline (Factory New)' }, 'name', /Minimal Wear, .*; plain, StatTrak™$/],
    ['markets', { name: 'M4A4 | Howl' }, 'name', /Factory New, .*; plain, StatTrak™$/],
    ['float/leaderboard', { name: 'Karambit | Doppler (Well-Worn)' }, 'name', /Factory New, Minimal Wear;/],
    ['items/meta', { name: 'Souvenir AK-47 | Redline' }, 'name'],
    ['items/meta', { name: 'StatTrak™ Souvenir AWP | Dragon Lore' }, 'name'],
    ['items/meta', { name: 'x'.repeat(257) }, 'name'],
  ]
  for (const [path, query, field, said = /./] of wrong)
    test(`${path} with ${JSON.stringify(query).slice(0, 60)} is refused with 400, naming ${field}`, async () => {
      const { status, body } = await get(path, query)
      assert.equal(status, 400, JSON.stringify(body).slice(0, 300))
      assert.match(body.error?.message ?? '', said)
      const fields = body.error?.details?.problems.map(({ name }) => name)
      assert.ok(fields?.includes(field), JSON.stringify(body))
    })

  test('no query makes the gateway fail', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('★', '%', '&#9733;', '\u0000', '-1'),
    )
    const query = fc.dictionary(
      fc.constantFrom('q', 'type', 'rarity', 'limit', 'offset', 'sort', 'prices', 'game', 'currency', 'name'),
      text,
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('catalog', 'items/search', 'items/meta'), query, async (path, values) => {
        const { status } = await get(path, values)
        assert.ok(status === 200 || status === 400, `${path} ${JSON.stringify(values)}: ${status}`)
      }),
      { numRuns: sampled(200), seed: 7 },
    )
  })

  test('search results have picture, category and rarity; an empty query returns the first names', async () => {
    const { body } = await get('items/search', { q: 'ak redline ft', limit: 1 })
    const { query, count, results } = Object(body.data)
    assert.deepEqual([query, count], ['ak redline ft', 1])
    assert.deepEqual(
      { ...results[0], image: '' },
      {
        market_hash_name: 'AK-47 | Redline (Field-Tested)',
        image: '',
        type: 'Rifle',
        rarity: 'Classified',
      },
    )
    assert.match(results[0].image, /_light\.webp$/)
    assert.equal(Object((await get('items/search')).body.data).count, 20)
  })

  test('metadata is the same for any form of the name', async () => {
    const metaOf = async (name: string) => Object((await get('items/meta', { name })).body.data)
    const meta = await metaOf('★ StatTrak™ Karambit | Doppler (Factory New)')
    for (const name of [
      'stattrak karambit doppler fn',
      '&#9733; StatTrak&trade; Karambit | Doppler (Factory New)',
      '  ★  StatTrak™  Karambit  |  Doppler  (Factory New)  ',
    ])
      assert.deepEqual(await metaOf(name), meta, name)
    assert.deepEqual(
      [meta.weapon, meta.skin, meta.type, meta.wear, meta.stattrak, meta.paint_index, meta.def_index, meta.team],
      ['Karambit', 'Doppler', 'Knife', 'Factory New', true, null, 507, 'both'],
    )
    assert.deepEqual(meta.float_range, { min: 0, max: 0.08 })
    assert.deepEqual(
      meta.crates.map((crate: { name: string; rare_special: boolean }) => [crate.name, crate.rare_special]),
      [
        ['Chroma Case', true],
        ['Chroma 2 Case', true],
        ['Chroma 3 Case', true],
      ],
    )
    const skin = await metaOf('Karambit | Doppler')
    assert.deepEqual([skin.market_hash_name, skin.wear, skin.stattrak], ['★ Karambit | Doppler', null, false])
    assert.deepEqual(skin.phases, meta.phases)
    const redline = await metaOf('AK-47 | Redline (Field-Tested)')
    assert.deepEqual(redline.collection, { id: 'set_community_2', name: 'The Phoenix Collection' })
    assert.deepEqual(redline.rarity, { id: 5, name: 'Classified', color: '#d32ce6' })
    assert.deepEqual([redline.paint_index, redline.stattrak_available, redline.souvenir_available], [282, true, false])
  })

  test('metadata covers items that are not weapons too', async () => {
    const metaOf = async (name: string) => Object((await get('items/meta', { name })).body.data)
    const container = await metaOf('kilowatt case')
    assert.deepEqual(
      [container.market_hash_name, container.type, container.weapon],
      ['Kilowatt Case', 'Container', null],
    )
    const slab = await metaOf('Sticker Slab | Titan (Holo) | Katowice 2014')
    assert.deepEqual(
      [slab.market_hash_name, slab.def_index, slab.rarity.name],
      ['Sticker Slab | Titan (Holo) | Katowice 2014', 1355, 'Remarkable'],
    )
    const kit = await metaOf('StatTrak™ Music Kit | Noisia, Sharpened')
    assert.deepEqual([kit.market_hash_name, kit.stattrak], ['StatTrak™ Music Kit | Noisia, Sharpened', true])
  })

  test('the answers equal the examples', async () => {
    const answers = { catalog: 'catalog', itemsSearch: 'items/search', itemsMeta: 'items/meta' } as const
    for (const id of ['catalog', 'itemsSearch', 'itemsMeta'] as const) {
      const { params, output } = catalogueExamples[id]
      assert.deepEqual((await get(answers[id], { ...params })).body.data, output, id)
    }
  })

  test('the three endpoints need a key', async () => {
    for (const path of ['catalog', 'items/search', 'items/meta']) {
      const { status, body } = await get(path, { name: 'x' }, { 'x-api-key': '' })
      assert.deepEqual([status, body.error?.code], [401, 'key.invalid'])
    }
  })
})
