// Saved responses of the provider in every form, damaged and hostile files, and what happens to links and the sample;
// on both databases where anything is stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { migrationList } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { baseUrl, openWorld, type World } from './test/world.ts'

const live = 'https://characters.example.org/api'
const created = '2017-11-04T18:48:46.250Z'
const ada = {
  id: 5,
  name: 'Ada',
  status: 'Alive',
  species: 'Human',
  type: '',
  gender: 'Female',
  origin: { name: 'Old name of the Mill', url: `${live}/location/2` },
  location: { name: 'The Mill', url: `${live}/location/2` },
  image: `${live}/character/avatar/5.jpeg`,
  episode: [`${live}/episode/1`, `${live}/episode/9`],
  url: `${live}/character/5`,
  created,
}
const bob = {
  ...ada,
  id: 3,
  name: 'Bob',
  origin: { name: 'unknown', url: '' },
  location: { name: 'Far', url: `${live}/location/8` },
  episode: [],
}
const mill = { id: 2, name: 'The Mill', type: 'Mill', dimension: '', residents: [], url: `${live}/location/2`, created }
const pilot = {
  id: 1,
  name: 'Pilot',
  air_date: 'May 2, 2024',
  episode: 'S01E01',
  characters: [`${live}/character/3`, `${live}/character/77`],
  url: `${live}/episode/1`,
  created,
}
const pages = (results: object[], indent?: number) =>
  JSON.stringify({ info: { count: 1, pages: 1, next: null, prev: null }, results }, null, indent)

const forms: Record<string, string> = {
  'pages one after another': `${pages([ada])}${pages([bob], 2)}\n${pages([mill])} ${pages([pilot])}`,
  'a list of everything': JSON.stringify([mill, ada, pilot, bob]),
  'lists one after another with a byte order mark': `\ufeff${JSON.stringify([ada, bob])}\r\n${JSON.stringify([mill])}${JSON.stringify([pilot], null, 2)}`,
  'one record to a line': [pilot, ada, mill, bob].map((one) => JSON.stringify(one)).join('\n'),
}

const far = { name: 'Far', url: '' }
const place = { name: 'The Mill', url: `${baseUrl}/location/2` }
const adaHere = {
  ...ada,
  origin: place,
  location: place,
  image: `${baseUrl}/character/avatar/5.jpeg`,
  episode: [`${baseUrl}/episode/1`],
  url: `${baseUrl}/character/5`,
}
const bobHere = {
  ...bob,
  location: far,
  image: `${baseUrl}/character/avatar/3.jpeg`,
  episode: [`${baseUrl}/episode/1`],
  url: `${baseUrl}/character/3`,
}
const millHere = { ...mill, residents: [`${baseUrl}/character/5`], url: `${baseUrl}/location/2` }
const pilotHere = {
  ...pilot,
  characters: [`${baseUrl}/character/3`, `${baseUrl}/character/5`],
  url: `${baseUrl}/episode/1`,
}

async function whole(world: World): Promise<unknown[]> {
  const lists = await Promise.all(['/character', '/location', '/episode'].map((path) => world.ask(path)))
  return lists.map(({ status, body }) => (status === 200 ? Object(body).results : []))
}
const expected = [[bobHere, adaHere], [millHere], [pilotHere]]

for (const [name, content] of Object.entries(forms))
  for (const pieceBytes of [1, 64, 1 << 20])
    test(`${name}: imported in pieces of ${pieceBytes} bytes, and linked both ways`, async () => {
      const world = await openWorld()
      const counts = { characters: 2, locations: 1, episodes: 1 }
      assert.deepEqual(await world.importFile(content, { pieceBytes }), { ...counts, added: 4, changed: 0 })
      assert.equal(JSON.stringify(await whole(world)), JSON.stringify(expected))
      assert.deepEqual(await world.importFile(content, { pieceBytes }), { ...counts, added: 0, changed: 0 })
      assert.equal((await world.ask('/character')).headers['x-gateway-sample'], undefined)
    })

test('links to records that are imported later appear with them', async () => {
  const world = await openWorld()
  await world.importFile(pages([ada]))
  const alone = {
    ...adaHere,
    origin: { name: 'Old name of the Mill', url: '' },
    location: { name: 'The Mill', url: '' },
    episode: [],
  }
  assert.deepEqual(await whole(world), [[alone], [], []])
  await world.importFile(pages([mill]))
  await world.importFile(pages([pilot, bob]))
  assert.deepEqual(await whole(world), expected)
})

test('a record that is imported again is replaced, and residents follow', async () => {
  const world = await openWorld()
  await world.importFile(forms['a list of everything'] ?? '')
  const moved = { ...ada, location: { name: 'unknown', url: '' } }
  assert.deepEqual(await world.importFile(pages([moved])), {
    characters: 1,
    locations: 0,
    episodes: 0,
    added: 0,
    changed: 1,
  })
  assert.deepEqual(Object((await world.ask('/location/2')).body).residents, [])
  assert.deepEqual(Object((await world.ask('/character/5')).body).location, { name: 'unknown', url: '' })
})

function rejects(reason: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Failure &&
    error.code === 'import.invalid' &&
    reason.test(error.message) &&
    !/[\r\n]/.test(error.message)
}
const wrong = (change: object) => `\n${JSON.stringify({ ...ada, ...change })}`
const refusals: Record<string, [content: string | Buffer, reason: RegExp]> = {
  'an empty file': ['', /no records/],
  'a page without records': [pages([]), /no records/],
  'another kind of file': ['id,name\n1,Ada\n', /line 1: "i" where an object should begin/],
  'bytes that are not text': [Buffer.from([0x5b, 0xff, 0xfe]), /not UTF-8/],
  'something else': ['{"dog":1}', /line 1: is neither a character nor a location nor an episode/],
  'an object that is not JSON': ['[\n{"id":1,}]', /line 2: .* is not JSON/],
  'a truncated file': [pages([ada]).slice(0, -9), /line 1: the file is truncated/],
  'an endless object': [`{"name":"${'a'.repeat(8_100_000)}`, /line 1: an object has more than/],
  'a wrong record in a page': [pages([ada, { ...ada, id: 'x' }]), /line 1, record 2: id must be/],
  'an id below 1': [wrong({ id: 0 }), /line 2: id must be a positive integer/],
  'an enormous id': [wrong({ id: 2 ** 40 }), /line 2: id must be/],
  'no name': [wrong({ name: ' ' }), /line 2: name must be text of 1/],
  'a name that is too long': [wrong({ name: 'a'.repeat(1001) }), /line 2: name must be/],
  'a type that is a number': [wrong({ type: 3 }), /line 2: type must be text of 0/],
  'no status': [wrong({ status: undefined }), /line 2: status must be/],
  'a status of its own': [wrong({ status: 'Undead' }), /line 2: status must be one of Alive, Dead, unknown/],
  'a place that is a string': [wrong({ origin: 'The Mill' }), /line 2: origin must have/],
  'a place with another address': [wrong({ origin: { name: 'x', url: 'nowhere' } }), /line 2: origin must have/],
  'episodes without ids': [
    wrong({ episode: ['https://characters.example.org/api/episode/'] }),
    /line 2: episode must be a list/,
  ],
  'episodes that are not a list': [wrong({ episode: 'all' }), /line 2: episode must be a list/],
  'a time that is none': [wrong({ created: 'yesterday' }), /line 2: created must be/],
  'a time that is a number': [wrong({ created: 7 }), /line 2: created must be/],
}
for (const [name, [content, reason]] of Object.entries(refusals))
  test(`${name} is refused with its line number, and nothing is stored`, async () => {
    const world = await openWorld()
    await world.importFile(JSON.stringify([mill]))
    for (const pieceBytes of [content.length > 1_000_000 ? 65_536 : 61, 1 << 24])
      await assert.rejects(world.importFile(content, { pieceBytes }), rejects(reason))
    assert.deepEqual(await whole(world), [[], [{ ...millHere, residents: [] }], []])
  })

test('the message names up to five records', async () => {
  const world = await openWorld()
  const content = Array.from({ length: 9 }, () => '{"species":1}').join('\n')
  await assert.rejects(world.importFile(content), rejects(/line 1: .*line 5: [^;]*; and possibly more/))
})

await eachStore('characters', (database) => {
  const migrated = async (store: typeof database.store) => {
    await store.migrate(api.slug, migrationList(migrations))
    return openWorld({ database: store, migrated: true })
  }

  test('an import is seen by every process, and a second one adds to it', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    assert.equal((await there.ask('/character')).headers['x-gateway-sample'], 'true')
    await here.importFile(pages([ada, bob]))
    there.clock.advance(1000)
    assert.equal(Object((await there.ask('/character')).body).info.count, 2)
    await there.importFile(JSON.stringify([mill, pilot]))
    here.clock.advance(1000)
    assert.equal(JSON.stringify(await whole(here)), JSON.stringify(expected))
  })

  test('concurrent imports lose nothing', async () => {
    const worlds = [await migrated(database.store), await migrated(await database.another())]
    await Promise.all(
      [100, 200, 300, 400].map((start, at) => {
        const many = Array.from({ length: 30 }, (_, n) => ({ ...ada, id: start + n }))
        return worlds[at % 2]?.importFile(pages(many), { pieceBytes: 1000 })
      }),
    )
    const [first] = worlds
    assert.ok(first)
    first.clock.advance(1000)
    assert.equal(Object((await first.ask('/character')).body).info.count, 122)
  })
})
