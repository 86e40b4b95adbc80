// Exports that no other file uses are found, whichever way the others could use them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exports } from './exports.ts'

const unusedIn = (files: Readonly<Record<string, string>>) =>
  exports(Object.entries(files).map(([path, text]) => ({ path, text }))).map((problem) => problem.split(',')[0])

test('a value or a type that only its own file uses is a problem', () => {
  const own = 'export const a = 1\nexport interface B { c: typeof a }\nexport function d(e: B) {}'
  assert.deepEqual(unusedIn({ 'apis/x/own.ts': own, 'apis/x/other.ts': "import { d } from './own.ts'\nd({ c: 1 })" }), [
    'apis/x/own.ts exports a',
    'apis/x/own.ts exports B',
  ])
})

test('every form of import is a use, and one that is passed on has to be used there', () => {
  const own = 'export const a = 1\nexport const b = 2'
  for (const other of [
    "import { a, b as c } from './own.ts'",
    "import * as own from './own.ts'\nown.a + own.b",
    "import * as own from './own.ts'\nlist(own)",
    "const own = await import('./own.ts')",
  ])
    assert.deepEqual(unusedIn({ 'apis/x/own.ts': own, 'apis/x/other.ts': other }), [], other)
  for (const door of ["export { a, b } from './own.ts'", "export * from './own.ts'"]) {
    const user = "import { a } from './door.ts'"
    const [problem, ...others] = unusedIn({ 'apis/x/own.ts': own, 'apis/x/door.ts': door, 'apis/x/user.ts': user })
    assert.match(problem ?? '', / exports b$/)
    assert.deepEqual(others, [])
  }
  const member = "import * as own from './own.ts'\nown.a"
  assert.deepEqual(unusedIn({ 'apis/x/own.ts': own, 'apis/x/other.ts': member }), ['apis/x/own.ts exports b'])
})

test('tests are users of their own package or API, of what is there for tests, and of doors', () => {
  const own = 'export const a = 1'
  const use = (path: string) => `import { a } from '${path}'`
  assert.deepEqual(unusedIn({ 'apis/x/b/own.ts': own, 'apis/x/x.test.ts': use('./b/own.ts') }), [])
  assert.deepEqual(unusedIn({ 'tests/own.ts': own, 'tests/x.test.ts': use('./own.ts') }), [])
  assert.deepEqual(unusedIn({ 'packages/provider/mod.ts': own, 'apis/x/x.test.ts': use('#provider') }), [])
  assert.deepEqual(unusedIn({ 'packages/y/own.ts': own, 'tests/x.test.ts': use('../packages/y/own.ts') }), [
    'packages/y/own.ts exports a',
  ])
})

test('modules that are loaded by their address, and the client, export for others', () => {
  for (const path of ['apis/x/prepare.ts', 'packages/client/mod.ts'])
    assert.deepEqual(unusedIn({ [path]: 'export const prepare = 1' }), [])
  assert.deepEqual(unusedIn({ 'apis/x/provider/prepare.ts': 'export const prepare = 1' }).length, 1)
})

test('no export of the project is unused', () => assert.deepEqual(exports(), []))
