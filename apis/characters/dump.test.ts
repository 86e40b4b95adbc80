// The collections of the provider's database as mongodump writes them: places are references between files, and not all
// documents are records.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ObjectId, serialize } from 'bson'
import { Failure } from '#define'
import { baseUrl, openWorld, type World } from './test/world.ts'

const dumpOf = (documents: readonly object[]) => Buffer.concat(documents.map((document) => serialize(document)))
const live = 'https://characters.example.org/api'
const created = new Date('2017-11-04T18:48:46.250Z')
const hex = (digit: string) => new ObjectId(digit.repeat(24))
const [millId, nowhereId, farId] = [hex('a'), hex('b'), hex('c')]
const rest = { __v: 0, edited: created, author: hex('9') }

const mill = { _id: millId, id: 2, name: 'The Mill', type: 'Mill', dimension: 'Here', residents: [], created, ...rest }
const nowhere = { _id: nowhereId, name: 'unknown', url: '' }
const locations = dumpOf([mill, nowhere])
const ada = {
  _id: hex('1'),
  id: 5,
  name: 'Ada',
  status: 'Alive',
  species: 'Human',
  type: '',
  gender: 'Female',
  origin: nowhereId,
  location: millId,
  image: `${live}/character/avatar/5.jpeg`,
  episode: [`${live}/episode/1`],
  url: `${live}/character/5`,
  created,
  ...rest,
}
const bob = { ...ada, _id: hex('2'), id: 3, name: 'Bob', origin: millId, location: farId }
const characters = dumpOf([ada, bob])
const episodes = dumpOf([
  { _id: hex('3'), id: 1, name: 'Pilot', air_date: 'May 2, 2024', episode: 'S01E01', characters: [], created, ...rest },
])

async function character(world: World, id: number): Promise<{ origin: unknown; location: unknown; episode: unknown }> {
  return Object((await world.ask(`/character/${id}`)).body)
}
const here = { name: 'The Mill', url: `${baseUrl}/location/2` }
const unknown = { name: 'unknown', url: '' }

async function expectWhole(world: World): Promise<void> {
  const { origin, location, episode } = await character(world, 5)
  assert.deepEqual([origin, location, episode], [unknown, here, [`${baseUrl}/episode/1`]])
  const far = await character(world, 3)
  assert.deepEqual([far.origin, far.location], [here, unknown])
  assert.deepEqual((await world.ask('/location/2')).body, {
    id: 2,
    name: 'The Mill',
    type: 'Mill',
    dimension: 'Here',
    residents: [`${baseUrl}/character/5`],
    url: `${baseUrl}/location/2`,
    created: created.toISOString(),
  })
}

const none = { characters: 0, locations: 0, episodes: 0, skipped: 0, added: 0, changed: 0 }
const files = { locations, characters, episodes }
for (const order of [
  ['locations', 'characters', 'episodes'],
  ['episodes', 'characters', 'locations'],
] as const)
  test(`collections imported in the order ${order.join(', ')} are linked`, async () => {
    const world = await openWorld()
    const expected = {
      locations: { ...none, locations: 1, skipped: 1, added: 1 },
      characters: { ...none, characters: 2, added: 2 },
      episodes: { ...none, episodes: 1, added: 1 },
    }
    for (const name of order) assert.deepEqual(await world.importFile(files[name], { pieceBytes: 3 }), expected[name])
    await expectWhole(world)
    assert.deepEqual(await world.importFile(characters), { ...none, characters: 2 })
  })

test('the collections may come in one file', async () => {
  const world = await openWorld()
  await world.importFile(Buffer.concat([characters, episodes, locations]), { pieceBytes: 1 << 20 })
  await expectWhole(world)
})

test('a location imported again from an API response keeps the characters of the dump', async () => {
  const world = await openWorld()
  for (const file of [characters, locations, episodes]) await world.importFile(file)
  const { _id, __v, edited, author, ...answer } = mill
  const saved = JSON.stringify([{ ...answer, name: 'The Old Mill', url: `${live}/location/2` }])
  assert.deepEqual(await world.importFile(saved), { characters: 0, locations: 1, episodes: 0, added: 0, changed: 1 })
  assert.deepEqual((await character(world, 5)).location, { ...here, name: 'The Old Mill' })
  assert.deepEqual(await world.importFile(saved), { characters: 0, locations: 1, episodes: 0, added: 0, changed: 0 })
})

test('an invalid record is reported by its number, and nothing from the file is stored', async () => {
  const world = await openWorld()
  const rejects = (reason: RegExp) => (error: unknown) =>
    error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)
  await assert.rejects(world.importFile(dumpOf([ada, { ...bob, id: -1 }])), rejects(/document 2: id must be/))
  await assert.rejects(world.importFile(dumpOf([{ ...ada, location: 'x' }])), rejects(/document 1: location must/))
  await assert.rejects(world.importFile(dumpOf([nowhere])), rejects(/no records/))
  await assert.rejects(world.importFile(characters.subarray(0, -1)), rejects(/document 2: the file is truncated/))
  assert.equal((await world.ask('/character')).headers['x-gateway-sample'], 'true')
})
