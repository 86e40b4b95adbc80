// Super-linear expressions are found wherever they are written, and linear ones are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from '#derive'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { growthOfPattern } from './pattern-growth.ts'
import { patternProblems } from './patterns.ts'

const problemsOf = (text: string) => patternProblems({ path: 'apis/a/b.ts', text })

test('an expression that backtracks, or searches again from each start, grows faster than its text', () => {
  const expressions = [
    /(a+)+$/,
    /(?:a|ab|b)*c/,
    /^\d+\.?\d*$/,
    /=+$/,
    /\s+$/,
    /^-+|-+$/g,
    /x*y/,
    /([\w-]+)="([^"]*)"/g,
    /"[^"\\]*(?:\\.[^"\\]*)*"/g,
    /'(?:[^'\\\n]|\\.)*'/g,
    /^[^\n]*-->[^\n]*\n/,
    /<!--.*?-->/s,
    /\{([^}]+)\}/g,
    /\[[^\]]*\]|./gu,
    /^(\s*"[^"]*"):/gm,
    /\/\*\*[\s\S]*?\*\//,
    /(?<=#.*)x/,
    /(.*)\1z/,
    /^(.*?),(.*?),(.*?);$/,
  ]
  for (const { source, flags } of expressions) assert.ok(growthOfPattern(source, flags), source)
})

test('a linear expression passes, also one that repeats a few times or stops at its own beginning', () => {
  const expressions = [
    /^[a-z]+$/,
    /[^a]/g,
    /^\d+(?:\.\d*)?$/,
    /(?<!=)=+$/,
    /\{([^{}]+)\}/g,
    /<[^<>]*>/g,
    /^\s*(?:[a-z]{1,40}\s*,\s*)*$/,
    /\w+/g,
    /^.{1,64}@.{1,8}$/,
    /(?<![\w-])([\w-]+)="([^"]*)"/g,
  ]
  for (const { source, flags } of expressions) assert.equal(growthOfPattern(source, flags), undefined, source)
})

test('literals, constants, parameters and patterns of declarations are seen', () => {
  for (const text of [
    String.raw`export const trimmed = (text: string) => text.replace(/\s+$/, '')`,
    String.raw`const end = '+$'; export const at = new RegExp('\\s' + end)`,
    `const ends = String.raw\`\\s+$\`\nexport const at = RegExp(\`a?\${ends}\`, "u")`,
    "const rule = (letters: string) => new RegExp(letters, 'g')\nexport const rules = [rule('a'), rule('a+b')]",
    "const kinds = { one: ['a'], two: ['b+c'] } as const\nexport const of = (k: 'one') => new RegExp(kinds[k].join('|'))",
    "export const of = (names: string[]) => new RegExp(names.map((name) => RegExp.escape(name)).join('.*') + '$', 's')",
    'const end = /a+$/; export const all = new RegExp(end, "g")',
    "export const name = str({ pattern: '^(a+)+$' })",
  ])
    assert.match(problemsOf(text).join(), /takes \d+ times as long/, text)
})

test('the source must be known before the program runs', () => {
  assert.match(
    problemsOf('export const of = (text: string) => new RegExp(text)').join(),
    /build the source of constants/,
  )
  const checked =
    '// sources checked in scripts/check/circles.test.ts\nexport const of = (text: string) => new RegExp(text)'
  assert.match(problemsOf(checked).join(), /does not call growthOfPattern/)
})

test('what bounds the text is named, and used where the expression is', () => {
  const bounded = (body: string) => `const most = 9\n// bounded by most\nconst end = /=+$/\n${body}`
  assert.deepEqual(
    problemsOf(bounded('export const trim = (text: string) => text.slice(0, most).replace(end, "")')),
    [],
  )
  const unbounded = bounded('export const trim = (text: string) => text.replace(end, "")')
  assert.match(problemsOf(unbounded).join(), /does not use most/)
})

test('the path of every endpoint is matched in linear time', async () => {
  const paths = (await loadApis()).flatMap(({ api }) =>
    Object.values({ ...api.endpoints, ...api.sockets }).map(({ path }) => path),
  )
  const shapes = new Set(paths.map((path) => path.replace(/(?<=[/{*])\w+/g, 'a')))
  for (const shape of shapes) assert.equal(growthOfPattern(patternOf(shape, '').source, ''), undefined, shape)
})
