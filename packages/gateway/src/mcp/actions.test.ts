import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsMeant } from './actions.ts'

test('words that name no subject tell what is to be done', () => {
  assert.deepEqual([...actionsMeant('Which banks do I have?')], [['list', 1]])
  assert.deepEqual([...actionsMeant('transaction 12')], [['one', 1]])
  assert.deepEqual([...actionsMeant('make a spending category')], [['create', 1]])
  assert.deepEqual([...actionsMeant('getting rid of a glossary')], [['delete', 1]])
  assert.equal(actionsMeant('glossaries').size, 0)
})

test('several actions share the weight of one', () => {
  const meant = actionsMeant('list all, then delete one')
  assert.equal(
    [...meant.values()].reduce((sum, share) => sum + share, 0),
    1,
  )
  assert.equal(meant.get('list'), 0.5)
})
