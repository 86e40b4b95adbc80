// Guards that long strings, parsed apart from the rest of a JSON text, are what the parser would have made of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseScannedJson } from './bounded-json.ts'
import { endOfJsonString } from './json-strings.ts'

const filler = 'x'.repeat(1024 * 1024)
const long = 300 * 1024
/** Characters that end strings, escape, or take several bytes. */
const units = fc.constantFrom('"', '\\', '\n', 'a', ':', 'é', '😀', '\ud83d')
const pieces = fc.array(fc.string({ unit: units, maxLength: 6 }), { maxLength: 6 })
const longStrings = pieces.map((parts) => parts.map((part) => part + 'ab😀'.repeat(long / 8)).join(''))

test('a long text is parsed as by the parser, whatever its long strings hold and wherever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(longStrings, { maxLength: 3 }), longStrings, async (list, member) => {
      const value = { list, [member.slice(0, 20)]: member, __proto__: null, nested: [{ filler, 'a"b': member }] }
      const text = JSON.stringify(value)
      assert.deepEqual(await parseScannedJson(Buffer.from(text)), JSON.parse(text))
    }),
    { numRuns: 20 },
  )
})

test('escapes are the same wherever a long string is cut into pieces', async () => {
  const escapes = fc.constantFrom('\\u00e9', '\\ud83d\\ude00', '\\\\', '\\"', '\\n', 'é', 'u', 'ab')
  await fc.assert(
    fc.asyncProperty(fc.array(escapes, { minLength: 1, maxLength: 9 }), fc.nat(12), async (parts, shift) => {
      const unit = parts.join('')
      const text = `["${'x'.repeat(shift)}${unit.repeat(Math.ceil((2.1 * filler.length) / unit.length))}"]`
      assert.deepEqual(await parseScannedJson(Buffer.from(text)), JSON.parse(text))
    }),
    { numRuns: 30 },
  )
})

const own = `{"__proto__":${JSON.stringify(filler)},"${filler}":1}`
const broken = [
  `["${filler}\n"]`,
  `["${filler}\\x"]`,
  `["${filler}`,
  `["${filler}\\"`,
  `["${filler}"`,
  `["${filler}""]`,
  `[\\"${filler}"]`,
]

test('long strings are members of any name, and names', async () => {
  assert.deepEqual(await parseScannedJson(Buffer.from(own)), JSON.parse(own))
  assert.equal(await parseScannedJson(Buffer.from(JSON.stringify(filler))), filler)
})

test('what the parser refuses in a long text is refused', async () => {
  for (const text of broken) {
    assert.throws(() => JSON.parse(text), SyntaxError)
    await assert.rejects(async () => parseScannedJson(Buffer.from(text)), SyntaxError, text.slice(-10))
  }
})

test('each long string has a turn of its own, and more than one when it is longer than a megabyte', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const strings = [...Array.from({ length: 20 }, () => 'x'.repeat(long)), filler.repeat(4)]
  assert.deepEqual(await parseScannedJson(Buffer.from(JSON.stringify(strings))), strings)
  clearImmediate(next)
  assert.ok(turns >= 24, `${turns}`)
})

test('the end of a string is its first quote that is not escaped', () => {
  const content = fc.array(fc.constantFrom('\\"', '\\\\', 'a', 'é', 'b'.repeat(70)), { maxLength: 200 })
  fc.assert(
    fc.property(content, (parts) => {
      const bytes = Buffer.from(`"${parts.join('')}" and more "`)
      assert.equal(endOfJsonString(bytes, 1), Buffer.byteLength(parts.join('')) + 2)
      assert.equal(endOfJsonString(bytes.subarray(0, -12), 1), bytes.length - 12)
    }),
  )
})
