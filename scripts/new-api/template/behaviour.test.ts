// What is special here; generic suites already cover every endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'

const add = (text: string) => ({ method: 'POST', body: { text } })

test('an account sees its own notes before the sample, and nobody else sees them', async () => {
  const world = await openWorld()
  assert.deepEqual((await world.ask('/notes', add('Buy bread.'))).body, { id: 1001, text: 'Buy bread.' })
  const own = await world.ask('/notes?limit=2')
  assert.deepEqual(own.body, [
    { id: 1001, text: 'Buy bread.' },
    { id: 2, text: 'The second note.' },
  ])
  const other = await world.ask('/notes?limit=1', { account: 'acc_other' })
  assert.deepEqual(other.body, [{ id: 2, text: 'The second note.' }])
})

test('answers from the sample are marked, answers from stored notes are not', async () => {
  const world = await openWorld()
  await world.ask('/notes', add('Buy bread.'))
  const marks = async (path: string) => (await world.ask(path)).headers['x-gateway-sample']
  assert.deepEqual(
    [await marks('/notes'), await marks('/notes/1'), await marks('/notes/1001')],
    ['true', 'true', undefined],
  )
})

test('imported notes take the place of the sample and are not marked; notes of accounts stay', async () => {
  const world = await openWorld()
  await world.ask('/notes', add('Buy bread.'))
  await world.importFile('text\n"Bread, fresh"\n')
  const { body, headers } = await world.ask('/notes')
  assert.deepEqual(body, [
    { id: 1001, text: 'Buy bread.' },
    { id: 1, text: 'Bread, fresh' },
  ])
  assert.equal(headers['x-gateway-sample'], undefined)
})

test('a file with an invalid row names its line and changes nothing', async () => {
  const world = await openWorld()
  const file = `text\nBread\n${'b'.repeat(1001)}\n`
  await assert.rejects(world.importFile(file), /line 3: text has 1 to 1000 characters/)
  assert.equal((await world.ask('/notes')).headers['x-gateway-sample'], 'true')
})

test('an unknown note is a 404 in the form of the provider', async () => {
  const { status, body } = await (await openWorld()).ask('/notes/9')
  assert.deepEqual([status, body], [404, { error: { code: 'not_found', message: 'There is no note 9.' } }])
})
