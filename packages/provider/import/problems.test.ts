import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { createImportProblems, excerpt, invalidImport } from './problems.ts'

test('a refused file is import.invalid with its reason and its cause', () => {
  const cause = new Error('below')
  const failure = invalidImport('it is empty', cause)
  assert.ok(failure instanceof Failure)
  assert.deepEqual([failure.code, failure.cause], ['import.invalid', cause])
  assert.match(failure.message, /it is empty/)
})

test('problems are collected up to the fifth, which ends the import', () => {
  const problems = createImportProblems()
  problems.throwIfAny()
  for (const line of [1, 2, 3, 4]) problems.add(`line ${line}`, 'is wrong')
  assert.throws(() => problems.throwIfAny(), /line 1: is wrong; line 2: is wrong; line 3: is wrong; line 4: is wrong$/)
  assert.throws(() => problems.add('line 9', 'is wrong'), /line 4: is wrong; line 9: is wrong; and possibly more$/)
})

test('an excerpt is short, quoted, and keeps to one line', () => {
  assert.equal(excerpt('a\n"b"'), '"a\\n\\"b\\""')
  assert.equal(excerpt('x'.repeat(100)), `"${'x'.repeat(40)}…"`)
})
