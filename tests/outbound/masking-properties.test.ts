// Outbound rule 4 for any key, any text and any way in which it comes in chunks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Secret } from '../../packages/gateway/src/secret.ts'
import {
  createMasker,
  maskBytes,
  maskText,
  type Needles,
  needlesOf,
} from '../../packages/gateway/src/upstream/masking.ts'
import { createNeedleSearch } from '../../packages/gateway/src/upstream/multi-pattern-search.ts'

const printable = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 80 })
const anyKey = fc.oneof(
  printable,
  fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '/', '+', '"'), minLength: 6, maxLength: 20 }),
  fc.base64String({ minLength: 8, maxLength: 60 }),
)
const noise = fc.string({ unit: 'binary-ascii', maxLength: 60 })
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })

function needles(key: string): Needles {
  const found = needlesOf(new Secret(key))
  assert.ok(found)
  return found
}

/** Masks `bytes` cut at these places. */
function inChunks(bytes: Buffer, places: readonly number[], own: Needles): Buffer {
  const masker = createMasker(own)
  const out: Buffer[] = []
  let from = 0
  for (const place of [...places].sort((a, b) => a - b)) {
    const to = Math.min(bytes.length, Math.max(from, place))
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

test('whatever the chunks, the key is gone in every plain form, the length stays, and only stars are new', () => {
  fc.assert(
    fc.property(anyKey, fc.array(fc.tuple(noise, fc.nat({ max: 3 })), { maxLength: 4 }), cuts, (key, parts, places) => {
      const own = needles(key)
      const bytes = Buffer.concat(
        parts.flatMap(([text, form]) => [Buffer.from(text), writers[form]?.(key) ?? Buffer.alloc(0)]),
      )
      const masked = inChunks(bytes, places, own)
      assert.equal(masked.length, bytes.length)
      for (const needle of own.texts) assert.equal(masked.indexOf(needle, 0, 'latin1'), -1)
      for (let at = 0; at < bytes.length; at++) if (masked[at] !== bytes[at]) assert.equal(masked[at], 0x2a)
      for (const write of writers) if (bytes.includes(write(key))) assert.ok(!masked.includes(write(key)))
    }),
    { numRuns: 1500, examples: [['aaaaaa', [['aaaaa', 0]], [3]]] },
  )
})

test('a text without the key passes as it is, byte for byte, whatever the chunks', () => {
  fc.assert(
    fc.property(anyKey, fc.uint8Array({ maxLength: 400 }), cuts, (key, text, places) => {
      const own = needles(key)
      const bytes = Buffer.from(text)
      fc.pre(own.texts.every((needle) => !bytes.includes(needle, 0, 'latin1')))
      assert.ok(inChunks(bytes, places, own).equals(bytes))
    }),
    { numRuns: 1000 },
  )
})

test('a key cut at any byte is masked like one in a piece', () => {
  fc.assert(
    fc.property(anyKey, noise, noise, (key, before, after) => {
      const own = needles(key)
      const bytes = Buffer.from(`${before}\n${key}\n${after}`)
      const whole = inChunks(bytes, [], own)
      for (let at = 0; at <= bytes.length; at++) assert.ok(inChunks(bytes, [at], own).equals(whole), `cut at ${at}`)
      assert.ok(inChunks(bytes, [...bytes.keys()], own).equals(whole), 'byte by byte')
    }),
    { numRuns: 200 },
  )
})

test('base64 of anything around the key does not give the key, at any alignment', () => {
  const bytesAround = fc.uint8Array({ maxLength: 20 })
  const encodings = fc.constantFrom<BufferEncoding>('base64', 'base64url')
  fc.assert(
    fc.property(anyKey, bytesAround, bytesAround, encodings, cuts, (key, before, after, encoding, places) => {
      const own = needles(key)
      const text = Buffer.concat([before, Buffer.from(key), after]).toString(encoding)
      for (const masked of [inChunks(Buffer.from(text), places, own).toString('latin1'), maskText(text, own)]) {
        assert.equal(masked.length, text.length)
        // a star stands for six bits that are not told
        const read = Buffer.from(masked.replaceAll('*', 'A'), 'base64')
        assert.ok(!read.includes(Buffer.from(key)))
        assert.ok(masked.includes('****'))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a header value is masked as a body is', () => {
  fc.assert(
    fc.property(anyKey, noise, noise, (key, before, after) => {
      const own = needles(key)
      const bytes = Buffer.from(`${before}\n${key}\n${after}`)
      const masked = maskText(bytes.toString('latin1'), own)
      assert.equal(masked, inChunks(bytes, [], own).toString('latin1'))
    }),
    { numRuns: 500 },
  )
})

test('masking goes from the left and takes the longest form at a place, as a look at every place does', () => {
  const alphabet = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 })
  const someTexts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 2, maxLength: 9 }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(someTexts, alphabet, cuts, (texts, text, places) => {
      const own = { texts, search: createNeedleSearch(texts) }
      const wanted = maskedNaively(text, texts)
      assert.equal(maskText(text, own), wanted)
      assert.equal(maskBytes(Buffer.from(text, 'latin1'), own).toString('latin1'), wanted)
      assert.equal(inChunks(Buffer.from(text, 'latin1'), places, own).toString('latin1'), wanted)
    }),
    { numRuns: 3000 },
  )
})

function maskedNaively(text: string, texts: readonly string[]): string {
  let masked = ''
  while (masked.length < text.length) {
    const here = texts.filter((one) => text.startsWith(one, masked.length)).map((one) => one.length)
    masked += here.length > 0 ? '*'.repeat(Math.max(...here)) : text.charAt(masked.length)
  }
  return masked
}

test('of long bytes every text is found where it first begins, among parts of it and at their very end', () => {
  const sign = fc.constantFrom('a', 'b', 'c', '\xe9')
  const someTexts = fc.array(fc.string({ unit: sign, minLength: 14, maxLength: 40 }), { minLength: 1, maxLength: 5 })
  const part = fc.record({
    of: fc.nat({ max: 4 }),
    from: fc.nat({ max: 12 }),
    length: fc.nat({ max: 45 }),
    noise: fc.nat({ max: 900 }),
  })
  fc.assert(
    fc.property(someTexts, fc.array(part, { maxLength: 30 }), fc.nat({ max: 5000 }), (texts, parts, from) => {
      const pieces = parts.map(
        ({ of, from: begin, length, noise: gap }) => '.'.repeat(gap) + (texts[of] ?? '').slice(begin, begin + length),
      )
      const text = `${'.'.repeat(4000)}${pieces.join('')}`
      const search = createNeedleSearch(texts)
      const places = texts.map((one) => text.indexOf(one, from)).filter((at) => at >= 0)
      assert.equal(search.find(Buffer.from(text, 'latin1'), from), places.length === 0 ? -1 : Math.min(...places))
    }),
    { numRuns: 1500 },
  )
})

test('a chunk that belongs to someone else is never written into', () => {
  const own = needles('pk-secret-0123456789')
  const chunk = Buffer.from('a pk-secret-0123456789 b')
  const copy = Buffer.from(chunk)
  createMasker(own).push(chunk)
  assert.ok(chunk.equals(copy))
})

test('nothing is held back that cannot be the beginning of a key', () => {
  const masker = createMasker(needles('pk-secret-0123456789'))
  const event = Buffer.from('data: {"text":"hello"}\n\n')
  assert.ok(masker.push(event).equals(event))
  assert.equal(masker.push(Buffer.from('xyz pk-sec')).toString(), 'xyz ')
  assert.equal(masker.push(Buffer.from('ond')).toString(), 'pk-second')
})
