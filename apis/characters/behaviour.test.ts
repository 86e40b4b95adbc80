// The rules of the provider over the sample: pages, filters, one or several by id, errors in its words, links that
// resolve, and the paths as its own client sends them through the gateway.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { baseUrl, openWorld, type World } from './test/world.ts'

interface Wire {
  readonly [name: string]: unknown
}
interface PageBody {
  readonly info: { count: number; pages: number; next: string | null; prev: string | null }
  readonly results: readonly Wire[]
}

async function page(world: World, path: string): Promise<PageBody> {
  const { status, body } = await world.ask(path)
  assert.equal(status, 200, path)
  const { info, results } = Object(body)
  return { info, results }
}
async function names(world: World, path: string): Promise<unknown[]> {
  return (await page(world, path)).results.map(({ name }) => name)
}
async function ids(world: World, path: string): Promise<unknown[]> {
  const { body } = await world.ask(path)
  assert.ok(Array.isArray(body), path)
  return body.map(({ id }) => id)
}
async function expectError(world: World, path: string, expected: [status: number, error: string]): Promise<void> {
  const { status, body } = await world.ask(path)
  assert.deepEqual([status, body], [expected[0], { error: expected[1] }], path)
}
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test("records have the provider's members in its order", async () => {
  const world = await openWorld()
  const expected: Record<string, string[]> = {
    '/character/1': 'id name status species type gender origin location image episode url created'.split(' '),
    '/location/1': 'id name type dimension residents url created'.split(' '),
    '/episode/1': 'id name air_date episode characters url created'.split(' '),
    '/character': ['info', 'results'],
  }
  for (const [path, members] of Object.entries(expected))
    assert.deepEqual(Object.keys(Object((await world.ask(path)).body)), members, path)
  assert.deepEqual(Object.keys((await page(world, '/character')).info), ['count', 'pages', 'next', 'prev'])
})

test('a list has pages of twenty by id, with links to their neighbours', async () => {
  const world = await openWorld()
  const first = await page(world, '/character')
  const link = (number: number) => `${baseUrl}/character?page=${number}`
  assert.deepEqual(first.info, { count: 60, pages: 3, next: link(2), prev: null })
  assert.deepEqual(
    first.results.map(({ id }) => id),
    span(1, 20),
  )
  const second = await page(world, '/character?page=2')
  assert.deepEqual([second.info.next, second.info.prev], [link(3), link(1)])
  assert.deepEqual(
    second.results.map(({ id }) => id),
    span(21, 40),
  )
  const last = await page(world, '/character?page=3')
  assert.deepEqual([last.info.next, last.info.prev], [null, link(2)])
  assert.deepEqual(
    last.results.map(({ id }) => id),
    span(41, 60),
  )
  assert.equal((await page(world, '/location')).info.pages, 1)
  assert.equal((await page(world, '/episode')).results.length, 12)
})

test('a page of 0 or less means the first, and one that does not exist is a 404', async () => {
  const world = await openWorld()
  for (const text of ['', '0', '-2', 'abc', '0.5', '1', '1.9', 'NaN'])
    assert.deepEqual(await page(world, `/character?page=${text}`), await page(world, '/character'), text)
  for (const text of ['4', '12345', '1e9', 'Infinity', '99999999999999999999'])
    await expectError(world, `/character?page=${text}`, [404, 'There is nothing here'])
})

test('filters match part of the stored string in any case, and all must match', async () => {
  const world = await openWorld()
  const cases: Record<string, unknown[]> = {
    '/character?name=VANE': ['Tilda Vane', 'Perpetua Vane', 'Orrin Vane'],
    '/character?name=vane&status=alive': ['Tilda Vane', 'Perpetua Vane'],
    '/character?name=%20vane%20&status=Al&gender=female&species=human': ['Tilda Vane', 'Perpetua Vane'],
    '/character?name=vane&status=dead': ['Orrin Vane'],
    '/character?type=crane&species=refl': ['Mirror Bolt'],
    '/character?name=(': ['The Lighthouse (Ambulant)', 'Three Gulls (in a Coat)'],
    '/character?name=salt-': ['Old Salt-Eye'],
    '/character?name=bolt&name=vane&other=x': ['Bolt', 'Mirror Bolt'],
    '/location?dimension=mirror': ['Mirror Side'],
    '/location?type=planet&dimension=neap%20tide': ['Saltglass Desert'],
    '/location?name=(anchored)': ['Quiet Fleet (Anchored)'],
    '/episode?episode=s02e0&name=the': [
      'The Mayor of the Mirror Side',
      'Letters for the Drowned Bell',
      "The Cartographer's Debt",
      'Everyone Off the Pier',
    ],
  }
  for (const [path, expected] of Object.entries(cases)) assert.deepEqual(await names(world, path), expected, path)
  for (const path of [
    '/character?name=',
    '/character?name=%20&status=',
    '/character?dimension=x',
    '/character?episode=S01',
  ])
    assert.equal((await page(world, path)).info.count, 60, path)
})

test('male does not match female, in any filter', async () => {
  const world = await openWorld()
  const genders = async (text: string) =>
    new Set((await page(world, `/character?gender=${text}`)).results.map(({ gender }) => gender))
  assert.deepEqual(await genders('male'), new Set(['Male']))
  assert.deepEqual(await genders('MALE'), new Set(['Male']))
  assert.deepEqual(await genders('emale'), new Set(['Female']))
  await expectError(world, '/character?gender=males', [404, 'There is nothing here'])
  await expectError(world, '/character?name=male', [404, 'There is nothing here'])
})

test('a filter without matches is a 404, and patterns are literal', async () => {
  const world = await openWorld()
  for (const search of [
    'name=nobody%20at%20all',
    'name=.*',
    'status=^Alive',
    'species=human&status=unknown',
    'name=a%00',
  ])
    await expectError(world, `/character?${search}`, [404, 'There is nothing here'])
  await expectError(world, '/location?dimension=Tide&name=x', [404, 'There is nothing here'])
  await expectError(world, '/episode?episode=S03', [404, 'There is nothing here'])
})

test('page links of a filtered list keep its filters in the order of the call', async () => {
  const world = await openWorld()
  const { info } = await page(world, '/character?status=alive&page=1&x=1&name=e&type=')
  assert.equal(info.next, `${baseUrl}/character?page=2&status=alive&name=e`)
  const slashed = await page(world, '/character/?page=2')
  assert.equal(slashed.info.next, `${baseUrl}/character/?page=3`)
})

test('the next-page link resolves, whatever the filter contains', async () => {
  const world = await openWorld()
  const record = { ...Object((await world.ask('/character/1')).body), name: 'a&b=c #1+1 100% "ß" (x)' }
  await world.importFile(JSON.stringify(span(1, 41).map((id) => ({ ...record, id }))))
  const ids: unknown[] = []
  let next: string | null = `${baseUrl}/character?name=${encodeURIComponent(record.name)}&gender=female`
  while (next !== null) {
    assert.match(next, /^[\x21-\x7e]+$/)
    const { info, results } = await page(world, next.slice(baseUrl.length))
    ids.push(...results.map(({ id }) => id))
    next = info.next
  }
  assert.deepEqual(ids, span(1, 41))
})

test('one id returns a record, several return a list of those that exist, ordered by id', async () => {
  const world = await openWorld()
  for (const kind of ['character', 'location', 'episode']) {
    const one = (await world.ask(`/${kind}/7`)).body
    assert.equal(Object(one).id, 7)
    assert.equal(Object(one).url, `${baseUrl}/${kind}/7`)
    const lists: Record<string, number[]> = {
      '3,1,2': [1, 2, 3],
      '[3,1,2]': [1, 2, 3],
      '%5B3,1,2%5D': [1, 2, 3],
      '[7]': [7],
      '1,': [1],
      ',1': [1],
      '1,1,2,1': [1, 2],
      '1,99999,2': [1, 2],
      '99999,88888': [],
      '[0]': [],
      '1.5,2': [2],
    }
    for (const [text, expected] of Object.entries(lists))
      assert.deepEqual(await ids(world, `/${kind}/${text}`), expected, `${kind} ${text}`)
  }
  assert.equal((await ids(world, `/character/${span(1, 60)}`)).length, 60)
})

test('a record that does not exist is a 404 that names its kind, and an invalid id a 400 with the sentence of the provider', async () => {
  const world = await openWorld()
  for (const [kind, title] of [
    ['character', 'Character'],
    ['location', 'Location'],
    ['episode', 'Episode'],
  ]) {
    for (const id of ['12345', '0', '-1', '1.5', '99999999999999999999'])
      await expectError(world, `/${kind}/${id}`, [404, `${title} not found`])
    for (const id of ['asdasd', '1a', ',', '__proto__', 'NaN'])
      await expectError(world, `/${kind}/${id}`, [400, 'Hey! you must provide an id'])
    for (const id of ['1,2]', '[1,2', '[1,asdasd]', '[]', '[1,"2"]', '[[1]]', 'a,b', '[1]x', '{"a":[1]}'])
      await expectError(world, `/${kind}/${encodeURIComponent(id)}`, [400, 'Bad... bad array :/'])
  }
})

test('the root lists the three collections', async () => {
  const { body } = await (await openWorld()).ask('/')
  const lists = { characters: `${baseUrl}/character`, locations: `${baseUrl}/location`, episodes: `${baseUrl}/episode` }
  assert.equal(JSON.stringify(body), JSON.stringify(lists))
})

test('an avatar is a different JPEG for each character, and a 404 where there is none', async () => {
  const world = await openWorld()
  const pictures = await Promise.all(span(1, 60).map((id) => world.ask(`/character/avatar/${id}.jpeg`)))
  assert.equal(new Set(pictures.map(({ body }) => String(body))).size, 60)
  assert.ok(Buffer.isBuffer(pictures[0]?.body))
  for (const file of ['61.jpeg', '1.jpg', '1', '01x.jpeg', '..jpeg', '__proto__.jpeg'])
    await expectError(world, `/character/avatar/${file}`, [404, 'There is nothing here.'])
  await expectError(world, '/character/avatar', [404, 'There is nothing here'])
})

test('the sample is consistent: every link leads to a record that links back', async () => {
  const world = await openWorld()
  const all = async (kind: string, count: number) =>
    new Map((Object((await world.ask(`/${kind}/${span(1, count)},0`)).body) as Wire[]).map((one) => [one.url, one]))
  const characters = await all('character', 60)
  const locations = await all('location', 20)
  const episodes = await all('episode', 12)
  assert.deepEqual([characters.size, locations.size, episodes.size], [60, 20, 12])
  let links = 0
  for (const [url, character] of characters) {
    for (const place of [Object(character.origin), Object(character.location)]) {
      if (place.url === '') assert.equal(place.name, 'unknown')
      else assert.equal(locations.get(place.url)?.name, place.name)
    }
    for (const episode of Object(character.episode)) assert.ok(Object(episodes.get(episode)).characters.includes(url))
    links += Object(character.episode).length
    assert.match(String(character.status), /^(Alive|Dead|unknown)$/)
    assert.match(String(character.gender), /^(Female|Male|Genderless|unknown)$/)
    assert.match(String(character.created), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  for (const [url, location] of locations)
    for (const resident of Object(location.residents)) assert.equal(Object(characters.get(resident)?.location).url, url)
  for (const [url, episode] of episodes) {
    assert.ok(Object(episode.characters).length > 0)
    assert.match(String(episode.air_date), /^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
    for (const character of Object(episode.characters))
      assert.ok(Object(characters.get(character)).episode.includes(url))
    links -= Object(episode.characters).length
  }
  assert.equal(links, 0)
})

test('every response from the sample is marked, errors too', async () => {
  const world = await openWorld()
  for (const path of [
    '/character',
    '/episode/1',
    '/location/1,2',
    '/location?page=9',
    '/character/x',
    '/character/avatar/1.jpeg',
  ])
    assert.equal((await world.ask(path)).headers['x-gateway-sample'], 'true', path)
})

const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing) await close()
})

test('doubled slashes and empty queries, as the client of the provider sends them, reach the same records', async () => {
  const apis = await loadApis(apisFolder, 'characters')
  const gateway: OpenGateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
  const call = async (path: string) => {
    const response = await gateway.call(`/v1/proxy/characters${path}`, {
      headers: { 'x-gateway-provider': 'embedded' },
    })
    return { status: response.status, body: Object(await response.json()) }
  }
  assert.equal((await call('/character//?')).body.info.next, `${gateway.baseUrl}/v1/proxy/characters/character/?page=2`)
  assert.deepEqual((await call('/character//?name=vane&page=1')).body.results.length, 3)
  assert.equal((await call('/character//1')).body.name, 'Tilda Vane')
  assert.deepEqual(
    (await call('/episode//1,2')).body.map(({ id }: Wire) => id),
    [1, 2],
  )
  assert.equal((await call('///?')).body.locations, `${gateway.baseUrl}/v1/proxy/characters/location`)
  const broken = await call('/location/%5B1,2')
  assert.deepEqual([broken.status, Object(broken.body).error], [400, 'Bad... bad array :/'])
  const picture = await gateway.call('/v1/proxy/characters/character/avatar/1.jpeg')
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
  const next = await fetch((await call('/character')).body.info.next, { headers: { 'x-gateway-key': gateway.key } })
  assert.equal(Object(await next.json()).results[0].id, 21)
})
