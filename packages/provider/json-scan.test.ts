// Guards that the scan of a JSON text counts what the parser would build, however the text is cut into chunks, and that
// each limit refuses the first text beyond it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonTooComplex, parseBoundedJson, parseScannedJson, parseShortJson } from './bounded-json.ts'
import { type JsonLimits, JsonScan, jsonLimits } from './json-scan.ts'

const unlimited: JsonLimits = {
  depth: 10_000,
  values: 1e9,
  containers: 1e9,
  strings: 1e9,
  names: 1e9,
  nameBytes: 1e9,
  escapes: 1e9,
}

interface Counts {
  depth: number
  values: number
  members: number
  containers: number
  strings: number
}

/** Counts the parsed value, level by level. */
function countsOf(root: unknown): Counts {
  const counts: Counts = { depth: 0, values: 0, members: 0, containers: 0, strings: 0 }
  for (let level = [root]; level.length > 0; ) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') counts.strings++
      if (typeof value !== 'object' || value === null) continue
      const children: unknown[] = Object.values(value)
      counts.containers++
      counts.values += Math.max(1, children.length)
      if (!Array.isArray(value)) counts.members += children.length
      next.push(...children)
    }
    if (level.some((value) => typeof value === 'object' && value !== null)) counts.depth++
    level = next
  }
  return counts
}

/** Pushes the text in chunks whose lengths repeat those given. */
function scanned(bytes: Buffer, lengths: readonly number[], limits = unlimited) {
  const scan = new JsonScan(limits)
  let passed: string | undefined
  for (let at = 0, round = 0; at < bytes.length && passed === undefined; round++) {
    const length = lengths[round % lengths.length] ?? bytes.length
    passed = scan.push(bytes.subarray(at, at + length))
    at += length
  }
  return { counts: scan.counts, passed }
}

/** Strings in which quotes, backslashes and brackets are common, some of them longer than the scan's inner loop. */
const strings = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', '}', ':', ',', 'a', '\n', 'é', '😀'), maxLength: 12 }),
  fc.string({ minLength: 40, maxLength: 400 }),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, tie('leaf'), tie('array'), tie('object')),
  leaf: fc.oneof(strings, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
  array: fc.array(tie('value'), { maxLength: 8 }),
  object: fc.dictionary(strings, tie('value'), { maxKeys: 8 }),
})).value
const chunkLengths = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 })

test('the counts are those of the parsed value, wherever the text is cut', () => {
  fc.assert(
    fc.property(values, chunkLengths, fc.constantFrom(undefined, 2), (value, lengths, space) => {
      const text = JSON.stringify(value, undefined, space)
      const { counts, passed } = scanned(Buffer.from(text), lengths)
      assert.equal(passed, undefined)
      const { depth, values, members, containers, strings: texts } = counts
      assert.deepEqual({ depth, values, members, containers, strings: texts }, countsOf(JSON.parse(text)))
      assert.equal(counts.escapes, text.match(/\\./g)?.length ?? 0)
    }),
  )
})

test('a text exactly at a limit passes, and one beyond it does not, wherever it is cut', () => {
  const kinds = ['depth', 'values', 'containers', 'strings', 'escapes'] as const
  fc.assert(
    fc.property(values, chunkLengths, fc.constantFrom(...kinds), (value, lengths, kind) => {
      const bytes = Buffer.from(JSON.stringify(value))
      const most = scanned(bytes, [bytes.length]).counts[kind]
      assert.equal(scanned(bytes, lengths, { ...unlimited, [kind]: most }).passed, undefined)
      if (most > 0) assert.match(scanned(bytes, lengths, { ...unlimited, [kind]: most - 1 }).passed ?? '', /^\d+ \w/)
    }),
  )
})

const many = (count: number, item: (index: number) => string) => `[${Array.from({ length: count }, (_, i) => item(i))}]`
const beyond: Readonly<Record<keyof JsonLimits, string>> = {
  depth: '['.repeat(129) + ']'.repeat(129),
  values: many(400_001, () => '1'),
  containers: many(50_000, () => '{}'),
  strings: many(100_001, () => '""'),
  names: many(13_000, (index) => `{"name${index}":1}`),
  nameBytes: `{"${'n'.repeat(4097)}":1}`,
  escapes: `"${'\\n'.repeat(1_000_001)}"`,
}

for (const [kind, text] of Object.entries(beyond))
  test(`the default limits refuse more ${kind} before anything is parsed`, async () => {
    await assert.rejects(parseBoundedJson(Buffer.from(`${text} no JSON`)), JsonTooComplex)
    assert.throws(() => parseShortJson(Buffer.from(`${text} no JSON`)), JsonTooComplex)
  })

test('a long text is decoded and parsed in turns of their own, between which others run', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const long = Buffer.from(JSON.stringify('x'.repeat(1_100_000)))
  const value = parseScannedJson(long)
  assert.ok(value instanceof Promise)
  assert.equal(String(await value).length, 1_100_000)
  clearImmediate(next)
  assert.ok(turns >= 3, `${turns}`)
})

test('many records with the same few names pass, and so does a text of 32 MiB', async () => {
  const records = many(30_000, (index) => `{"id":${index},"name":"thing","price":1.5}`)
  assert.equal(scanned(Buffer.from(records), [65_536], jsonLimits).passed, undefined)
  const long = JSON.stringify('x'.repeat(32 * 1024 * 1024))
  assert.equal((await parseBoundedJson(Buffer.from(long))) === JSON.parse(long), true)
  await assert.rejects(parseBoundedJson(Buffer.from('{"a":')), SyntaxError)
})
