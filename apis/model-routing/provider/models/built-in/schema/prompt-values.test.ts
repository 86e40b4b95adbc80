// Values that a prompt holds get into the members that they are for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeValue } from './value-maker.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const made = (properties: Readonly<Record<string, object>>, prompt: string): unknown =>
  makeValue(objectOf(properties), prompt)

const people = { type: 'array', items: text }
const kinds = ['work', 'party', 'travel']
const cases: readonly (readonly [prompt: string, properties: Readonly<Record<string, object>>, value: object])[] = [
  [
    'Alice and Bob go to a party called Gala on 2026-12-01, cost 20.5',
    { name: text, date: text, people, kind: { enum: kinds }, cost: number },
    { name: 'Gala', date: '2026-12-01', people: ['Alice', 'Bob'], kind: 'party', cost: 20.5 },
  ],
  [
    'Invoice of 3 March 2026: 12 bottles at 4.50, total 54. Mail to ann@example.com',
    { total: number, bottles: { type: 'integer' }, date: { type: 'string', format: 'date' }, email: text },
    { total: 54, bottles: 12, date: '2026-03-03', email: 'ann@example.com' },
  ],
  [
    'name: Bob Stone, age: 42, city: Oslo',
    { city: text, age: number, name: text },
    { city: 'Oslo', age: 42, name: 'Bob Stone' },
  ],
  ['{"title": "Low tide", "pages": 120}', { title: text, pages: number }, { title: 'Low tide', pages: 120 }],
  ['tags: sea, harbour and tide', { tags: people }, { tags: ['sea', 'harbour', 'tide'] }],
  ['Sum up 3, 5 and 8', { numbers: { type: 'array', items: number } }, { numbers: [3, 5, 8] }],
  [
    'Meet at 9:30 on December 24th, 2026; see https://example.com/plan.',
    { time: text, when: { type: 'string', format: 'date-time' }, url: text },
    { time: '09:30', when: '2026-12-24T00:00:00Z', url: 'https://example.com/plan' },
  ],
  [
    'The deadline is 2026-02-30, or rather 2026-03-02, and 1,250 pages are left.',
    { deadline: text, pages: { type: 'integer' } },
    { deadline: '2026-03-02', pages: 1250 },
  ],
  [
    'It is about work and travel.',
    { topics: { type: 'array', items: { enum: kinds } } },
    { topics: ['work', 'travel'] },
  ],
  ['Call +44 20 7946 0958 for 2 seats', { phone: text, seats: number }, { phone: '+44 20 7946 0958', seats: 2 }],
]

for (const [prompt, properties, value] of cases)
  test(`"${prompt}" is read member by member`, () => assert.deepEqual(made(properties, prompt), value))

test('what a prompt says gives way to the schema', () => {
  assert.deepEqual(made({ code: { type: 'string', maxLength: 3 } }, 'code: ABCDEF'), { code: 'ABC' })
  assert.deepEqual(made({ age: { type: 'integer', maximum: 30 } }, 'age: 42'), { age: 30 })
  const pair = { type: 'array', items: text, minItems: 2, maxItems: 2 }
  assert.equal((made({ tags: pair }, 'tags: a, b, c') as { readonly tags: unknown[] }).tags.length, 2)
})
