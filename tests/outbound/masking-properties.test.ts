// Outbound rule 4 for any key, any body and any chunking.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Secret } from '../../packages/gateway/src/process/secret.ts'
import type { KeyPattern } from '../../packages/gateway/src/upstream/key-patterns.ts'
import { KeyForms, keyFormsOf, Masker, maskBytes, maskString } from '../../packages/gateway/src/upstream/masking.ts'
import { createMultiPatternSearch } from '../../packages/gateway/src/upstream/multi-pattern-search.ts'
import { sampled } from '../harness/seed.ts'

const printable = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 80 })
const anyKey = fc.oneof(
  printable,
  fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '/', '+', '"'), minLength: 6, maxLength: 20 }),
  fc.base64String({ minLength: 8, maxLength: 60 }),
)
const noise = fc.string({ unit: 'binary-ascii', maxLength: 60 })
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })

function formsOf(key: string): KeyForms {
  const forms = keyFormsOf(new Secret(key))
  assert.ok(forms)
  return forms
}

/** Masks `bytes`, cut at these offsets. */
function inChunks(bytes: Buffer, offsets: readonly number[], own: KeyForms): Buffer {
  const masker = new Masker(own)
  const out: Buffer[] = []
  let from = 0
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const to = Math.min(bytes.length, Math.max(from, offset))
    out.push(masker.push(Buffer.from(bytes.subarray(from, to))))
    from = to
  }
  out.push(masker.push(Buffer.from(bytes.subarray(from))), masker.end())
  return Buffer.concat(out)
}

const writers: readonly ((key: string) => Buffer)[] = [
  (key) => Buffer.from(key),
  (key) => Buffer.from(encodeURIComponent(key)),
  (key) => Buffer.from(JSON.stringify(key).slice(1, -1)),
  (key) => Buffer.from(new URLSearchParams({ k: key }).toString()),
]

test('however a body is cut into chunks, the key is gone in every plain form, the length stays, and only stars are new', () => {
  fc.assert(
    fc.property(
      anyKey,
      fc.array(fc.tuple(noise, fc.nat({ max: 3 })), { maxLength: 4 }),
      cuts,
      (key, parts, offsets) => {
        const own = formsOf(key)
        const bytes = Buffer.concat(
          parts.flatMap(([text, form]) => [Buffer.from(text), writers[form]?.(key) ?? Buffer.alloc(0)]),
        )
        const masked = inChunks(bytes, offsets, own)
        assert.equal(masked.length, bytes.length)
        for (const { text } of own.patterns) assert.equal(masked.indexOf(text, 0, 'latin1'), -1)
        for (let at = 0; at < bytes.length; at++) if (masked[at] !== bytes[at]) assert.equal(masked[at], 0x2a)
        for (const write of writers) if (bytes.includes(write(key))) assert.ok(!masked.includes(write(key)))
      },
    ),
    { numRuns: sampled(1500), examples: [['aaaaaa', [['aaaaa', 0]], [3]]] },
  )
})

test('a body without the key passes byte for byte, however it is cut into chunks', () => {
  fc.assert(
    fc.property(anyKey, fc.uint8Array({ maxLength: 400 }), cuts, (key, text, offsets) => {
      const own = formsOf(key)
      const bytes = Buffer.from(text)
      const lower = lowerCase(bytes.toString('latin1'))
      fc.pre(
        own.patterns.every((pattern) => !(pattern.anyCase ? lower : bytes.toString('latin1')).includes(pattern.text)),
      )
      assert.ok(inChunks(bytes, offsets, own).equals(bytes))
    }),
    { numRuns: sampled(1000) },
  )
})

test('a key split at any byte is masked like an unsplit one', () => {
  fc.assert(
    fc.property(anyKey, noise, noise, (key, before, after) => {
      const own = formsOf(key)
      const bytes = Buffer.from(`${before}\n${key}\n${after}`)
      const whole = inChunks(bytes, [], own)
      for (let at = 0; at <= bytes.length; at++) assert.ok(inChunks(bytes, [at], own).equals(whole), `cut at ${at}`)
      assert.ok(inChunks(bytes, [...bytes.keys()], own).equals(whole), 'byte by byte')
    }),
    { numRuns: sampled(200) },
  )
})

test('base64 of anything around the key does not give the key, at any alignment', () => {
  const bytesAround = fc.uint8Array({ maxLength: 20 })
  const encodings = fc.constantFrom<BufferEncoding>('base64', 'base64url')
  fc.assert(
    fc.property(anyKey, bytesAround, bytesAround, encodings, cuts, (key, before, after, encoding, positions) => {
      const own = formsOf(key)
      const text = Buffer.concat([before, Buffer.from(key), after]).toString(encoding)
      for (const masked of [inChunks(Buffer.from(text), positions, own).toString('latin1'), maskString(text, own)]) {
        assert.equal(masked.length, text.length)
        // a star stands for six bits that are unknown
        const read = Buffer.from(masked.replaceAll('*', 'A'), 'base64')
        assert.ok(!read.includes(Buffer.from(key)))
        assert.ok(masked.includes('****'))
      }
    }),
    { numRuns: sampled(1000) },
  )
})

test('a header value is masked as a body is', () => {
  fc.assert(
    fc.property(anyKey, noise, noise, (key, before, after) => {
      const own = formsOf(key)
      const bytes = Buffer.from(`${before}\n${key}\n${after}`)
      const masked = maskString(bytes.toString('latin1'), own)
      assert.equal(masked, inChunks(bytes, [], own).toString('latin1'))
    }),
    { numRuns: sampled(500) },
  )
})

test('every byte of every occurrence is overwritten and no other, overlapping ones included', () => {
  const alphabet = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B'), maxLength: 60 })
  const somePatterns = fc.array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 4, maxLength: 9 }),
      anyCase: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(somePatterns, alphabet, cuts, (patterns, text, offsets) => {
      const own = new KeyForms(patterns)
      const expected = maskedNaively(text, patterns)
      assert.equal(maskString(text, own), expected)
      assert.equal(maskBytes(Buffer.from(text, 'latin1'), own).toString('latin1'), expected)
      assert.equal(inChunks(Buffer.from(text, 'latin1'), offsets, own).toString('latin1'), expected)
    }),
    { numRuns: sampled(3000) },
  )
})

function maskedNaively(text: string, patterns: readonly KeyPattern[]): string {
  const characters = [...text]
  for (const { text: pattern, anyCase } of patterns) {
    const searched = anyCase ? lowerCase(text) : text
    for (let at = searched.indexOf(pattern); at >= 0; at = searched.indexOf(pattern, at + 1))
      characters.fill('*', at, at + pattern.length)
  }
  return characters.join('')
}

function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

test('in long bytes every pattern is found where it first begins, among parts of it and at the very end', () => {
  const character = fc.constantFrom('a', 'b', 'c', '\xe9')
  const somePatterns = fc.array(fc.string({ unit: character, minLength: 14, maxLength: 40 }), {
    minLength: 1,
    maxLength: 5,
  })
  const part = fc.record({
    of: fc.nat({ max: 4 }),
    from: fc.nat({ max: 12 }),
    length: fc.nat({ max: 45 }),
    noise: fc.nat({ max: 900 }),
  })
  fc.assert(
    fc.property(somePatterns, fc.array(part, { maxLength: 30 }), fc.nat({ max: 5000 }), (patterns, parts, from) => {
      const pieces = parts.map(
        ({ of, from: begin, length, noise: gap }) =>
          '.'.repeat(gap) + (patterns[of] ?? '').slice(begin, begin + length),
      )
      const text = `${'.'.repeat(4000)}${pieces.join('')}`
      const search = createMultiPatternSearch(patterns.map((one) => ({ text: one, anyCase: false })))
      const indexes = patterns.map((one) => text.indexOf(one, from)).filter((at) => at >= 0)
      const first = Math.min(...indexes)
      // candidates may come before the first occurrence, but never after it
      const candidate = search.find(Buffer.from(text, 'latin1'), from)
      if (indexes.length > 0) assert.ok(candidate >= from && candidate <= first, `${candidate} of ${first}`)
    }),
    { numRuns: sampled(1500) },
  )
})

test('a chunk is never modified in place', () => {
  const own = formsOf('pk-secret-0123456789')
  const chunk = Buffer.from('a pk-secret-0123456789 b')
  const copy = Buffer.from(chunk)
  new Masker(own).push(chunk)
  assert.ok(chunk.equals(copy))
})

test('nothing is held back that cannot be the beginning of a key', () => {
  const masker = new Masker(formsOf('pk-secret-0123456789'))
  const event = Buffer.from('data: {"text":"hello"}\n\n')
  assert.ok(masker.push(event).equals(event))
  assert.equal(masker.push(Buffer.from('xyz pk-sec')).toString(), 'xyz ')
  assert.equal(masker.push(Buffer.from('ond')).toString(), 'pk-second')
})
