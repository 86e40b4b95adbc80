// The rules of the provider over the sample and over imports: uniform draws without repetition, limits, ids,
// errors, CORS headers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { drawPositions } from './provider/sentences/draw.ts'
import { openWorld, type World } from './test/world.ts'

interface BookView {
  readonly id: string
  readonly name: string
  readonly year: string
}
interface SentenceView {
  readonly id: string
  readonly sentence: string
  readonly book: BookView
}

async function draw(world: World, path: string): Promise<readonly SentenceView[]> {
  const { status, body } = await world.ask(path)
  assert.equal(status, 200, path)
  const { data } = Object(body)
  assert.ok(Array.isArray(data), path)
  return data
}
async function booksOf(world: World): Promise<readonly BookView[]> {
  return Object((await world.ask('/books')).body).data
}
const ids = (sentences: readonly SentenceView[]) => sentences.map(({ id }) => id)

/** Two books of four sentences and one of two, so that a draw by book rather than by sentence would show. */
async function imported(): Promise<World> {
  const world = await openWorld()
  await world.importFile('Four (1901).txt', 'A one. A two. A three. A four.')
  await world.importFile('Two (1902).txt', 'B one. B two.')
  return world
}

test('the sample has three books in order with at least 120 sentences, and every response is marked as a sample', async () => {
  const world = await openWorld()
  const { headers, body } = await world.ask('/books')
  const names = (await booksOf(world)).map(({ name, year }) => [name, year])
  assert.deepEqual(names, [
    ['The Lamp at the Ford', '1928'],
    ['Salt and Slate', '1931'],
    ['The Clockmender of Low Street', '1934'],
  ])
  assert.deepEqual(Object.keys(Object(body).data[0]), ['id', 'name', 'year'])
  assert.equal(headers['x-gateway-sample'], 'true')
  const counts = await Promise.all(
    (await booksOf(world)).map(async ({ id }) => (await draw(world, `/books/${id}/sentences?limit=100`)).length),
  )
  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 120)
  for (const path of ['/sentences', '/sentences/00000000', '/books/0000/sentences'])
    assert.equal((await world.ask(path)).headers['x-gateway-sample'], 'true', path)
})

test('a sentence has its members in order and its book last', async () => {
  const world = await imported()
  const [one] = await draw(world, '/sentences')
  assert.ok(one)
  assert.equal(JSON.stringify(Object.keys(one)), '["id","sentence","book"]')
  assert.match(one.id, /^[0-9a-f]{8}$/)
  assert.match(one.book.id, /^[0-9a-f]{4}$/)
  assert.equal(typeof one.book.year, 'string')
  assert.deepEqual((await world.ask(`/sentences/${one.id}`)).body, { data: one })
})

test('the limit is parsed as the provider parses it', async () => {
  const world = await openWorld()
  const lengths: Record<string, number> = {
    '': 1,
    '?limit=': 1,
    '?limit=abc': 1,
    '?limit=0x10': 1,
    '?limit=Infinity': 1,
    '?limit=NaN': 1,
    '?limit=5x': 1,
    '?limit=2.9': 2,
    '?limit=.9': 0,
    '?limit=0': 0,
    '?limit=-0': 0,
    '?limit=-7': 1,
    '?limit=-99999999999999999999': 1,
    '?limit=%205': 5,
    '?limit=1e1': 10,
    '?limit=100': 100,
    '?limit=101': 100,
    '?limit=99999999999999999999': 100,
  }
  for (const [search, length] of Object.entries(lengths)) {
    assert.equal((await draw(world, `/sentences${search}`)).length, length, search)
    const [book] = await booksOf(world)
    const sentences = await draw(world, `/books/${book?.id}/sentences${search}`)
    assert.equal(sentences.length, Math.min(length, 54), search)
  }
})

test('a draw never repeats a sentence, and is shorter only when the book is', async () => {
  const world = await imported()
  for (let round = 0; round < 30; round++) {
    for (const limit of [1, 3, 5, 6, 7, 100]) {
      const drawn = ids(await draw(world, `/sentences?limit=${limit}`))
      assert.equal(drawn.length, Math.min(limit, 6))
      assert.equal(new Set(drawn).size, drawn.length)
    }
  }
})

test('a draw from a book returns sentences of that book alone', async () => {
  const world = await imported()
  for (const book of await booksOf(world)) {
    const sentences = await draw(world, `/books/${book.id}/sentences?limit=100`)
    for (const sentence of sentences) assert.deepEqual(sentence.book, book)
    const letter = book.name === 'Four' ? 'A' : 'B'
    assert.deepEqual(
      sentences.map(({ sentence }) => sentence).sort(),
      (letter === 'A' ? ['four', 'one', 'three', 'two'] : ['one', 'two']).map((word) => `${letter} ${word}.`),
    )
  }
})

test('every sentence is equally likely, in every position, whatever its book', () => {
  const books = [
    { id: 'a', name: '', year: '', firstPosition: 0, sentences: 5 },
    { id: 'b', name: '', year: '', firstPosition: 100, sentences: 1 },
    { id: 'c', name: '', year: '', firstPosition: 200, sentences: 2 },
  ]
  const positions = [0, 1, 2, 3, 4, 100, 200, 201]
  const rounds = 16_000
  const random = createSeededRandom(2)
  for (const count of [1, 3, 8]) {
    const counts = new Map<string, number>()
    for (let round = 0; round < rounds; round++)
      for (const [order, position] of drawPositions(books, count, random).entries()) {
        const cell = `${order} ${position}`
        counts.set(cell, (counts.get(cell) ?? 0) + 1)
      }
    for (let order = 0; order < count; order++) {
      const frequencies = positions.map((position) => counts.get(`${order} ${position}`) ?? 0)
      const expected = rounds / positions.length
      const statistic = frequencies.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0)
      // p = 0.001 with seven degrees of freedom
      assert.ok(statistic < 24.32, `${count} drawn, number ${order}: chi-square ${statistic}`)
    }
  }
})

test('a draw of a hundred uses a hundred random numbers, however large the corpus is', () => {
  let draws = 0
  const { bytes, int } = createSeededRandom(3)
  const counting = {
    bytes,
    int(min: number, max: number) {
      draws += 1
      return int(min, max)
    },
  }
  const books = [{ id: 'a', name: '', year: '', firstPosition: 0, sentences: 2 ** 40 }]
  assert.equal(new Set(drawPositions(books, 100, counting)).size, 100)
  assert.equal(draws, 100)
  assert.deepEqual(drawPositions([], 100, counting), [])
})

test('an unknown id is a 404 in JSON', async () => {
  const world = await openWorld()
  for (const id of ['00000000', 'be1bd8d', 'BE1BD8DC', 'x', '__proto__', "'%20or%201=1--"])
    assert.deepEqual(
      [(await world.ask(`/sentences/${id}`)).status, (await world.ask(`/sentences/${id}`)).body],
      [404, { message: 'Sentence not found' }],
      id,
    )
  for (const id of ['0000', '405', '__proto__']) {
    const { status, body } = await world.ask(`/books/${id}/sentences?limit=3`)
    assert.deepEqual([status, body], [404, { message: 'Book not found' }], id)
  }
})

test("web pages of other origins may call: the provider's CORS headers, with the gateway's key header allowed", async () => {
  const world = await openWorld()
  const expected = {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE',
    'access-control-allow-credentials': 'true',
    'access-control-max-age': '86400',
    'access-control-allow-headers': 'Content-Type, Authorization, X-Requested-With, x-gateway-key',
    'x-gateway-sample': 'true',
  }
  for (const path of ['/books', '/sentences', '/sentences/be1bd8dc', '/sentences/x', '/books/x/sentences'])
    assert.deepEqual((await world.ask(path)).headers, expected, path)
  // the gateway names the origin itself where a page asks
  const { 'access-control-allow-origin': _once, ...others } = expected
  assert.deepEqual((await world.ask('/books', { headers: { origin: 'https://page.example.org' } })).headers, others)
})

const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing) await close()
})

test('through the gateway an origin is allowed once, not twice', async () => {
  const apis = await loadApis(apisFolder, 'author-sentences')
  const gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
  for (const headers of [{ origin: 'https://page.example.org' }, {}]) {
    const response = await gateway.call('/v1/proxy/author-sentences/sentences?limit=2', { headers })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-gateway-key/)
    assert.equal(Object(await response.json()).data.length, 2)
  }
  const missing = await gateway.call('/v1/proxy/author-sentences/sentences/00000000')
  const body = Object(await missing.json())
  assert.deepEqual([missing.status, body.message, body.error.code], [404, 'Sentence not found', 'provider.not_found'])
})
