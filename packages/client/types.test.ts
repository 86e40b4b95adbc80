// The lines of types.check.ts that must not compile do not, each on its own, and all others do.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { expectedLines, linesWithErrors, marker } from '../../tests/harness/compile-errors.ts'

const home = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const source = readFileSync(new URL('types.check.ts', import.meta.url), 'utf8')

test('wrong calls do not compile, and right ones do', () => {
  const expected = expectedLines(source)
  assert.ok(expected.length >= 10)
  assert.deepEqual(linesWithErrors(source.replaceAll(marker, ''), home), expected)
})
test('the check itself finds a line that compiles although it must not', () => {
  assert.deepEqual(linesWithErrors(source, home), [])
})
