// The certificate decoder compared with samples of known content and an independent decoder, and given hostile bytes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CEconItemPreviewDataBlock, decodeHex, generateHex } from '@csfloat/cs2-inspect-serializer'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { type Certificate, certificateDigitLimit, decodeCertificate } from './certificate.ts'
import { encodeCertificate, unmaskCertificate } from './certificate-writer.ts'
import { InspectError } from './inspect-error.ts'

/** Created with an encoder of our own (SOURCES 1.7). */
const own = {
  plain: '001807202C2805300438F08BA6E203409505A8AC4EC0',
  ruby: '5A4AEFE2AAA47742A1597AC559725C6A5962D0F4D5BB591AC659125A0A5A32D9DADADA562A52B7BCC3A6',
  dressed:
    'E3F3555B131DCEFBE7C3C5CBE7D3E7DB5B5E770FE0A318E6B9EE207F8D204C808C8786C3017B6681E7EBE3F3AF81FBEBE7F3DFFEE3E363DDCEE3E39322DEE3E3E3DDA6E3E3635E8BE493E741E2F5EBE3F3EEDEE3E323DCA6E3E3E3DCAEE3E3E3A2B35A83C35D1AE3',
  slab: '91812629616FBC895A9BB191B992A199F991E191339097999181B4F1DDD71DF769',
  souvenir: 'FFEFFFE7F6DF27FDD7F9CFF3C77F7F7F03FC97FF8FF7B9B02C0B',
  counter: '00181020B50228073009380040E807480050BF843D29C486B1',
}
/** Created by the game or by public tools, with published content (SOURCES 1.7). */
const published: Record<string, Partial<Certificate>> = {
  '00183C20B803280538E9A3C5DD0340E102C246A0D1': {
    defIndex: 60,
    paintIndex: 440,
    seed: 353,
    rarity: 5,
    wear: 0.005411375779658556,
  },
  '00180720DA03280638FBEE88F90340B2026BC03C96': { defIndex: 7, paintIndex: 474, seed: 306, wear: 0.6336590647697449 },
  '6A7AC7C6BEDED06B72704ACE6F426F5A635296868780692AAC6C226A3A6A02E9EAEAEA661A625E7EE646': {
    itemId: '50039428653',
    defIndex: 26,
    paintIndex: 676,
    quality: 9,
    killEaterValue: 0,
    seed: 838,
    wear: 0.05357979238033295,
  },
  '7363FED6ABCEDA726B897053D7705B7543704BD384AF937033DD703B7323731BF0F3F3F37F037B6DC7A246': {
    paintIndex: 420,
    quality: 3,
    killEaterType: 0,
    seed: 430,
    wear: 0.00923052430152893,
  },
  '81915B282B79C699A9A17C80A982B185B9467A585F82E9020101018DF185AEA6C671': {
    defIndex: 40,
    paintIndex: 253,
    seed: 0,
    wear: 0.006545755546540022,
  },
  // Steam prints 0.219431608915328979 and 0.128575786948204041 for these two
  B2A2383952103EB3AAAE923DB49AB082B68A1C573041B1F263B5D0A6BAB1A2698B9FB2B21A738FB251B808F7A2A5398EDA52B3C2AAA36E620A: {
    itemId: '37653841290',
    seed: 977,
    wear: 0.21943160891532898,
    stickers: [{ slot: 3, id: 7387, rotation: -21, offsetX: -0.0005298107862472534, offsetY: 0.01697877049446106 }],
  },
  C9D9701C4135BCD1EAE9CAE1CBF9CDF1161B4739CA8967CDA12BC8B9D135BE13CC: {
    itemId: '31667137209',
    seed: 558,
    wear: 0.12857578694820404,
  },
  A2B2A2BA69A882A28AA192AECAA2D2B700A3A5AAA2B286FA7BA0D684BE72: {
    defIndex: 1355,
    quality: 12,
    origin: 21,
    keychains: [{ slot: 0, id: 36, highlightReel: 345 }],
  },
  ACBC2675184201ADB430868CAC84AA9CA8CEA6A4ADBC408F899E512593C486DCBB45C46EBD: {
    defIndex: 5404,
    stickers: [{ slot: 1, id: 4588, scale: 1.0780394077301025 }],
  },
}

test('a certificate decodes to the item that it was created for', () => {
  const plain = decodeCertificate(own.plain)
  assert.deepEqual(plain, {
    defIndex: 7,
    paintIndex: 44,
    rarity: 5,
    quality: 4,
    wear: 0.012299999594688416,
    seed: 661,
    stickers: [],
    keychains: [],
  })
  assert.deepEqual(decodeCertificate(own.plain.toLowerCase()), plain)
  const ruby = decodeCertificate(own.ruby)
  assert.deepEqual(
    [ruby.itemId, ruby.defIndex, ruby.paintIndex, ruby.killEaterValue, ruby.seed, ruby.inventory, ruby.origin],
    ['12345678901', 507, 415, 0, 412, 3221225475, 8],
  )
  const { wear, seed, killEaterValue } = decodeCertificate(own.counter)
  assert.deepEqual([wear, seed, killEaterValue], [0, 1000, 999999])
  const souvenir = decodeCertificate(own.souvenir)
  assert.deepEqual([souvenir.quality, souvenir.wear, souvenir.seed], [12, 1, 0])
  for (const [hex, expected] of Object.entries(published))
    assert.deepEqual({ ...decodeCertificate(hex), ...expected }, decodeCertificate(hex), hex)
})

test('stickers, charms, slabs and name tags keep their slots and measures', () => {
  const dressed = decodeCertificate(own.dressed)
  assert.equal(dressed.customName, 'Ünïcode ★')
  assert.deepEqual(dressed.stickers, [
    { slot: 0, id: 76 },
    { slot: 4, id: 60, wear: 0.25, rotation: -15, offsetX: 0.125, offsetY: -0.0625 },
  ])
  assert.deepEqual(dressed.keychains, [{ slot: 0, id: 13, offsetX: 1.5, offsetY: 0.5, offsetZ: 8, pattern: 12345 }])
  const slab = decodeCertificate(own.slab)
  assert.deepEqual([slab.wear, slab.keychains], [undefined, [{ slot: 0, id: 37, wrappedSticker: 76 }]])
})

test('one changed digit anywhere is detected, whatever the key', () => {
  for (const hex of [...Object.values(own), ...Object.keys(published)])
    for (let at = 0; at < hex.length; at++) {
      const digit = Number.parseInt(hex[at] ?? '0', 16)
      const changed = hex.slice(0, at) + (digit ^ 1).toString(16) + hex.slice(at + 1)
      assert.throws(() => decodeCertificate(changed), InspectError, `digit ${at} of ${hex}`)
    }
})

test('a checksum over a zero byte instead of the key is accepted, as some tools write it', () => {
  const unmasked = Buffer.from(own.plain, 'hex')
  const masked = unmasked.map((byte) => byte ^ 0x5c)
  assert.equal(decodeCertificate(Buffer.from(masked).toString('hex')).seed, 661)
})

test('unmasking yields one string for the same item under different keys', () => {
  for (const hex of Object.values(own)) {
    const plain = unmaskCertificate(hex)
    assert.equal(plain.slice(0, 2), '00')
    assert.deepEqual(decodeCertificate(plain), decodeCertificate(hex))
    assert.equal(unmaskCertificate(plain), plain)
  }
})

test('certificates that are too short, too long, odd or not hexadecimal are refused with their own codes', () => {
  const codes: Record<string, string> = {
    '': 'certificate.length',
    '0018072': 'certificate.length',
    '0018072000': 'certificate.length',
    [own.plain.slice(0, -1)]: 'certificate.length',
    ['00'.repeat(certificateDigitLimit / 2 + 1)]: 'certificate.length',
    '00180720zz2805300438': 'certificate.malformed',
    zz180720002805300438: 'certificate.malformed',
    [own.plain.slice(0, -2)]: 'certificate.checksum',
    '001807202C2805300438F08BA6E203409505A8AC4EC1': 'certificate.checksum',
  }
  for (const [hex, code] of Object.entries(codes))
    assert.throws(() => decodeCertificate(hex), { code }, hex.slice(0, 40))
})

test('a block with a valid checksum and malformed content is refused, never read past its end', () => {
  const broken: Record<string, number[]> = {
    'a name that runs past the end': [0x5a, 0x7f, 0x41],
    'a length of 64 bits': [0x62, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    'a sticker whose own field runs past it': [0x62, 0x02, 0x5a, 0x7f],
    'a sticker cut inside a float': [0x62, 0x03, 0x1d, 0x00, 0x00],
    'a sticker with an infinite offset': [0x62, 0x05, 0x3d, 0x00, 0x00, 0x80, 0x7f],
    'a number without an end': [0x18, 0x80],
    'a number of 11 bytes': [0x18, ...Array<number>(10).fill(0x80), 0x01],
    'a number of 65 bits': [0x10, ...Array<number>(9).fill(0xff), 0x02],
    'a field without a number': [0x00, 0x01],
    'a long field without a number': [0x02, 0x00],
    'a fixed field without a number': [0x05, 0, 0, 0, 0],
    'the start of a group': [0x1b, 0x1c],
    'a wire type that does not exist': [0x1f, 0x00],
    'an 8-byte field cut short': [0xf9, 0x01, 0x00],
    'a wear above 1': [0x38, 0x80, 0x80, 0x80, 0x80, 0x04],
    'a wear below 0': [0x38, 0x80, 0x80, 0x80, 0xfc, 0x0b],
    'a wear that is not a number': [0x38, 0x80, 0x80, 0x80, 0xfe, 0x07],
    'more stickers than any item has': Array.from({ length: 33 }, () => [0x62, 0x00]).flat(),
  }
  for (const [what, block] of Object.entries(broken))
    assert.throws(() => decodeCertificate(sealed(block)), { code: 'certificate.malformed' }, what)
})

test('a wear of minus zero is zero', () => {
  const { wear } = decodeCertificate(sealed([0x38, 0x80, 0x80, 0x80, 0x80, 0x08]))
  assert.ok(Object.is(wear, 0))
})

test('unknown fields are skipped, and the last of a repeated one counts', () => {
  const unknown = [0xf8, 0x01, 0x05, 0xf9, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0xfa, 0x01, 0x01, 0x41, 0xfd, 0x01, 0, 0, 0, 0]
  const item = decodeCertificate(sealed([...unknown, 0x18, 0x07, 0x18, 0x09, 0x62, 0x03, 0xf8, 0x01, 0x01]))
  assert.deepEqual([item.defIndex, item.stickers], [9, [{ slot: 0, id: 0 }]])
})

const uint32 = fc.integer({ min: 0, max: 0xffffffff })
const measure = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const attachment = fc.record({
  slot: fc.integer({ min: 0, max: 5 }),
  sticker: uint32,
  wear: optional(measure),
  rotation: optional(measure),
  offsetX: optional(measure),
  pattern: optional(uint32),
})
const block = fc.record({
  itemid: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  defindex: uint32,
  paintindex: uint32,
  rarity: uint32,
  quality: uint32,
  wear: fc.float({ min: 0, max: 1, noNaN: true }).map((value) => (value === 0 ? 0 : value)),
  seed: uint32,
  kills: uint32,
  name: fc.string({ maxLength: 20, unit: 'binary' }).filter((text) => text.isWellFormed()),
  stickers: fc.array(attachment, { maxLength: 5 }),
  keychains: fc.array(attachment, { maxLength: 1 }),
})

test('our decoder and the library of CSFloat read the same item, also under a mask', () => {
  fc.assert(
    fc.property(block, fc.integer({ min: 0, max: 255 }), (values, key) => {
      const hex = generateHex(messageOf(values))
      const masked = Buffer.from(Buffer.from(hex, 'hex').map((byte) => byte ^ key)).toString('hex')
      const theirs = decodeHex(hex)
      const ours = decodeCertificate(masked)
      assert.equal(ours.itemId ?? '0', String(theirs.itemid ?? 0n))
      assert.deepEqual(
        [ours.defIndex, ours.paintIndex, ours.rarity, ours.quality, ours.seed, ours.killEaterValue, ours.customName],
        [
          theirs.defindex,
          theirs.paintindex,
          theirs.rarity,
          theirs.quality,
          theirs.paintseed,
          theirs.killeatervalue,
          theirs.customname,
        ],
      )
      assert.equal(ours.wear, values.wear)
      for (const [mine, other] of [
        [ours.stickers, theirs.stickers],
        [ours.keychains, theirs.keychains],
      ] as const)
        assert.deepEqual(
          mine.map((one) => [one.slot, one.id, one.wear, one.rotation, one.offsetX, one.pattern]),
          other.map((one) => [one.slot, one.stickerId, one.wear, one.rotation, one.offsetX, one.pattern]),
        )
      assert.deepEqual(decodeCertificate(encodeCertificate(ours)), ours)
    }),
    { numRuns: sampled(2000) },
  )
})

test('any bytes decode to an item or an InspectError, with a valid checksum and without', () => {
  const bytes = fc.uint8Array({ maxLength: 400 })
  fc.assert(
    fc.property(bytes, fc.boolean(), (content, seal) => {
      const hex = seal ? sealed([...content]) : Buffer.from(content).toString('hex')
      try {
        const item = decodeCertificate(hex)
        assert.ok(item.wear === undefined || (item.wear >= 0 && item.wear <= 1))
        assert.deepEqual(JSON.parse(JSON.stringify(item)), item)
      } catch (error) {
        assert.ok(error instanceof InspectError, String(error))
      }
    }),
    { numRuns: sampled(20_000) },
  )
})

test('a certificate shortened or extended anywhere, with a new checksum, is an item or an InspectError', () => {
  const inner = [...Buffer.from(unmaskCertificate(own.dressed), 'hex')].slice(1, -4)
  const edit = fc.record({ at: fc.nat(inner.length), drop: fc.nat(6), add: fc.uint8Array({ maxLength: 12 }) })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const bytes = [...inner]
      for (const { at, drop, add } of edits) bytes.splice(at, drop, ...add)
      try {
        decodeCertificate(sealed(bytes))
      } catch (error) {
        assert.ok(error instanceof InspectError, String(error))
      }
    }),
    { numRuns: sampled(10_000) },
  )
})

/** A block as a certificate with a valid checksum. */
function sealed(content: readonly number[]): string {
  return unmaskCertificate(Buffer.from([0, ...content, 0, 0, 0, 0]).toString('hex'))
}

type Values = typeof block extends fc.Arbitrary<infer T> ? T : never

function messageOf(values: Values): CEconItemPreviewDataBlock {
  const attached = (list: Values['stickers']) =>
    list.map(({ slot, sticker, wear, rotation, offsetX, pattern }) => ({
      slot,
      stickerId: sticker,
      ...(wear === undefined ? {} : { wear }),
      ...(rotation === undefined ? {} : { rotation }),
      ...(offsetX === undefined ? {} : { offsetX }),
      ...(pattern === undefined ? {} : { pattern }),
    }))
  return {
    itemid: values.itemid,
    defindex: values.defindex,
    paintindex: values.paintindex,
    rarity: values.rarity,
    quality: values.quality,
    paintwear: values.wear,
    paintseed: values.seed,
    killeatervalue: values.kills,
    customname: values.name,
    stickers: attached(values.stickers),
    keychains: attached(values.keychains),
  }
}
