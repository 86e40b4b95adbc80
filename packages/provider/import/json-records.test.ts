import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonObjects, jsonRecords } from './json-records.ts'
import { allOf, stringPieces, ticksWhileReading } from './pieces.fixture.ts'
import { createImportProblems } from './problems.ts'

const one = '{"text":"} ] \\" {","list":[{"deep":[]}]}'
const two = '{\n"two": 2}'

test('objects are found one per line, in arrays, and one after another, wherever the chunks split', async () => {
  for (const content of [`${one}\n${two}`, `[${one},\n${two}]`, `[${one}]\n[${two}]`, ` ${one} , \n${two}\n`])
    for (const size of [1, 3, 7, 1000]) {
      const objects = await allOf(jsonObjects(stringPieces(content, size), 1000))
      assert.deepEqual(objects, [
        { line: 1, json: one },
        { line: 2, json: two },
      ])
    }
})

test('anything else, an object that is too long, and a truncated file are refused with the line', async () => {
  const refused: [content: string, reason: RegExp][] = [
    ['\na', /line 2: "a" where an object should begin/],
    ['[[{}]]', /line 1: "\[" where/],
    ['{}]', /line 1: "\]" where/],
    ['\n{"a":1', /line 2: the file is truncated/],
    ['[{}', /line 1: the file is truncated/],
    [`\n{"a":"${'x'.repeat(100)}"}`, /line 2: an object has more than 50 characters/],
  ]
  for (const [content, reason] of refused)
    for (const size of [1, 1000]) await assert.rejects(allOf(jsonObjects(stringPieces(content, size), 50)), reason)
})

test('pages are unwrapped, each record has its position, and what is not JSON is a problem', async () => {
  const problems = createImportProblems()
  const content = '{"data":[{"a":1},2]}\n{"b":2}\n{oops}\n[{"data":3}]'
  const options = { pageMember: 'data', maxLength: 100, problems }
  assert.deepEqual(await allOf(jsonRecords(stringPieces(content, 5), options)), [
    { where: 'line 1, record 1', value: { a: 1 } },
    { where: 'line 1, record 2', value: 2 },
    { where: 'line 2', value: { b: 2 } },
    { where: 'line 4', value: { data: 3 } },
  ])
  assert.throws(() => problems.throwIfAny(), /line 3: "\{oops\}" is not JSON/)
})

test('a large chunk does not hold up the event loop, nor does a large page', async () => {
  const record = '{"one":[1,2],"two":"three"}\n'
  const options = { pageMember: 'data', maxLength: 10_000_000, problems: createImportProblems() }
  const page = `{"data":[${Array.from({ length: 100_000 }, () => record).join(',')}]}`
  for (const content of [record.repeat(100_000), page]) {
    const ticks = await ticksWhileReading(jsonRecords(stringPieces(content, 4_000_000), options))
    assert.ok(ticks >= 5, `${ticks} ticks`)
  }
})
