// Outbound rule 4 for every encoding that honest software writes, and the bound of the work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Secret } from '../../packages/gateway/src/process/secret.ts'
import { keyFormsOf, Masker, maskString } from '../../packages/gateway/src/upstream/masking.ts'
import { sampled } from '../harness/seed.ts'

const visible = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const anyKey = fc.oneof(
  fc.string({ unit: fc.constantFrom(...visible.slice(0, 62)), minLength: 6, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...visible), minLength: 6, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'ab/+&é\u{1f511}'), minLength: 6, maxLength: 20 }),
)

const hexByte = (byte: number) => byte.toString(16).padStart(2, '0')
const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${hexByte(byte)}`).join('')
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
const entity = (character: string, isHex: boolean) =>
  isHex ? `&#x${character.codePointAt(0)?.toString(16)};` : `&#${character.codePointAt(0)};`
const entities = (key: string, set: RegExp, isHex: boolean) =>
  [...key].map((one) => (set.test(one) ? entity(one, isHex) : one)).join('')
const named = (key: string) =>
  key.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)

const encoders: Readonly<Record<string, (key: string) => string>> = {
  raw: (key) => key,
  'everything in percent': percent,
  'all but letters and digits in percent': (key) => key.replace(/[^A-Za-z0-9]/gu, percent),
  component: encodeURIComponent,
  form: (key) => new URLSearchParams({ k: key }).toString().slice(2),
  'every character as a JSON escape': unicode,
  JSON: (key) => JSON.stringify(key).slice(1, -1),
  'JSON in ASCII': (key) =>
    JSON.stringify(key)
      .slice(1, -1)
      .replace(/[^\x20-\x7e]/gu, unicode),
  'decimal entities': (key) => entities(key, /[\s\S]/u, false),
  'hexadecimal entities': (key) => entities(key, /[\s\S]/u, true),
  'decimal entities but for letters and digits': (key) => entities(key, /[^A-Za-z0-9]/u, false),
  'hexadecimal entities but for letters and digits': (key) => entities(key, /[^A-Za-z0-9]/u, true),
  'named entities': named,
  'named entities and the apostrophe in decimal': (key) => named(key).replaceAll("'", '&#39;'),
  'named entities and the apostrophe in three digits': (key) => named(key).replaceAll("'", '&#039;'),
  'named entities and the apostrophe in hex': (key) => named(key).replaceAll("'", '&#x27;'),
  hex: (key) => Buffer.from(key).toString('hex'),
}
const inAnyCase = (text: string, isUpper: readonly boolean[]) =>
  text.replace(/[A-Za-z]/g, (letter, at: number) =>
    isUpper[at % isUpper.length] ? letter.toUpperCase() : letter.toLowerCase(),
  )

function masked(body: Buffer, offsets: readonly number[], key: string) {
  const forms = keyFormsOf(new Secret(key))
  assert.ok(forms)
  const masker = new Masker(forms)
  const out: Buffer[] = []
  let from = 0
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const to = Math.min(body.length, Math.max(from, offset))
    out.push(Buffer.from(masker.push(Buffer.from(body.subarray(from, to)))))
    from = to
  }
  out.push(masker.push(Buffer.from(body.subarray(from))), masker.end())
  return { text: Buffer.concat(out).toString('latin1'), comparisons: masker.comparisons, forms }
}

test('a key in any encoding and letter case is overwritten in bodies of any chunks and in headers', () => {
  const noise = fc.string({ unit: fc.constantFrom(...' \n{}":,.x%&\\u0;#'), maxLength: 1200 })
  const cuts = fc.array(fc.nat({ max: 1500 }), { maxLength: 12 })
  const isUpper = fc.option(fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }))
  const names = fc.constantFrom(...Object.keys(encoders))
  fc.assert(
    fc.property(anyKey, names, isUpper, noise, cuts, (key, name, upper, gap, offsets) => {
      const form = encoders[name]?.(key) ?? ''
      const echo = Buffer.from(upper === null ? form : inAnyCase(form, upper))
      const body = Buffer.concat([Buffer.from(`${gap} `), echo, Buffer.from(` ${gap}`)])
      const { text, forms } = masked(body, offsets, key)
      const at = Buffer.byteLength(gap) + 1
      assert.equal(text.slice(at, at + echo.length), '*'.repeat(echo.length), `${name}: ${echo}`)
      assert.equal(text.length, body.length)
      assert.equal(maskString(body.toString('latin1'), forms), text)
    }),
    { numRuns: sampled(1500) },
  )
})

test('base64 in another letter case is another key, and passes', () => {
  const key = 'pk-secret-0123456789'
  const other = Buffer.from(key).toString('base64').toLowerCase()
  assert.equal(masked(Buffer.from(other), [], key).text, other)
})

/** Keys of few different letters, and bodies that nearly repeat them. */
const long = 1_000_000
const worst: readonly (readonly [name: string, key: string, body: string])[] = [
  ['one letter', 'a'.repeat(4095), 'a'.repeat(long)],
  ['one letter, never complete', 'a'.repeat(4095), `${'a'.repeat(4094)}b`.repeat(Math.ceil(long / 4095))],
  ['one letter and another at the end', `${'a'.repeat(4094)}b`, 'a'.repeat(long)],
  ['one letter and another at the beginning', `b${'a'.repeat(4094)}`, `b${'a'.repeat(4093)}`.repeat(long / 4000)],
  ['two letters in turn', 'ab'.repeat(2047), `${'ab'.repeat(2046)}a`.repeat(Math.ceil(long / 4093))],
  ['a short key of one letter', 'aaaaaa', `${'a'.repeat(5)}b`.repeat(long / 6)],
  ['percent signs', '%25'.repeat(1365), '%25'.repeat(long / 3)],
  ['the beginning of a realistic key', `sk-${'0123456789abcdef'.repeat(200)}`, 'sk-0123456789abcdefsk'.repeat(50_000)],
]
for (const [name, key, body] of worst) {
  const whole = Buffer.from(body)
  for (const [cut, offsets] of [
    ['whole', []],
    ['in chunks of 1,000', Array.from({ length: whole.length / 1000 }, (_, index) => index * 1000)],
    ['byte by byte', Array.from({ length: 20_000 }, (_, index) => index)],
  ] as const)
    test(`the work is linear in the body, ${cut}: ${name}`, () => {
      const { text, comparisons, forms } = masked(whole, offsets, key)
      assert.ok(comparisons > 0, 'the automaton is in use')
      // each byte costs each pattern one comparison, and one more for every byte that it had matched before
      assert.ok(comparisons <= 2 * whole.length * forms.patterns.length, `${comparisons} comparisons`)
      assert.ok(forms.patterns.length <= 60, `${forms.patterns.length} forms`)
      assert.equal(text.length, whole.length)
      assert.ok(!text.includes(key))
    })
}
