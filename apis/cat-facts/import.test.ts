// Every form of an import file, damaged and hostile files, and what happens to the sample; on both databases where
// anything is stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import type { ImportProgress } from '#define/imports'
import { compare } from '#provider'
import { migrationList } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { openWorld, type World } from './test/world.ts'

const breed = { breed: 'Barn, "Plain"', country: 'Freedonia', origin: 'Natural', coat: 'Short', pattern: '' }
const objects = [{ fact: 'Cats like\n\tthe sun.' }, { fact: 'Braces } and ] and \\" do not matter.', length: 1 }, breed]
const page = { current_page: 1, data: objects.slice(0, 2), links: [], total: 2 }

const forms: Record<string, string> = {
  'one object to a line': objects.map((object) => JSON.stringify(object)).join('\n'),
  'a list': JSON.stringify(objects),
  'a list over many lines': JSON.stringify(objects, null, 2),
  'pages of the provider': `${JSON.stringify(page)}\r\n${JSON.stringify({ ...page, data: [breed] }, null, 1)}\n`,
  'a list of pages with a byte order mark': `\ufeff ${JSON.stringify([page, { data: [breed] }])}`,
}
const csvFacts = 'length,Fact\r\n1,"Cats like\n\tthe sun."\r\n\r\n2,"Braces } and ] and \\"" do not matter."'
const csvBreeds = 'breed,country,origin,coat,pattern\n"Barn, ""Plain""",Freedonia,Natural,Short,\n'

async function known(world: World): Promise<unknown[]> {
  return [(await world.ask('/facts')).body.data, (await world.ask('/breeds')).body.data]
}
const expected = [
  [
    { fact: 'Cats like the sun.', length: 18 },
    { fact: 'Braces } and ] and \\" do not matter.', length: 36 },
  ],
  [breed],
]

for (const pieceBytes of [1, 5, 1 << 20]) {
  for (const [name, content] of Object.entries(forms))
    test(`${name} is imported, in pieces of ${pieceBytes} bytes`, async () => {
      const world = await openWorld()
      assert.deepEqual(await world.importFile(content, { pieceBytes }), { facts: 2, breeds: 1, added: 3, changed: 0 })
      assert.deepEqual(await known(world), expected)
    })
  test(`comma-separated values are imported, in pieces of ${pieceBytes} bytes`, async () => {
    const world = await openWorld()
    assert.deepEqual(await world.importFile(csvFacts, { pieceBytes }), { facts: 2, breeds: 0, added: 2, changed: 0 })
    assert.deepEqual(await world.importFile(csvBreeds, { pieceBytes }), { facts: 0, breeds: 1, added: 1, changed: 0 })
    assert.deepEqual(await known(world), expected)
  })
}

function rejects(reason: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Failure &&
    error.code === 'import.invalid' &&
    reason.test(error.message) &&
    !/[\r\n]/.test(error.message)
}
const refusals: Record<string, [content: string | Buffer, reason: RegExp]> = {
  'an empty file': ['', /neither facts nor breeds/],
  'an empty list': ['[]', /neither facts nor breeds/],
  'a first line alone': ['fact\n', /neither facts nor breeds/],
  'bytes that are not text': [Buffer.from([0x7b, 0xff, 0xfe]), /not UTF-8/],
  'other objects': ['{"fact":"a"}\n{"dog":"b"}', /line 2: has neither a fact nor a breed/],
  'other values': ['{"fact":"a"}\n"b"', /line 2: "\\"" where an object should begin/],
  'a list in a list': ['[[{"fact":"a"}]]', /line 1: "\[" where/],
  'an end without a beginning': ['{"fact":"a"}]', /line 1: "\]" where/],
  'an object that is not JSON': ['\n{"fact":"a",}\n', /line 2: .* is not JSON/],
  'a truncated object': ['{"fact":"a"}\n{"fact":"b"', /line 2: the file is truncated/],
  'a truncated list': ['[{"fact":"a"},\n', /line 2: the file is truncated/],
  'an endless object': [`{"fact":"${'a'.repeat(4_100_000)}`, /line 1: an object has more than/],
  'a fact that is not a string': ['{"fact":7}', /line 1: the fact is not text/],
  'an empty fact': ['{"fact":" "}', /line 1: the fact is empty/],
  'a fact of many words': [JSON.stringify({ fact: 'a '.repeat(1100) }), /line 1: the fact is not text of at most 2000/],
  'a breed without a name': ['{"breed":"","coat":"Short"}', /line 1: the breed has no name/],
  'a breed with a wrong member': ['{"breed":"A","coat":["Short"]}', /line 1: breed, country/],
  'a wrong record in a page': ['{"data":[{"fact":"a"},7]}', /line 1, record 2: is not an object/],
  'a row with a cell too many': ['fact\na\nb,c\n', /line 3: 2 cells where the first line has 1/],
  'an open quotation mark': ['fact\n"a\n', /line 2: a quotation mark is not closed/],
  'an endless row': [`fact\n${'a'.repeat(100_100)}`, /line 2: the row has more than/],
  'values of something else': ['name,colour\nTom,grey\n', /line 2: has neither a fact nor a breed/],
  'a name that reaches for the prototype': ['__proto__\na\n', /line 2: has neither/],
  'a hostile record': [`{"fact":"a"}\n{${'\r2 ERROR '.repeat(50)}}`, /line 2: .* is not JSON/],
}
for (const [name, [content, reason]] of Object.entries(refusals))
  test(`${name} is refused with its line number, and nothing is stored`, async () => {
    const world = await openWorld()
    await world.importFile('{"fact":"There before."}')
    const before = await known(world)
    for (const pieceBytes of [content.length > 1_000_000 ? 65_536 : 61, 1 << 22])
      await assert.rejects(world.importFile(content, { pieceBytes }), rejects(reason))
    assert.deepEqual(await known(world), before)
  })

test('the message names up to five records', async () => {
  const world = await openWorld()
  const rows = Array.from({ length: 9 }, () => '{"fact":1}')
  await assert.rejects(world.importFile(rows.join('\n')), rejects(/line 1: .*line 5: [^;]*; and possibly more/))
})

test('an import replaces the sample of its kind only', async () => {
  const world = await openWorld()
  await world.importFile('{"fact":"One."}')
  assert.equal((await world.ask('/facts')).headers['x-gateway-sample'], undefined)
  assert.equal((await world.ask('/fact')).headers['x-gateway-sample'], undefined)
  assert.equal((await world.ask('/breeds')).headers['x-gateway-sample'], 'true')
  await world.importFile('{"breed":"Barn"}')
  assert.equal((await world.ask('/breeds')).headers['x-gateway-sample'], undefined)
  assert.deepEqual((await known(world))[1], [{ breed: 'Barn', country: '', origin: '', coat: '', pattern: '' }])
})

test('a long import reports its progress every thousand records, and what is written', async () => {
  const world = await openWorld()
  const reports: ImportProgress[] = []
  const lines = Array.from({ length: 2100 }, (_, at) => `{"fact":"Fact ${at}."}\n`).join('')
  await world.importFile(lines, { pieceBytes: 1 << 20, progress: (counts) => reports.push(counts) })
  assert.deepEqual(reports.slice(0, 2), [
    { phase: 'reading', counts: { facts: 1000, breeds: 0 } },
    { phase: 'reading', counts: { facts: 2000, breeds: 0 } },
  ])
  const percents = reports.slice(2).map(({ percent }) => percent ?? -1)
  assert.deepEqual([percents[0], percents.at(-1)], [0, 100])
  assert.deepEqual(percents, percents.toSorted(compare))
  assert.ok(percents.length > 3)
  for (const { phase, counts } of reports.slice(2))
    assert.deepEqual([phase, counts], ['writing', { facts: 2100, breeds: 0 }])
})

await eachStore('cat facts', (database) => {
  const migrated = async (store: typeof database.store) => {
    await store.migrate(api.slug, migrationList(migrations))
    return openWorld({ database: store, migrated: true })
  }
  const facts = async (world: World) => {
    const { data } = (await world.ask('/facts?limit=1000')).body
    return Array.isArray(data) ? data.map((item) => String(Object(item).fact)) : []
  }

  test('a second import adds what is new, corrects breeds, keeps the order, and is seen by every process', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    assert.equal((await there.ask('/fact')).headers['x-gateway-sample'], 'true')

    await here.importFile('{"fact":"B."}\n{"fact":"A."}\n{"breed":"Barn","coat":"Short"}\n{"breed":"Yard"}')
    there.clock.advance(1000)
    assert.deepEqual(await facts(there), ['B.', 'A.'])

    const again = '{"fact":"C."}\n{"fact":"B."}\n{"fact":"C."}\n{"breed":"Barn","coat":"Long"}'
    assert.deepEqual(await there.importFile(again), { facts: 3, breeds: 1, added: 1, changed: 1 })
    assert.deepEqual(await there.importFile(again), { facts: 3, breeds: 1, added: 0, changed: 0 })
    here.clock.advance(1000)
    assert.deepEqual(await facts(here), ['B.', 'A.', 'C.'])
    const { data } = (await here.ask('/breeds')).body
    assert.deepEqual(Array.isArray(data) && data.map((row) => [Object(row).breed, Object(row).coat]), [
      ['Barn', 'Long'],
      ['Yard', ''],
    ])
  })

  test('concurrent imports lose nothing', async () => {
    const worlds = [await migrated(database.store), await migrated(await database.another())]
    const names = ['p', 'q', 'r', 's']
    await Promise.all(
      names.map((name, at) =>
        worlds[at % 2]?.importFile(Array.from({ length: 30 }, (_, n) => `{"fact":"${name}${n}"}`).join('\n'), {
          pieceBytes: 1000,
        }),
      ),
    )
    const [first] = worlds
    assert.ok(first)
    first.clock.advance(1000)
    const seen = new Set(await facts(first))
    for (const name of names) for (let n = 0; n < 30; n++) assert.ok(seen.has(`${name}${n}`), `${name}${n}`)
  })
})
