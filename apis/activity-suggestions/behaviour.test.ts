// The rules of the provider and of the older one: uniform draws, filters, the errors of both, and the sample.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeKey, types } from './provider/activities/activity.ts'
import { openWorld, type World } from './test/world.ts'

const basis = {
  availability: 0.1,
  type: 'cooking',
  participants: 1,
  price: 0,
  accessibility: 'Few to no challenges',
  duration: 'hours',
  kidFriendly: true,
  link: '',
}
const rows = [
  { activity: 'A', ...basis, key: '1000001' },
  { activity: 'B', ...basis, type: 'music', participants: 2, price: 0.2, key: '1000002' },
  {
    activity: 'C',
    ...basis,
    participants: 2,
    price: 0.3,
    availability: 0.5,
    link: 'https://example.org/',
    key: '1000003',
  },
  { activity: 'D', ...basis, type: 'diy', participants: 5, price: 1, availability: 1, key: '9999999' },
]

async function imported(): Promise<World> {
  const world = await openWorld()
  await world.importFile(JSON.stringify(rows))
  return world
}
/** The names of all activities that can be drawn. */
async function drawable(world: World, path: string): Promise<string[]> {
  const drawn = new Set<string>()
  for (let step = 0; step < 20; step++) {
    world.setDraw(() => step / 20)
    const { status, body } = await world.ask(path)
    assert.equal(status, 200, path)
    drawn.add(String(Reflect.get(Object(body), 'activity')))
  }
  return [...drawn].sort()
}

test('a random activity can be any of them, with all its members', async () => {
  const world = await imported()
  assert.deepEqual(await drawable(world, '/random'), ['A', 'B', 'C', 'D'])
  world.setDraw(() => 0)
  const { headers, body } = await world.ask('/random')
  assert.equal(JSON.stringify(body), JSON.stringify(rows[0]))
  assert.deepEqual(headers, {})
})

test('the filter returns all that match both parameters, either or neither, in the order of the data', async () => {
  const world = await imported()
  const [a, b, c, d] = rows
  const cases: Record<string, unknown[]> = {
    '/filter': [a, b, c, d],
    '/filter?type=cooking': [a, c],
    '/filter?participants=2': [b, c],
    '/filter?type=cooking&participants=2': [c],
    '/filter?type=&participants=2': [b, c],
    '/filter?type=cooking&participants=': [a, c],
    '/filter?type=&participants=': [a, b, c, d],
    '/filter?participants=2.0': [b, c],
    '/filter?participants=5&page=3': [d],
  }
  for (const [path, expected] of Object.entries(cases))
    assert.equal(JSON.stringify((await world.ask(path)).body), JSON.stringify(expected), path)
})

test('a filter without matches is a 404', async () => {
  const world = await imported()
  for (const search of [
    'type=social',
    'type=Cooking',
    'participants=3',
    'participants=abc',
    'type=music&participants=1',
    'type=__proto__',
  ]) {
    const { status, body } = await world.ask(`/filter?${search}`)
    assert.deepEqual([status, body], [404, { error: 'No activities found with the specified parameters' }], search)
  }
})

test('any filter of the sample returns what a scan of every activity returns', async () => {
  const world = await openWorld()
  const all = (await world.ask('/filter')).body
  assert.ok(Array.isArray(all))
  const type = fc.option(fc.constantFrom(...types, 'other'), { nil: undefined })
  const participants = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(type, participants, async (type, participants) => {
      const expected = all.filter(
        (one) =>
          (type === undefined || one.type === type) &&
          (participants === undefined || one.participants === participants),
      )
      const { status, body } = await world.ask(`/filter?type=${type ?? ''}&participants=${participants ?? ''}`)
      assert.equal(status, expected.length > 0 ? 200 : 404)
      if (status === 200) assert.deepEqual(body, expected)
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('an activity is found by its key', async () => {
  const world = await imported()
  assert.deepEqual((await world.ask('/activity/9999999')).body, rows[3])
  for (const key of ['1000004', '999', 'abc', '__proto__']) {
    const { status, body } = await world.ask(`/activity/${key}`)
    assert.deepEqual([status, body], [404, { error: 'Activity not found' }], key)
  }
})

test('the older provider returns one random match, with its own members', async () => {
  const world = await imported()
  const cases: Record<string, string[]> = {
    '': ['A', 'B', 'C', 'D'],
    'type=cooking': ['A', 'C'],
    'key=1000002': ['B'],
    'participants=2': ['B', 'C'],
    'price=0.3': ['C'],
    'price=0': ['A'],
    'price=0.0': ['A'],
    'accessibility=0.1': ['A', 'B'],
    'minprice=0.2': ['B', 'C', 'D'],
    'maxprice=0.2': ['A', 'B'],
    'minprice=0.2&maxprice=0.3': ['B', 'C'],
    'minaccessibility=0.5&maxaccessibility=1': ['C', 'D'],
    'minparticipants=2&maxparticipants=4': ['B', 'C'],
    'minparticipants=2&participants=1': ['B', 'C', 'D'],
    'maxprice=0&price=abc': ['A'],
    'minprice=&type=&key=': ['A', 'B', 'C', 'D'],
    'type=cooking&minparticipants=2': ['C'],
  }
  for (const [search, expected] of Object.entries(cases))
    for (const path of ['/api/activity', '/api/v1/activity', '/api/activity/'])
      assert.deepEqual(await drawable(world, `${path}?${search}`), expected, search)
  const { body } = await world.ask('/api/activity?key=1000003')
  const { activity, type, participants, price, link, key, availability } = rows[2] ?? {
    ...basis,
    activity: '',
    key: '',
  }
  assert.equal(
    JSON.stringify(body),
    JSON.stringify({ activity, type, participants, price, link, key, accessibility: availability }),
  )
})

test('the older provider reports errors with status 200', async () => {
  const world = await imported()
  for (const search of ['type=social', 'key=7', 'minprice=1.1', 'minprice=0.3&maxprice=0.2', 'participants=0']) {
    const { status, body } = await world.ask(`/api/activity?${search}`)
    assert.deepEqual([status, body], [200, { error: 'No activity found with the specified parameters' }], search)
  }
  for (const search of ['participants=two', 'minprice=cheap', 'maxaccessibility=x&key=1000001', 'price=1,5']) {
    const { status, body } = await world.ask(`/api/v1/activity?${search}`)
    assert.deepEqual([status, body], [200, { error: 'Failed to query due to error in arguments' }], search)
  }
})

test('the second version of the older provider wraps the activity and shows prices as dollar signs', async () => {
  const world = await imported()
  const { status, body } = await world.ask('/api/v2/activities/1000003')
  assert.equal(status, 200)
  assert.equal(
    JSON.stringify(body),
    '{"activity":{"activity":"C","accessibility":"Few to no challenges","type":"cooking","participants":2,"link":"https://example.org/",' +
      '"key":"1000003","duration":"hours","kidFriendly":true,"price":"$$"}}',
  )
  const prices = [0, 0.2, 0.25, 0.49, 0.5, 0.75, 0.99, 1]
  await world.importFile(
    JSON.stringify(prices.map((price, at) => ({ ...basis, activity: `P${at}`, price, key: String(2_000_000 + at) }))),
  )
  const shown = await Promise.all(prices.map((_, at) => world.ask(`/api/v2/activities/${2_000_000 + at}`)))
  assert.deepEqual(
    shown.map(({ body }) => Object(body).activity.price),
    ['$', '$', '$$', '$$', '$$$', '$$$$', '$$$$', '$$$$$'],
  )
})

test('the second version returns one random match by its own filters, and one by its key', async () => {
  const world = await imported()
  const cases: Record<string, string[]> = {
    '': ['A', 'B', 'C', 'D'],
    '?type=cooking': ['A', 'C'],
    '?participants=2': ['B', 'C'],
    '?minparticipants=2&maxparticipants=4': ['B', 'C'],
    '?price=$': ['A', 'B'],
    '?price=%24%24': ['C'],
    '?minprice=$$': ['C', 'D'],
    '?maxprice=$$&price=$$$$$': ['A', 'B', 'C'],
    '?availability=1': ['D'],
    '?minavailability=0.5': ['C', 'D'],
    '?type=&price=&participants=': ['A', 'B', 'C', 'D'],
    '?key=1000001&accessibility=7&participants=5': ['D'],
    '/1000002?participants=2': ['B'],
  }
  for (const [rest, expected] of Object.entries(cases)) {
    const drawn = new Set<string>()
    for (let step = 0; step < 20; step++) {
      world.setDraw(() => step / 20)
      const { status, body } = await world.ask(`/api/v2/activities${rest}`)
      assert.equal(status, 200, rest)
      drawn.add(String(Object(body).activity?.activity))
    }
    assert.deepEqual([...drawn].sort(), expected, rest)
  }
  const errors: Record<string, string> = {
    '?type=social': 'No activity found with the specified parameters',
    '?price=$$$': 'No activity found with the specified parameters',
    '?price=0.5': 'Failed to query due to error in arguments',
    '?minprice=$$$$$$': 'Failed to query due to error in arguments',
    '?participants=two': 'Failed to query due to error in arguments',
    '/1000009': 'No activities found with the specified parameters',
    '/abc': 'No activities found with the specified parameters',
    '/1000002?participants=3': 'No activities found with the specified parameters',
  }
  for (const [rest, error] of Object.entries(errors)) {
    const { status, body } = await world.ask(`/api/v2/activities${rest}`)
    assert.deepEqual([status, body], [200, { error }], rest)
  }
})

test('the sample has at least 200 activities of all types with distinct keys, and is marked as a sample', async () => {
  const world = await openWorld()
  for (const path of [
    '/random',
    '/filter',
    '/filter?type=other',
    '/activity/1',
    '/api/activity',
    '/api/activity?key=1',
    '/api/v2/activities',
    '/api/v2/activities/1',
  ])
    assert.equal((await world.ask(path)).headers['x-gateway-sample'], 'true', path)
  const { body } = await world.ask('/filter')
  assert.ok(Array.isArray(body) && body.length >= 200)
  assert.deepEqual([...new Set(body.map((one) => one.type))].sort(), [...types].sort())
  assert.equal(new Set(body.map((one) => one.activity)).size, body.length)
  for (const one of body)
    assert.equal(
      one.key,
      makeKey(one.activity, () => false),
      one.activity,
    )
})
