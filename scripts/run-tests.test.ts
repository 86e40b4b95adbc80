// Which tests `npm test -- <path>` and `npm test -- --changed` run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTestFiles, testFilesBelow } from './run-tests.ts'
import { folderOf } from './test.ts'

test('a folder means the tests below it and none of a folder that only begins alike', () => {
  const files = ['apis/cat/a.test.ts', 'apis/cat/provider/b.test.ts', 'apis/cat-facts/c.test.ts', 'tests/d.test.ts']
  assert.deepEqual(testFilesBelow(['./apis/cat/'], files), ['apis/cat/a.test.ts', 'apis/cat/provider/b.test.ts'])
  assert.deepEqual(testFilesBelow(['tests/d.test.ts'], files), ['tests/d.test.ts'])
  assert.deepEqual(testFilesBelow(['apis/dog'], files), [])
})

test('every test file of the project is found, and nothing of node_modules', () => {
  const files = allTestFiles()
  assert.ok(files.includes('scripts/run-tests.test.ts'))
  assert.ok(files.every((file) => !file.includes('node_modules')))
})

test('a changed file stands for its API, its package, or its folder of the gateway', () => {
  assert.equal(folderOf('apis/randomness/provider/dice/view.ts'), 'apis/randomness')
  assert.equal(folderOf('packages/define/shapes.ts'), 'packages/define')
  assert.equal(folderOf('packages/gateway/src/account/vault/seal.ts'), 'packages/gateway/src/account/vault')
  assert.equal(folderOf('README.md'), '')
})
