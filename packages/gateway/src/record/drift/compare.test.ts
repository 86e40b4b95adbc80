// Comparison with declarations: each change of an answer is found under its own name and place, unchanged answers of
// every API have none, and no value is ever repeated.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anyOf, int, list, map, obj, type Shape, str } from '#define'
import { present } from '#define/present'
import { isRaw } from '#define/reflect'
import { loadApis } from '../../process/load-apis.ts'
import { compareAnswer, declaredAnswerOf } from './compare.ts'
import { compareLimits, compareShape } from './compare-shape.ts'
import type { Comparison, DeclaredAnswer } from './finding.ts'
import { type Answer, answer, declaration, mutations } from './mutations.fixture.ts'

const told = ({ findings }: Comparison) =>
  findings.map(({ kind, pointer, declared, seen }) => `${kind} ${pointer} ${declared} ${seen}`).sort()

/** Changes the member at a path. */
function changed(path: readonly (string | number)[], to: unknown): Answer {
  const whole = answer()
  let at: Answer = whole
  // members of the fixture on the way are objects or lists
  for (const step of path.slice(0, -1)) at = at[step] as Answer
  const last = present(path.at(-1))
  if (to === undefined) delete at[last]
  else at[last] = to
  return whole
}

describe('a changed answer', () => {
  for (const { name, path, to, findings } of mutations)
    test(`${name} is found`, () =>
      assert.deepEqual(told(compareShape(declaration, changed(path, to))), [...findings].sort()))

  test('unchanged has no finding', () => {
    assert.deepEqual(compareShape(declaration, answer()), { findings: [], isCut: false })
  })
})

const json: DeclaredAnswer = { status: 200, result: { schema: JSON.stringify(obj({ id: str() })) }, streams: false }
const seen = (status: number, body = '{"id":"a"}', contentType = 'application/json; charset=utf-8') => ({
  status,
  contentType,
  body: Buffer.from(body),
})

test('statuses and content types are compared before the body', () => {
  const cases: [DeclaredAnswer, ReturnType<typeof seen>, string[]][] = [
    [json, seen(200), []],
    [json, seen(201), ['breaking status  200 201']],
    [json, seen(302, ''), ['breaking status  200 302']],
    [json, seen(304, ''), []],
    [json, seen(404, '{}'), []],
    [json, seen(500, 'oops', 'text/html'), []],
    [json, seen(418, '{}'), ['warning status  200 418']],
    [json, seen(200, '<p>', 'text/html'), ['breaking retyped  application/json text/html']],
    [json, seen(200, 'CANARY', 'CANARY'), ['breaking retyped  application/json an invalid content type']],
    [json, seen(200, '{"id"'), ['breaking retyped  application/json no JSON']],
    [json, seen(200, '{"id":"a"}', 'application/hal+json'), []],
    [{ ...json, streams: true }, seen(200, 'data: 1', 'text/event-stream'), []],
    [{ ...json, result: { contentType: 'text/csv' } }, seen(200, 'a,b', 'text/csv'), []],
    [{ ...json, result: { contentType: 'text/csv' } }, seen(200, '{}'), ['warning retyped  text/csv application/json']],
    [{ ...json, status: 204, result: 'empty' }, seen(204, '', ''), []],
    [{ ...json, result: 'empty' }, seen(200), ['info retyped  nothing application/json']],
  ]
  for (const [declared, got, findings] of cases) {
    const told = compareAnswer(declared, got).findings.map(
      (one) => `${one.severity} ${one.kind} ${one.pointer} ${one.declared} ${one.seen}`,
    )
    assert.deepEqual(told, findings, `${got.status} ${got.contentType}`)
  }
})

test('names that may be data are never told', () => {
  const shape = obj({ id: str() })
  for (const name of ['ann@example.com', '2026-11-29', '4711', 'Ann Smith', 'é', 'x'.repeat(65), '__proto__ '])
    assert.deepEqual(told(compareShape(shape, { id: 'a', [name]: 1 })), ['new /* nothing integer'])
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`user${index}`, 'CANARY']))
  assert.deepEqual(told(compareShape(shape, { id: 'a', ...many })), ['new /* nothing string'])
})

test('schemas that refer to each other, parts and choices are resolved', () => {
  const schema = {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        allOf: [
          { $ref: '#/$defs/named' },
          {
            type: 'object',
            properties: { next: { oneOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
            required: ['next'],
          },
        ],
      },
      named: {
        type: 'object',
        properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
        required: ['name', 'secret'],
      },
      self: { anyOf: [{ $ref: '#/$defs/self' }, { $ref: '#/$defs/self' }] },
    },
  }
  assert.deepEqual(told(compareShape(schema, { name: 'a', next: { name: 'b', next: null } })), [])
  assert.deepEqual(told(compareShape(schema, { name: 'a', next: { name: 1, next: null } })), [
    'retyped /next/name string integer',
  ])
  assert.deepEqual(told(compareShape(schema, { name: 'a', next: { next: null, title: 'b' } })), [
    'missing /next/name string nothing',
    'new /next/title nothing string',
  ])
  assert.deepEqual(told(compareShape({ $ref: '#/$defs/self', $defs: schema.$defs }, 1)), [])
})

test('work and findings are bounded, and a comparison that was cut says so', () => {
  const wide = compareShape(
    list(str()),
    Array.from({ length: compareLimits.steps + 1 }, () => 'x'),
  )
  assert.equal(wide.isCut, true)
  const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
  const nested: Record<string, unknown> = { type: 'array', items: { $ref: '#/$defs/nested' } }
  assert.equal(compareShape({ $ref: '#/$defs/nested', $defs: { nested } }, JSON.parse(deep)).isCut, true)
  const members = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`m${index}`, int()]))
  const missing = compareShape(obj(members), {})
  assert.deepEqual([missing.findings.length, missing.isCut], [compareLimits.findings, true])
  // choices within choices would double the work with each level
  let schema: Shape<unknown> = anyOf([obj({ a: int() }), obj({ a: str() })])
  for (let level = 0; level < 40; level++) schema = anyOf([obj({ n: schema }), obj({ n: schema })])
  let value: unknown = { a: true }
  for (let level = 0; level < 40; level++) value = { n: value }
  assert.equal(compareShape(schema, value).isCut, true)
  assert.deepEqual(told(compareShape(map(int()), { a: 'x', b: 'y' })), ['retyped /* integer string'])
})

for (const { api, examples } of await loadApis())
  test(`the examples of ${api.slug} fit their declarations, and a changed one does not`, () => {
    for (const [id, endpoint] of Object.entries(api.endpoints)) {
      const { output } = examples[id] ?? {}
      if (isRaw(endpoint.returns) || endpoint.unimplemented !== undefined) continue
      const declared = declaredAnswerOf(api, endpoint)
      const compare = (value: unknown) => compareAnswer(declared, seen(declared.status, JSON.stringify(value)))
      assert.deepEqual(compare(output), { findings: [], isCut: false }, id)
      const required: unknown = endpoint.returns.required
      const name: unknown = Array.isArray(required) ? required[0] : undefined
      if (typeof name !== 'string') continue
      const { [name]: _, ...rest } = Object(output)
      const [first] = compare(rest).findings
      assert.deepEqual([first?.kind, first?.pointer], ['missing', `/${name}`], id)
    }
  })
