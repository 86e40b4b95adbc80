// Generated files: written when they differ, named when they are only checked, and files of others left alone.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { examples, kitchenSink } from '../packages/derive/kitchen-sink.ts'
import { refresh, staleFiles } from './generate.ts'
import { generatedFiles, generatedFolders } from './generated-files.ts'

const expected = generatedFiles([{ api: kitchenSink, examples, embedded: true }])
let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-generate-'))
})
after(() => rmSync(folder, { recursive: true }))

const source = 'packages/client/generated/kitchen-sink.ts'

test('an API has a document, a page and a client, beside the lists of all', () => {
  assert.deepEqual([...expected.keys()].sort(), [
    'README.md',
    'docs/openapi/kitchen-sink.json',
    'docs/reference/README.md',
    'docs/reference/errors.md',
    'docs/reference/kitchen-sink.md',
    'docs/reference/settings.md',
    'packages/client/generated/apis.ts',
    source,
    'packages/client/written-body.ts',
    'packages/client/written-parameter.ts',
  ])
  const alone = ['README.md', 'packages/client/written-body.ts', 'packages/client/written-parameter.ts']
  const own = [...expected.keys()].filter((path) => !alone.includes(path))
  for (const path of own) assert.ok(generatedFolders.some((name) => path.startsWith(`${name}/`)))
})
test('the table of the README is made from the declarations, and all else of it stays as it was written', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const generated = expected.get('README.md') ?? ''
  assert.match(generated, /`kitchen-sink`/)
  const around = (text: string) => [text.split('<!-- apis:begin -->')[0], text.split('<!-- apis:end -->')[1]]
  assert.deepEqual(around(generated), around(readme))
})
test('every file is out of date before it is written, and none after', () => {
  assert.deepEqual(staleFiles(folder, expected), [...expected.keys()].sort())
  assert.equal(existsSync(join(folder, source)), false)
  assert.deepEqual(refresh(folder, expected), [...expected.keys()].sort())
  assert.deepEqual(staleFiles(folder, expected), [])
  assert.equal(readFileSync(join(folder, source), 'utf8'), expected.get(source))
})
test('a changed file is named and put right', () => {
  writeFileSync(join(folder, source), 'changed')
  assert.deepEqual(staleFiles(folder, expected), [source])
  assert.deepEqual(refresh(folder, expected), [source])
  assert.equal(readFileSync(join(folder, source), 'utf8'), expected.get(source))
})
test('what was generated for an API that is gone is removed; what was written by hand stays', () => {
  const removed = ['docs/openapi/gone.json', 'docs/reference/gone.md', 'packages/client/generated/gone.ts']
  const page = expected.get('docs/reference/kitchen-sink.md') ?? ''
  for (const [index, text] of ['{}', page, expected.get(source) ?? ''].entries())
    writeFileSync(join(folder, removed[index] ?? ''), text)
  writeFileSync(join(folder, 'docs/reference/configuration.md'), '# Configuration\n')
  mkdirSync(join(folder, 'docs/reference/pictures'), { recursive: true })
  assert.deepEqual(staleFiles(folder, expected), removed)
  refresh(folder, expected)
  for (const path of removed) assert.equal(existsSync(join(folder, path)), false)
  assert.ok(existsSync(join(folder, 'docs/reference/configuration.md')))
})
