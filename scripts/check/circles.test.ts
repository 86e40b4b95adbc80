// Circles are found between files, type-only ones too, and between sibling folders at any depth of a part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circles } from './circles.ts'
import { importsOf } from './imports.ts'

const edgesOf = (...arrows: readonly (readonly [string, string])[]) => {
  const paths = new Set(arrows.flat())
  return new Map(
    [...paths].map((path) => [path, arrows.filter(([from]) => from === path).map(([, to]) => ({ path: to }))]),
  )
}

test('a chain of files that ends where it began is a circle', () => {
  const [circle, ...others] = circles(edgesOf(['apis/a/x.ts', 'apis/a/y.ts'], ['apis/a/y.ts', 'apis/a/x.ts']))
  assert.equal(circle, 'circle of files: apis/a/x.ts -> apis/a/y.ts -> apis/a/x.ts')
  assert.deepEqual(others, [])
})

test('two folders that import each other through different files are a circle, however deep the files are', () => {
  const problems = circles(edgesOf(['apis/a/p/x.ts', 'apis/a/q/r/y.ts'], ['apis/a/q/z.ts', 'apis/a/p/w.ts']))
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^circle of folders: apis\/a\/p and apis\/a\/q /)
})

test('a folder may use the files above it, which put the folders together', () => {
  assert.deepEqual(circles(edgesOf(['apis/a/open.ts', 'apis/a/p/x.ts'], ['apis/a/p/y.ts', 'apis/a/errors.ts'])), [])
})

test('parts are looked at one by one: two APIs have no common folder', () => {
  const arrows = [
    ['apis/a/p/x.ts', 'packages/q/y.ts'],
    ['packages/q/z.ts', 'apis/a/p/w.ts'],
  ] as const
  assert.deepEqual(circles(edgesOf(...arrows)), [])
})

test('an import at run time is an import', () => {
  const text = "import type { A } from './a.ts'\nexport const load = async () => (await import('../seed/b.ts')).b\n"
  assert.deepEqual(importsOf({ path: 'apis/a/provider/x.ts', text }), [
    { path: 'apis/a/provider/a.ts' },
    { path: 'apis/a/seed/b.ts' },
  ])
})
