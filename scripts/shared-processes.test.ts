// Which test files share a process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTestFiles } from './run-tests.ts'
import { processesFor } from './shared-processes.ts'

const shared = (files: readonly string[], sources: Readonly<Record<string, string>> = {}) =>
  processesFor(files, (file) => sources[file] ?? '')

test('neighbours share a process, and folders do not', () => {
  const files = ['apis/cat/a.test.ts', 'apis/cat/provider/b.test.ts', 'apis/dog/a.test.ts']
  assert.deepEqual(shared(files), [['apis/cat/a.test.ts', 'apis/cat/provider/b.test.ts'], ['apis/dog/a.test.ts']])
  assert.deepEqual(shared(['tests/a.test.ts', 'tests/b.test.ts', 'tests/wire/a.test.ts']), [
    ['tests/a.test.ts', 'tests/b.test.ts'],
    ['tests/wire/a.test.ts'],
  ])
})

test('what takes long, or measures growth, has a process of its own', () => {
  const files = ['tests/every-endpoint.test.ts', 'tests/growth-of-media.test.ts', 'tests/start/a.test.ts']
  assert.deepEqual(
    shared(files),
    files.map((file) => [file]),
  )
})

test('a file has its own process when its hooks are of the file, or it measures or changes the process', () => {
  for (const source of [
    'before(() => 1)',
    'x\nafter(() => 1)',
    'const proxy = await openProxy({ after })',
    'process.env.A = 1',
    'process.memoryUsage()',
    'performance.now()',
  ])
    assert.deepEqual(shared(['apis/a/1.test.ts', 'apis/a/2.test.ts'], { 'apis/a/1.test.ts': source }), [
      ['apis/a/1.test.ts'],
      ['apis/a/2.test.ts'],
    ])
  const reading = { 'apis/a/1.test.ts': "if (process.env.CI === 'true') spawn(process.execPath)" }
  assert.equal(shared(['apis/a/1.test.ts', 'apis/a/2.test.ts'], reading).length, 1)
  const within = { 'apis/a/1.test.ts': "describe('x', () => {\n  before(() => 1)\n})" }
  assert.equal(shared(['apis/a/1.test.ts', 'apis/a/2.test.ts'], within).length, 1)
})

test('every file is run exactly once', () => {
  const files = allTestFiles()
  assert.deepEqual(shared(files).flat().sort(), [...files].sort())
})
