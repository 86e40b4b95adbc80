// A default that hides a wrong index is found in each form, and one of a value that may be missing is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaults, defaultsIn } from './defaults.ts'

const problemsOf = (text: string) => defaultsIn({ path: 'a.ts', text })

for (const text of [
  "const name = names[0] ?? ''",
  'for (let i = 0; i < list.length; i++) sum += list[i] ?? 0',
  'for (const [at, one] of list.entries()) add(one, others[at] ?? [])',
  'list.map((one, index) => one - (others[index] ?? 0))',
  'const last = list[list.length - 1] ?? -1',
  'const found = list[Math.floor(share * list.length)] ?? 0',
  'const middle = list.length / 2; use(list[middle] ?? {})',
  'const byte = chunk[at++] ?? 0',
  'const next = list[2 + at] ?? 0',
])
  test(`refused: ${text}`, () => {
    const problems = problemsOf(`\n${text}`)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(String(problems[0]), /^a\.ts:2: /)
  })

for (const text of [
  "const type = headers['content-type'] ?? ''",
  'for (const kind of kinds) add(groups[kind] ?? [])',
  'for (const [name, one] of Object.entries(table)) add(one, others[name] ?? [])',
  "const [first = ''] = names",
  "const first = names.at(0) ?? ''",
  "const group = /a(b)?/.exec(text)?.[1] ?? ''",
  'const value = list[0] ?? fallback',
  'const total = totals[name + kind] ?? 0',
])
  test(`allowed: ${text}`, () => assert.deepEqual(problemsOf(text), []))

test('no file outside the hot ones has such a default', () => assert.deepEqual(defaults(), []))
