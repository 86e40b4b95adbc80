// Both forms of an import file, damaged and hostile files, derived keys, and imports of several processes on both
// databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { migrationList } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { makeKey } from './provider/activities/activity.ts'
import { openWorld, type World } from './test/world.ts'

const soup = {
  activity: 'Cook {a} "soup" [quickly]',
  availability: 0.3,
  type: 'cooking',
  participants: 3,
  price: 0.4,
  accessibility: 'Minor challenges',
  duration: 'hours',
  kidFriendly: true,
  link: 'https://soup.example.org/?a=1',
  key: '2211716',
}
const walk = { ...soup, activity: 'Walk', link: '', key: '1000000', _id: { $oid: '5' } }

async function known(world: World): Promise<Record<string, unknown>[]> {
  const { status, body } = await world.ask('/filter')
  return status === 200 && Array.isArray(body) ? body : []
}
const expected = [soup, { ...soup, activity: 'Walk', link: '', key: '1000000' }]

const forms: Record<string, string> = {
  'the data file of the older provider': `${JSON.stringify(soup)}\r\n${JSON.stringify(walk)}\r\n`,
  'a list': JSON.stringify([soup, walk]),
  'a list over many lines': JSON.stringify([soup, walk], null, 2),
  'stray quotation marks, odd cases and a number as key': JSON.stringify([
    { ...soup, accessibility: 'minor challenges"', type: ' Cooking', duration: 'HOURS', key: 2211716 },
    walk,
  ]),
}
for (const [name, content] of Object.entries(forms))
  for (const pieceBytes of [1, 64, 1 << 20])
    test(`${name}: imported in pieces of ${pieceBytes} bytes`, async () => {
      const world = await openWorld()
      assert.deepEqual(await world.importFile(content, { pieceBytes }), { activities: 2, added: 2, changed: 0 })
      assert.deepEqual(await known(world), expected)
      assert.deepEqual(await world.importFile(content, { pieceBytes }), { activities: 2, added: 0, changed: 0 })
    })

function rejects(reason: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Failure &&
    error.code === 'import.invalid' &&
    reason.test(error.message) &&
    !/[\r\n]/.test(error.message)
}
const wrong = (change: object) => `\n${JSON.stringify({ ...soup, ...change })}`
const refusals: Record<string, [content: string | Buffer, reason: RegExp]> = {
  'an empty file': ['', /no activities/],
  'another kind of file': ['activity,type\nWalk,social\n', /line 1: "a" where an object should begin/],
  'bytes that are not text': [Buffer.from([0x7b, 0xff, 0xfe]), /not UTF-8/],
  'an object that is not JSON': ['{"activity":}', /line 1: is not an object \("\{/],
  'a truncated file': [JSON.stringify([soup]).slice(0, -3), /line 1: the file is truncated/],
  'an endless object': [`{"activity":"${'a'.repeat(110_000)}`, /line 1: an object has more than/],
  'no name': [wrong({ activity: ' ' }), /line 2: activity must be text/],
  'a very long name': [wrong({ activity: 'a'.repeat(501) }), /line 2: activity must be text/],
  'a name that is a number': [wrong({ activity: 7 }), /line 2: activity must be text/],
  'an unknown type': [wrong({ type: 'sleeping' }), /line 2: type must be one of education/],
  'a type that is not a string': [wrong({ type: null }), /line 2: type must be/],
  'half a person': [wrong({ participants: 1.5 }), /line 2: participants must be/],
  nobody: [wrong({ participants: 0 }), /line 2: participants must be/],
  'people as a string': [wrong({ participants: '2' }), /line 2: participants must be/],
  'a price above one': [wrong({ price: 1.01 }), /line 2: price must be/],
  'a price in words': [wrong({ price: 'cheap' }), /line 2: price must be/],
  'a negative availability': [wrong({ availability: -0.1 }), /line 2: availability must be/],
  'an unknown accessibility': [wrong({ accessibility: 'Easy' }), /line 2: accessibility must be one of Few/],
  'an unknown duration': [wrong({ duration: 'years' }), /line 2: duration must be one of minutes/],
  'a string instead of true or false': [wrong({ kidFriendly: 'yes' }), /line 2: kidFriendly must be/],
  'a link that runs a script': [wrong({ link: 'javascript://example.org/%0Aalert(1)' }), /line 2: link must be/],
  'a link with spaces': [wrong({ link: 'https://example.org/a b' }), /line 2: link must be/],
  'a key that is too short': [wrong({ key: '123456' }), /line 2: key must have seven digits/],
  'a key that begins with 0': [wrong({ key: '0123456' }), /line 2: key must have seven digits/],
}
for (const [name, [content, reason]] of Object.entries(refusals))
  test(`${name} is refused with its line number, and nothing is stored`, async () => {
    const world = await openWorld()
    await world.importFile(JSON.stringify(walk))
    for (const pieceBytes of [61, 1 << 20])
      await assert.rejects(world.importFile(content, { pieceBytes }), rejects(reason))
    assert.deepEqual(await known(world), expected.slice(1))
  })

test('the message names up to five activities', async () => {
  const world = await openWorld()
  const content = Array.from({ length: 9 }, () => '{"activity":1}').join('\n')
  await assert.rejects(world.importFile(content), rejects(/line 1: .*line 5: [^;]*; and possibly more/))
})

test('a missing key is derived from the name, yields to keys of the file, and stays the same', async () => {
  const world = await openWorld()
  const natural = makeKey('Walk', () => false)
  const next = makeKey('Walk', (key) => key === natural)
  const { key: _none, ...keyless } = walk
  const content = JSON.stringify([keyless, { ...soup, key: natural }])
  assert.deepEqual(await world.importFile(content), { activities: 2, added: 2, changed: 0 })
  assert.deepEqual(
    (await known(world)).map(({ key }) => key),
    [next, natural],
  )
  assert.deepEqual(await world.importFile(content), { activities: 2, added: 0, changed: 0 })
  assert.match(next, /^[1-9]\d{6}$/)
})

test('an activity without a key has the key of the stored one with its name', async () => {
  const world = await openWorld()
  await world.importFile(JSON.stringify(walk))
  const { key: _none, ...keyless } = walk
  assert.deepEqual(await world.importFile(JSON.stringify({ ...keyless, price: 0.5 })), {
    activities: 1,
    added: 0,
    changed: 1,
  })
  assert.deepEqual(
    (await known(world)).map(({ key, price }) => [key, price]),
    [['1000000', 0.5]],
  )
})

test('an import replaces the sample', async () => {
  const world = await openWorld()
  assert.equal((await world.ask('/filter')).headers['x-gateway-sample'], 'true')
  await world.importFile(JSON.stringify(soup))
  const { headers, body } = await world.ask('/filter')
  assert.deepEqual([headers['x-gateway-sample'], body], [undefined, [soup]])
})

await eachStore('activity suggestions', (database) => {
  const migrated = async (store: typeof database.store) => {
    await store.migrate(api.slug, migrationList(migrations))
    return openWorld({ database: store, migrated: true })
  }

  test('a second import adds and corrects, keeps the order, and is seen by every process', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    assert.equal((await there.ask('/random')).headers['x-gateway-sample'], 'true')
    await here.importFile(JSON.stringify([soup, walk]))
    there.clock.advance(1000)
    assert.deepEqual(await known(there), expected)

    const swim = { ...soup, activity: 'Swim', key: '3000000' }
    const again = JSON.stringify([swim, { ...soup, price: 0.9 }])
    assert.deepEqual(await there.importFile(again), { activities: 2, added: 1, changed: 1 })
    here.clock.advance(1000)
    assert.deepEqual(await known(here), [{ ...soup, price: 0.9 }, expected[1], swim])
  })

  test('concurrent imports lose nothing', async () => {
    const worlds = [await migrated(database.store), await migrated(await database.another())]
    const names = ['p', 'q', 'r', 's']
    const { key: _none, ...keyless } = soup
    await Promise.all(
      names.map((name, at) => {
        const many = Array.from({ length: 30 }, (_, n) => ({ ...keyless, activity: `${name}${n}` }))
        return worlds[at % 2]?.importFile(JSON.stringify(many), { pieceBytes: 1000 })
      }),
    )
    const [first] = worlds
    assert.ok(first)
    first.clock.advance(1000)
    const seen = new Set((await known(first)).map(({ activity }) => activity))
    for (const name of names) for (let n = 0; n < 30; n++) assert.ok(seen.has(`${name}${n}`), `${name}${n}`)
  })
})
