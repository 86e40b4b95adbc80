// The reader of database dumps: every type of value, any split into chunks, and damage of every kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Binary, Code, Decimal128, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp } from 'bson'
import fc from 'fast-check'
import { Failure } from '#define'
import { sampled } from '../../../../tests/harness/seed.ts'
import { DocumentId, dumpDocuments, looksLikeDump } from './dump.ts'

const dumpOf = (documents: readonly object[]) => Buffer.concat(documents.map((document) => serialize(document)))

/** A document with one member `a`, whose type and bytes the test decides. */
function rawDocument(type: number, bytes: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from([type]), Buffer.from('a\0'), bytes, Buffer.from([0])])
  return Buffer.concat([int32(content.length + 4), content])
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

async function read(bytes: Buffer, pieceBytes = 1 << 20): Promise<object[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const documents: object[] = []
  for await (const document of dumpDocuments(pieces())) documents.push(document)
  return documents
}
const plain = (documents: readonly object[]) => JSON.parse(JSON.stringify(documents))
const rejects = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)

const id = new ObjectId('5a1b2c3d4e5f60718293a4b5')

test('the worked example of the format is read', async () => {
  // bsonspec.org, FAQ
  const hello = Buffer.from('160000000268656c6c6f0006000000776f726c640000', 'hex')
  assert.deepEqual(plain(await read(hello)), [{ hello: 'world' }])
})

test('values of every type become plain values or are left out', async () => {
  const dropped = {
    binary: new Binary(Buffer.from([1, 2, 3])),
    null: null,
    expression: /a.b/i,
    code: new Code('f()', { scope: 1 }),
    timestamp: new Timestamp({ t: 1, i: 2 }),
    decimal: Decimal128.fromString('1.5'),
    least: new MinKey(),
    greatest: new MaxKey(),
  }
  const kept = { whole: -7, large: 2 ** 40, part: 0.5, yes: true, no: false, string: 'Zoë\0Ł', list: [1, ['a'], {}] }
  const documents = await read(
    dumpOf([
      { ...dropped, ...kept },
      { _id: id, long: Long.fromNumber(12), at: new Date('2017-11-04T18:48:46.250Z'), never: new Date(8.64e15) },
    ]),
  )
  assert.deepEqual(plain(documents), [
    kept,
    { _id: { hex: String(id) }, long: 12, at: '2017-11-04T18:48:46.250Z', never: '+275760-09-13T00:00:00.000Z' },
  ])
  assert.ok(Reflect.get(documents[1] ?? {}, '_id') instanceof DocumentId)
})

test('deprecated types are read or left out, and a date beyond the calendar is empty', async () => {
  const undefinedValue = rawDocument(0x06, Buffer.alloc(0))
  const pointer = rawDocument(0x0c, Buffer.concat([int32(2), Buffer.from('u\0'), Buffer.alloc(12)]))
  const symbol = rawDocument(0x0e, Buffer.concat([int32(2), Buffer.from('s\0')]))
  const farDate = rawDocument(0x09, Buffer.from('ffffffffffffff7f', 'hex'))
  const documents = await read(Buffer.concat([undefinedValue, pointer, symbol, farDate]))
  assert.deepEqual(plain(documents), [{}, {}, { a: 's' }, { a: '' }])
})

test('what was written is read back, however it is split into chunks', async () => {
  const string = fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.toWellFormed())
  const value = fc.oneof(string, fc.integer(), fc.boolean(), fc.array(string, { maxLength: 3 }))
  const name = fc.constantFrom('id', 'name', '__proto__', 'constructor', 'é', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(name, value), { maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (documents, pieceBytes) => {
        assert.deepEqual(plain(await read(dumpOf(documents), pieceBytes)), plain(documents))
      },
    ),
    { numRuns: sampled(200), seed: 3 },
  )
})

test('a damaged dump is refused with the number of the document, or read; it is never an error of another kind', async () => {
  const complete = dumpOf([{ a: 1 }, { _id: id, text: 'text', list: ['a', 'b'], at: new Date(0), inner: { n: 1.5 } }])
  await fc.assert(
    fc.asyncProperty(fc.nat(complete.length - 1), fc.nat(255), async (at, byte) => {
      const damaged = Buffer.from(complete)
      damaged[at] = byte
      await read(damaged).catch((error: unknown) => assert.ok(rejects(/document \d+: /)(error), String(error)))
    }),
    { numRuns: sampled(2000), seed: 5 },
  )
  for (let length = 1; length < complete.length; length++)
    if (length !== 12)
      await assert.rejects(read(complete.subarray(0, length)), rejects(/the file is truncated/), `${length}`)
})

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
for (const [name, bytes, reason] of [
  ['a length below the shortest', Buffer.from('04000000', 'hex'), /document 1: it cannot have 4 bytes/],
  ['a negative length', Buffer.from('ffffffff00', 'hex'), /it cannot have -1 bytes/],
  ['a length above what a document may have', int32(17 * 1024 * 1024), /it cannot have 17825792 bytes/],
  ['a document nested too deeply', dumpOf([{ ok: 1 }, nested(500)]), /document 2: it is damaged/],
  ['a string that is not UTF-8', rawDocument(0x02, Buffer.from('02000000ff00', 'hex')), /damaged/],
  ['an unknown type', rawDocument(0x20, Buffer.alloc(4)), /document 1: it is damaged/],
  ['a string longer than its document', rawDocument(0x02, Buffer.concat([int32(99), Buffer.from('a\0')])), /damaged/],
  ['a negative length within', rawDocument(0x05, int32(-8)), /damaged/],
  ['a value that ends behind its document', rawDocument(0x11, Buffer.alloc(4)), /damaged/],
  ['a reference that is cut', rawDocument(0x07, Buffer.alloc(6)), /damaged/],
  ['an inner document of another length', rawDocument(0x03, Buffer.from('0600000000', 'hex')), /damaged/],
  ['a string without its end', rawDocument(0x02, Buffer.from('0100000061', 'hex')), /damaged/],
  ['a document without its end', Buffer.from('0500000001', 'hex'), /damaged/],
  ['code that is shorter than its length', rawDocument(0x0f, int32(4)), /damaged/],
  ['an expression without its end', rawDocument(0x0b, Buffer.from('x')), /damaged/],
  ['a list that runs into what follows', rawDocument(0x04, int32(200)), /damaged/],
] as const)
  test(`${name} is refused`, async () => {
    await assert.rejects(read(bytes), rejects(reason))
  })

test('a document nested as deep as its size allows is refused without exhausting the stack', async () => {
  const depth = 400_000
  const open = Buffer.alloc(depth * 7)
  const size = depth * 8 + 5
  for (let level = 0; level < depth; level++) {
    open.writeInt32LE(size - level * 8, level * 7)
    open.set([0x03, 0x61, 0x00], level * 7 + 4)
  }
  const inner = Buffer.from('0500000000', 'hex')
  await assert.rejects(read(Buffer.concat([open, inner, Buffer.alloc(depth)])), rejects(/document 1: it is damaged/))
})

test('a dump and JSON differ in their first bytes', () => {
  assert.ok(looksLikeDump(dumpOf([{}])))
  assert.ok(looksLikeDump(dumpOf([{ name: 'a'.repeat(100_000) }])))
  for (const json of ['{"id":1}', '[]', ' [1]', '\ufeff[]', '', '{}'])
    assert.ok(!looksLikeDump(Buffer.from(json)), json)
})
