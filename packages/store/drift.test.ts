// Guards that findings of several processes add up, stay bounded and are forgotten, on both databases.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { addDrift, type DriftFindingRow, listDrift, maxDriftFindings, pruneDrift, removeDrift } from './drift.ts'

const finding = (pointer: string, more: Partial<DriftFindingRow> = {}): DriftFindingRow => ({
  ...{ kind: 'missing', pointer, seen: 'nothing', declared: 'string', severity: 'breaking' },
  ...{ count: 1, firstAt: 10, lastAt: 10, ...more },
})
const endpoint = (name: string, findings: DriftFindingRow[], at = 10) => ({
  ...{ listing: name.split('.')[0] ?? '', endpoint: name.split('.')[1] ?? '', compared: 3, cut: 1 },
  ...{ firstAt: at, lastAt: at, findings },
})

await eachStore('drift', (database) => {
  const db = () => database.store.db
  const pointers = async (filter: Partial<Parameters<typeof listDrift>[1]> = {}) =>
    (await listDrift(db(), { limit: 100, ...filter })).map(({ listing, endpoint: id, findings }) => [
      `${listing}.${id}`,
      findings.map(({ pointer }) => pointer),
    ])
  beforeEach(async () => {
    for (const listing of ['a', 'b']) await removeDrift(db(), listing)
  })

  test('what processes find adds up', async () => {
    const late = finding('/x', { declared: 'number', count: 2, firstAt: 20, lastAt: 20 })
    await Promise.all([
      addDrift(db(), endpoint('a.one', [finding('/x')])),
      addDrift(db(), endpoint('a.one', [finding('/x', { seen: 'null' })])),
    ])
    await addDrift(db(), endpoint('a.one', [late], 20))
    assert.deepEqual(await listDrift(db(), { limit: 10 }), [
      {
        ...{ listing: 'a', endpoint: 'one', compared: 9, cut: 3, firstAt: 10, lastAt: 20 },
        findings: [
          { ...finding('/x'), declared: 'number', count: 3, lastAt: 20 },
          finding('/x', { seen: 'null' }),
        ].sort((one, other) => (one.seen < other.seen ? -1 : 1)),
      },
    ])
  })

  test('endpoints come in pages and by listing and severity', async () => {
    await addDrift(db(), endpoint('b.one', []))
    await addDrift(db(), endpoint('a.two', [finding('/y', { severity: 'info' }), finding('/z')]))
    await addDrift(db(), endpoint('a.one', [finding('/x', { severity: 'info' })]))
    assert.deepEqual(await pointers(), [
      ['a.one', ['/x']],
      ['a.two', ['/y', '/z']],
      ['b.one', []],
    ])
    assert.deepEqual(await pointers({ listing: 'b' }), [['b.one', []]])
    assert.deepEqual(await pointers({ severities: ['breaking'] }), [['a.two', ['/z']]])
    assert.deepEqual(await pointers({ after: { listing: 'a', endpoint: 'one' }, limit: 1 }), [['a.two', ['/y', '/z']]])
  })

  test('an endpoint keeps a bounded number of findings, and goes on counting those', async () => {
    const many = Array.from({ length: maxDriftFindings + 5 }, (_, index) => finding(`/${1000 + index}`))
    await addDrift(db(), endpoint('a.one', many))
    await addDrift(db(), endpoint('a.one', [finding('/1000'), finding('/new')]))
    const [kept] = await listDrift(db(), { limit: 1 })
    assert.equal(kept?.findings.length, maxDriftFindings)
    assert.equal(kept?.findings[0]?.count, 2)
  })

  test('old findings are forgotten, and a listing on request', async () => {
    await addDrift(db(), endpoint('a.one', [finding('/old')]))
    await addDrift(db(), endpoint('a.one', [finding('/new', { firstAt: 20, lastAt: 20 })], 20))
    await addDrift(db(), endpoint('b.one', [finding('/old')]))
    await pruneDrift(db(), 15)
    assert.deepEqual(await pointers(), [['a.one', ['/new']]])
    assert.equal(await removeDrift(db(), 'a'), true)
    assert.equal(await removeDrift(db(), 'a'), false)
    assert.deepEqual(await pointers(), [])
  })
})
