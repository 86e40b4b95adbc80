// The rules of the provider over a small import and over the sample: random facts within a length, pages, invalid
// numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openWorld, type World } from './test/world.ts'

const lengths = [40, 12, 25, 12, 300]
const texts = lengths.map((length, at) => String(at).padEnd(length, 'x'))

async function imported(): Promise<World> {
  const world = await openWorld()
  await world.importFile(texts.map((fact) => `${JSON.stringify({ fact })}\n`).join(''))
  return world
}
async function factsOf(world: World, path: string): Promise<string[]> {
  const { status, body } = await world.ask(path)
  assert.equal(status, 200, path)
  assert.ok(Array.isArray(body.data), path)
  return body.data.map((item) => String(Object(item).fact))
}
/** Every fact that can be drawn, by draws over the whole range. */
async function drawable(world: World, path: string): Promise<string[]> {
  const drawn = new Set<string>()
  for (let step = 0; step < 20; step++) {
    world.setDraw(() => step / 20)
    drawn.add(String((await world.ask(path)).body.fact))
  }
  return [...drawn].sort()
}

test('a random fact can be any of them, with its length', async () => {
  const world = await imported()
  assert.deepEqual(await drawable(world, '/fact'), [...texts].sort())
  const { status, headers, body } = await world.ask('/fact')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['fact', 'length'])
  assert.deepEqual(headers, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' })
})

test('a random fact within a length can be any that is short enough', async () => {
  const world = await imported()
  const upTo = (most: number) => texts.filter((text) => text.length <= most).sort()
  for (const most of [12, 24, 25, 40, 299, 300, 1000])
    assert.deepEqual(await drawable(world, `/fact?max_length=${most}`), upTo(most), String(most))
  assert.deepEqual(await drawable(world, '/fact?max_length=25.9'), upTo(25))
})

test('the length counts characters, not bytes or UTF-16 units', async () => {
  const world = await openWorld()
  await world.importFile('[{"fact":"Größe 🐈‍⬛"}]')
  assert.deepEqual((await world.ask('/fact')).body, { fact: 'Größe 🐈‍⬛', length: 9 })
})

test('a length below the shortest fact is a 404', async () => {
  const world = await imported()
  for (const most of ['11', '0', '-5', '11.9']) {
    const { status, body } = await world.ask(`/fact?max_length=${most}`)
    assert.deepEqual([status, body], [404, { message: 'Fact not found' }], most)
  }
})

test('a length that is not a number counts as omitted', async () => {
  const world = await imported()
  for (const most of ['', 'abc', '12x', 'Infinity', '%20'])
    assert.equal((await world.ask(`/facts?max_length=${most}`)).body.total, 5, most)
})

test('facts are in their fixed order, filtered by length', async () => {
  const world = await imported()
  assert.deepEqual(await factsOf(world, '/facts'), texts)
  assert.deepEqual(await factsOf(world, '/facts?max_length=25'), [texts[1], texts[2], texts[3]])
  assert.deepEqual(await factsOf(world, '/facts?max_length=12&limit=1&page=2'), [texts[3]])
})

test('a length below the shortest fact is an empty page, not an error', async () => {
  const { body } = await (await imported()).ask('/facts?max_length=3')
  assert.deepEqual([body.data, body.total, body.last_page, body.from, body.to], [[], 0, 1, null, null])
})

test('page links carry the page number and nothing else', async () => {
  const world = await imported()
  const { body } = await world.ask('/facts?limit=2&page=2&max_length=400&other=1')
  assert.deepEqual(
    [body.path, body.first_page_url, body.prev_page_url, body.next_page_url, body.last_page_url],
    ['', '?page=1', '?page=1', '?page=3', '?page=3'].map(
      (search) => `http://gateway.test/v1/proxy/cat-facts/facts${search}`,
    ),
  )
  assert.deepEqual([body.current_page, body.per_page, body.total], [2, 2, 5])
})

test('an invalid limit means the default, a fraction is truncated, and a thousand is the maximum', async () => {
  const world = await openWorld()
  const perPage = async (path: string) => (await world.ask(path)).body.per_page
  for (const limit of ['', '0', '-3', 'abc', '0.9', 'NaN']) {
    assert.equal(await perPage(`/facts?limit=${limit}`), 10, limit)
    assert.equal(await perPage(`/breeds?limit=${limit}`), 25, limit)
  }
  assert.equal(await perPage('/facts?limit=2.9'), 2)
  assert.equal(await perPage('/facts?limit=1e2'), 100)
  assert.equal(await perPage('/breeds?limit=99999999999999999999'), 1000)
})

test('a page that is not a positive integer means the first', async () => {
  const world = await imported()
  for (const page of ['', '0', '-1', 'abc', '1.5', '99999999999999999999'])
    assert.equal((await world.ask(`/facts?page=${page}`)).body.current_page, 1, page)
  const beyond = await world.ask('/facts?page=9')
  assert.deepEqual([beyond.status, beyond.body.data, beyond.body.current_page], [200, [], 9])
})

test('pages of any size hold every fact once, in order', async () => {
  const world = await imported()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7 }), async (limit) => {
      const pages: string[][] = []
      for (let page = 1; page <= Math.ceil(5 / limit); page++)
        pages.push(await factsOf(world, `/facts?limit=${limit}&page=${page}`))
      assert.deepEqual(pages.flat(), texts)
    }),
    { numRuns: 20, seed: 7 },
  )
})

test('the sample has at least 150 facts and 90 breeds, each once, and is marked as a sample', async () => {
  const world = await openWorld()
  const facts = await world.ask('/facts?limit=1000')
  const breeds = await world.ask('/breeds?limit=1000')
  for (const { headers } of [facts, breeds, await world.ask('/fact'), await world.ask('/fact?max_length=1')])
    assert.equal(headers['x-gateway-sample'], 'true')
  const texts = await factsOf(world, '/facts?limit=1000')
  assert.ok(texts.length >= 150 && new Set(texts).size === texts.length)
  const rows: unknown[] = Array.isArray(breeds.body.data) ? breeds.body.data : []
  assert.ok(rows.length >= 90 && new Set(rows.map((row) => Object(row).breed)).size === rows.length)
  for (const row of rows) {
    assert.deepEqual(Object.keys(Object(row)), ['breed', 'country', 'origin', 'coat', 'pattern'])
    for (const text of Object.values(Object(row))) assert.match(String(text), /^\S.*\S$/)
    assert.match(String(Object(row).origin), /^(Natural|Mutation|Crossbreed|Hybrid)$/)
  }
})

test('a page has 25 breeds, and pages follow each other', async () => {
  const world = await openWorld()
  const breeds = async (path: string) => {
    const { body } = await world.ask(path)
    return Array.isArray(body.data) ? body.data.map((row) => String(Object(row).breed)) : []
  }
  const first = await breeds('/breeds')
  assert.equal(first.length, 25)
  assert.equal(first[0], 'Abyssinian')
  assert.deepEqual([...first, ...(await breeds('/breeds?page=2'))], await breeds('/breeds?limit=50'))
})
