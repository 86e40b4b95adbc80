// Addresses over the sample, on each database: test values, searches, suggestions, filters and places.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { eachStore } from '../../tests/harness/services.ts'
import { examples } from './examples.ts'
import { addressWords } from './provider/search/words.ts'
import { fixtures, town } from './seed/sample.ts'
import { type Json, openWorld, type World } from './test/world.ts'

interface Hits {
  readonly total?: number
  readonly hits: readonly Json[]
}

await eachStore('address lookup', (database) => {
  let world: World
  before(async () => {
    world = await openWorld({ database: database.store })
  })
  const search = (query: string) => world.result<Hits>(`/addresses?${query}`)
  const suggest = async (query: string, more = '') => {
    const { hits } = await world.result<Hits>(`/autocomplete/addresses?query=${encodeURIComponent(query)}${more}`)
    return hits.map(({ suggestion }) => suggestion)
  }

  test('the sample has 20,000 premises beside the test addresses, and says that it is one', async () => {
    const { headers } = await world.ask('/postcodes/ID11QD')
    assert.equal(headers['x-gateway-sample'], 'true')
    const { stored } = await world.kit.db
      .selectFrom('address_lookup_addresses')
      .select(({ fn }) => fn.countAll<number>().as('stored'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(stored), 20_000 + fixtures.length)
  })

  test('the free postcode has its addresses in order, in any spelling, with paging beside the result', async () => {
    for (const spelling of ['ID1 1QD', 'id11qd', ' Id1%201qD ']) {
      const { body } = await world.ask<{ result: Json[]; total: number; page: number; limit: number }>(
        `/postcodes/${spelling.trim()}`,
      )
      assert.deepEqual([body.total, body.page, body.limit], [6, 0, 100])
      assert.deepEqual(
        body.result.map(({ line_1 }) => line_1),
        ['Specimen House', '8 Sample Street', '9 Sample Street', 'Flat 1', 'Flat 2', 'Sample Stationers'],
      )
    }
  })

  test("the provider's test values answer with their errors", async () => {
    const cases: Readonly<Record<string, [number, number]>> = {
      '/postcodes/ID1KFA': [404, 4040],
      '/postcodes/ID1CLIP': [402, 4020],
      '/postcodes/ID1CHOP': [402, 4021],
      '/udprn/0': [200, 2000],
      '/udprn/-1': [404, 4044],
      '/udprn/-2': [402, 4020],
      '/udprn/-3': [402, 4021],
      '/umprn/0': [200, 2000],
      '/umprn/-1': [404, 4046],
      '/umprn/-2': [402, 4020],
      '/umprn/-3': [402, 4021],
      '/udprn/2000000001': [404, 4044],
      '/udprn/eight': [400, 4000],
      '/postcodes/ID11QD?page=100': [400, 40012],
      '/autocomplete/addresses/paf_7/gbr': [404, 4048],
      '/places/geonames_7': [404, 4048],
      '/addresses?query=x&api_key=wrong': [401, 4010],
    }
    for (const [path, expected] of Object.entries(cases)) assert.deepEqual(await world.codeOf(path), expected, path)
  })

  test('an unknown postcode comes with those that it may mean: confused characters first, then near ones', async () => {
    const { body } = await world.ask<{ suggestions: string[] }>('/postcodes/IDI%20IQD')
    assert.equal(body.suggestions[0], 'ID1 1QD')
    assert.equal(body.suggestions.length, 5)
    for (const path of ['/postcodes/nonsense', '/postcodes/123456789'])
      assert.deepEqual((await world.ask<{ suggestions: string[] }>(path)).body.suggestions, [])
  })

  test('an address has every member, and filter keeps the named ones', async () => {
    const address = await world.result('/udprn/8')
    assert.equal(Object.keys(address).length, 41)
    assert.deepEqual([address.premise, address.county, address.umprn], ['8', 'Exampleshire', ''])
    assert.deepEqual(await world.result('/umprn/51?filter=line_1,line_2,udprn,nonsense'), {
      ...{ line_1: 'Flat 2', line_2: '9 Sample Street', udprn: 9 },
    })
  })

  test('every word must match, abbreviations and one typing mistake are understood', async () => {
    for (const query of ['8 sample street', '8 Sample St.', '8, SAMPLE ST, sampleton', '8 smaple street id1 1qd']) {
      const { hits, total } = await search(`query=${encodeURIComponent(query)}`)
      assert.deepEqual([total, hits[0]?.id], [1, 'paf_8'], query)
    }
    assert.deepEqual(await search('query=zzyzx'), { total: 0, limit: 10, page: 0, hits: [] })
  })

  test('a query of punctuation alone matches no address', async () => {
    for (const query of ['%25', '!!!', '—', '.,'])
      for (const path of ['/addresses', '/autocomplete/addresses']) {
        const { body } = await world.ask<{ result: { hits: Json[] } }>(`${path}?api_key=iddqd&query=${query}`)
        assert.deepEqual(body.result.hits, [], `${path} ${query}`)
      }
  })

  test('a word that every object inherits is a word like others', async () => {
    for (const word of ['constructor', '__proto__', 'valueOf']) {
      assert.deepEqual((await search(`query=${word}`)).hits, [])
      assert.deepEqual(await suggest(word), [])
    }
  })

  test('searches find what comparing every address finds, whichever words the index is asked for', async () => {
    const all = [...fixtures, ...town()].filter(({ country_iso }) => country_iso === 'GBR')
    const words = all.map((record) => new Set(addressWords(record)))
    const random = createSeededRandom(46)
    for (let count = 0; count < 60; count++) {
      const own = [...(words[random.int(0, words.length - 1)] ?? [])]
      // each of these means the other, too
      const some = own.filter((word) => !['st', 'street'].includes(word) && random.int(0, 2) > 0).slice(0, 5)
      const outward = `ID${random.int(1, 9)}`
      const filter = count % 3 === 0 ? `&postcode_outward=${outward}` : ''
      const isMeant = (has: ReadonlySet<string>, at: number) =>
        some.every((word) => has.has(word)) && (filter === '' || all[at]?.postcode?.startsWith(`${outward} `) === true)
      const expected = words.filter(isMeant).length
      if (expected === 0 || some.length === 0) continue
      const { total, hits } = await search(`query=${some.join(' ')}${filter}&limit=100&filter=id`)
      assert.equal(total, Math.min(10_000, expected), some.join(' ') + filter)
      assert.equal(hits.length, Math.min(100, expected))
    }
  })

  test('a long word with two mistakes is corrected by its trigrams', async () => {
    const streets = {
      'chsetnutt rd': 'Chestnut Road',
      'blakcsmiht lane': 'Blacksmith Lane',
      'lavnderr street': 'Lavender Street',
    }
    for (const [query, street] of Object.entries(streets)) {
      const { hits } = await search(`query=${query}&limit=1`)
      assert.equal(hits[0]?.thoroughfare, street, query)
    }
  })

  test('pages of a search join without gap or overlap', async () => {
    const all = await search('query=alder&limit=100&filter=id')
    const pages = []
    for (const page of [0, 1, 2]) pages.push(...(await search(`query=alder&limit=33&page=${page}&filter=id`)).hits)
    assert.deepEqual(pages, all.hits.slice(0, 99))
    const wide = []
    for (const page of [2, 3]) wide.push(...(await search(`query=sampleton&limit=100&page=${page}&filter=id`)).hits)
    assert.equal(new Set(wide.map(({ id }) => id)).size, 200)
    assert.equal((await search('query=sampleton')).total, 10_000)
  })

  test('a filter keeps what it names, terms are alternatives, and too many are refused', async () => {
    const roads = async (outward: string) => (await search(`query=alder&postcode_outward=${outward}&limit=1`)).total
    const [second, fifth, both] = [await roads('id2'), await roads('ID5'), await roads('ID2,ID5')]
    assert.ok(second && fifth)
    assert.equal(both, second + fifth)
    assert.equal((await search('query=sample street&post_town=elsewhere')).total, 0)
    assert.equal((await search('uprn=989999999992')).hits[0]?.id, 'paf_8')
    const sector = await search('query=8&postcode_sector=id1%201&su_organisation_indicator=Y&filter=organisation_name')
    assert.ok(sector.hits.every(({ organisation_name }) => organisation_name !== ''))
    assert.deepEqual(await world.codeOf('/addresses?query=a&postcode=1,2,3,4,5,6,7,8,9'), [400, 40014])
    assert.deepEqual(await world.codeOf('/addresses?query=a&bias_postcode=1,2,3,4,5,6'), [400, 40013])
    assert.deepEqual(await world.codeOf('/addresses?query=a&bias_lonlat=1,2,50001'), [400, 40016])
  })

  test('a position finds what is within a hundred metres, nearest first; a box what is inside', async () => {
    const [house] = [...town()].slice(5000)
    const near = await search(`lon=${house?.longitude}&lat=${house?.latitude}&limit=100&filter=id`)
    assert.equal(near.hits[0]?.id, house?.id)
    const [lon, lat] = [Number(house?.longitude), Number(house?.latitude)]
    const box = [lon - 0.001, lat + 0.001, lon + 0.001, lat - 0.001].join()
    const inside = await search(`query=sampleton&box=${box}&limit=100&filter=longitude,latitude`)
    assert.ok(inside.hits.length > 0)
    for (const { longitude, latitude } of inside.hits)
      assert.ok(Math.abs(Number(longitude) - lon) <= 0.001 && Math.abs(Number(latitude) - lat) <= 0.001)
  })

  test('suggestions complete the last word, take house numbers as a whole first, and end with the outward code', async () => {
    assert.equal((await suggest('8 sampl'))[0], '8 Sample Street, Sampleton, ID1')
    assert.equal((await suggest('8 alder'))[0], '8 Alder Lane, Ostlerwick, Sampleton, ID5')
    assert.deepEqual(await suggest(''), [])
    assert.ok((await suggest('id1 1q')).length > 0)
    assert.equal((await suggest('alder', '&limit=100&bias_postcode_outward=ID2'))[0]?.toString().endsWith('ID2'), true)
  })

  test('a bias is met by the first suggestions, however frequent the words are', async () => {
    const sample = await world.result<Hits>('/addresses?query=avenue&postcode_outward=ID8&limit=1')
    const [hit] = sample.hits
    const street = encodeURIComponent(String(hit?.thoroughfare))
    const circle = `${hit?.longitude},${hit?.latitude},300`
    const sector = String(hit?.postcode).slice(0, -2)
    for (const word of ['street', 'avenue', '1', '1 st', 's', 'road', 'lane'])
      for (const outward of ['ID8', 'ID2']) {
        if ((await suggest(word, `&limit=1&postcode_outward=${outward}`)).length === 0) continue
        const first = (await suggest(word, `&limit=10&bias_postcode_outward=${outward}`))[0]
        assert.ok(String(first).endsWith(outward), `${word}: ${first}`)
      }
    const biases = [`bias_postcode_sector=${sector}`, `bias_postcode=${hit?.postcode}`, `bias_lonlat=${circle}`]
    for (const bias of biases) assert.match(String((await suggest('avenue', `&limit=5&${bias}`))[0]), /ID8$/, bias)
    const [onStreet] = await suggest('avenue', `&limit=5&bias_thoroughfare=${street}`)
    assert.ok(String(onStreet).includes(String(hit?.thoroughfare)), String(onStreet))
    const found = await world.result<Hits>('/addresses?query=avenue&bias_postcode_outward=ID8&limit=3')
    assert.ok(found.hits.every(({ postcode }) => String(postcode).startsWith('ID8')))
  })

  test('the corners of a box may be in any order, and what is no box is refused', async () => {
    const total = async (box: string) =>
      (await world.result<Hits & { total: number }>(`/addresses?query=street&box=${box}`)).total
    const [hit] = (await world.result<Hits>('/addresses?query=street&limit=1')).hits
    const [lon, lat] = [Number(hit?.longitude), Number(hit?.latitude)]
    const [west, east, south, north] = [lon - 0.002, lon + 0.002, lat - 0.002, lat + 0.002]
    const inside = await total([west, north, east, south].join())
    assert.ok(inside > 0)
    for (const corners of [
      [east, south, west, north],
      [west, south, east, north],
      [east, north, west, south],
    ])
      assert.equal(await total(corners.join()), inside)
    for (const box of ['a,b', '1,2,3', '1,2,3,4,5', '1,2,3,x', '200,1,201,2', '1,91,2,92'])
      assert.deepEqual(await world.codeOf(`/addresses?query=street&box=${box}`), [400, 40016], box)
  })

  test('a suggestion of the United States resolves into both forms', async () => {
    const { hits } = await world.result<Hits>('/autocomplete/addresses?query=8 sample&context=usa')
    assert.deepEqual(hits, [{ id: 'usps_8|sample', suggestion: '8 Sample St, Sampleton, 81000', urls: {} }])
    const american = await world.result('/autocomplete/addresses/usps_8%7Csample/usa')
    assert.deepEqual([american.state, american.zip_code], ['Colorado', '81000'])
    const british = await world.result('/autocomplete/addresses/usps_8%7Csample/gbr')
    assert.deepEqual([british.line_1, british.country_iso], ['8 Sample St', 'USA'])
  })

  test('places are found by their beginning, exact names and preferred countries first', async () => {
    const names = async (query: string) =>
      (await world.result<Hits>(`/places?${query}`)).hits.map(({ descriptive_name }) => descriptive_name)
    assert.equal((await names('query=lond'))[0], 'London, Greater London, England')
    assert.equal((await names('query=london&bias_country_iso=USA'))[0], 'London, Madison County, Ohio')
    assert.deepEqual(await names('query=london&country_iso=can'), ['London, Ontario'])
    const place = await world.result('/places/$geonames_1')
    assert.deepEqual([place.name, Object(place.native).population], ['Sampleton', '20000'])
  })
})

test('the examples are what the sample answers', async () => {
  const world = await openWorld()
  const exampleOf = (id: string) => examples[id] ?? assert.fail(id)
  const cases: Readonly<Record<string, string>> = {
    resolveAddressGbr: '/autocomplete/addresses/paf_8/gbr',
    resolveAddressUsa: '/autocomplete/addresses/usps_8%7Csample/usa',
    lookupUmprn: '/umprn/50',
    searchAddresses: '/addresses?query=8%20sample%20street&limit=1',
    autocompleteAddresses: '/autocomplete/addresses?query=8%20sample%20st&context=GBR&limit=1',
    validateEmail: '/emails?query=ada@outlok.com',
    validatePhoneNumber: '/phone_numbers?query=%2B442079460018',
  }
  for (const [id, path] of Object.entries(cases))
    assert.deepEqual(await world.result(path), Object(exampleOf(id).output).result, id)
  const { body, output } = exampleOf('cleanseAddress')
  assert.deepEqual(await world.result('/cleanse/addresses', { method: 'POST', body }), Object(output).result)
})

test('where trigrams cannot be used, the log says so, and one mistake is still corrected', async () => {
  const world = await openWorld()
  const { createSimilarWords } = await import('./provider/search/trigrams.ts')
  const refused = { ...world.kit, dialect: 'postgres' as const }
  const similar = createSimilarWords(refused)
  assert.deepEqual([await similar('chstnut'), await similar('lavndr')], [[], []])
  assert.equal(world.logged.filter((line) => line.includes('pg_trgm')).length, 1)
  const { hits } = await world.result<Hits>('/addresses?query=8 smaple street')
  assert.equal(hits[0]?.id, 'paf_8')
})
