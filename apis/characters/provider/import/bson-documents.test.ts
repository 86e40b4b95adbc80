// The reader of database dumps: every value that can stand in one, any cutting into pieces, and damage of every kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { dumpOf, int32, Raw, textOf } from '../../fixtures/bson-writer.ts'
import { bsonDocuments, looksLikeBson, ObjectId } from './bson-documents.ts'

async function read(bytes: Buffer, pieceBytes = 1 << 20): Promise<object[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const found: object[] = []
  for await (const document of bsonDocuments(pieces())) found.push(document)
  return found
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

test('values of every kind are read or left out, and what follows them is found', async () => {
  const left = {
    binary: new Raw(0x05, Buffer.concat([int32(3), Buffer.from([0, 1, 2, 3])])),
    undefined: new Raw(0x06, Buffer.alloc(0)),
    null: null,
    expression: new Raw(0x0b, Buffer.from('a.b\0i\0')),
    pointer: new Raw(0x0c, Buffer.concat([textOf('users'), Buffer.alloc(12)])),
    scoped: new Raw(0x0f, Buffer.concat([int32(14), Buffer.alloc(10)])),
    timestamp: new Raw(0x11, Buffer.alloc(8)),
    decimal: new Raw(0x13, Buffer.alloc(16)),
    least: new Raw(0xff, Buffer.alloc(0)),
    greatest: new Raw(0x7f, Buffer.alloc(0)),
  }
  const kept = { whole: -7, large: 2 ** 40, part: 0.5, yes: true, no: false, text: 'Zoë\0Ł', list: [1, ['a'], {}] }
  const documents = await read(
    dumpOf([
      { ...left, ...kept },
      { _id: id, long: 12n, at: new Date('2017-11-04T18:48:46.250Z'), never: new Date(8.64e15) },
      { code: new Raw(0x0d, textOf('f()')), symbol: new Raw(0x0e, textOf('s')) },
      { far: new Raw(0x09, Buffer.from('ffffffffffffff7f', 'hex')) },
    ]),
  )
  assert.deepEqual(plain(documents), [
    kept,
    { _id: { hex: id.hex }, long: 12, at: '2017-11-04T18:48:46.250Z', never: '+275760-09-13T00:00:00.000Z' },
    { code: 'f()', symbol: 's' },
    { far: '' },
  ])
  assert.ok(Reflect.get(documents[1] ?? {}, '_id') instanceof ObjectId)
})

test('what was written is read again, however it is cut into pieces', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.toWellFormed())
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }))
  const name = fc.constantFrom('id', 'name', '__proto__', 'constructor', 'é', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(name, value), { maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (documents, pieceBytes) => {
        assert.deepEqual(plain(await read(dumpOf(documents), pieceBytes)), plain(documents))
      },
    ),
    { numRuns: 200, seed: 3 },
  )
})

test('a damaged dump is refused with the number of the document, or read; it is never an error of another kind', async () => {
  const whole = dumpOf([{ a: 1 }, { _id: id, text: 'text', list: ['a', 'b'], at: new Date(0), inner: { n: 1.5 } }])
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
      const damaged = Buffer.from(whole)
      damaged[at] = byte
      await read(damaged).catch((error: unknown) => assert.ok(rejects(/document \d+: /)(error), String(error)))
    }),
    { numRuns: 2000, seed: 5 },
  )
  for (let length = 1; length < whole.length; length++)
    if (length !== 12)
      await assert.rejects(read(whole.subarray(0, length)), rejects(/the file breaks off/), `${length}`)
})

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
for (const [name, bytes, reason] of [
  ['a length below the shortest', Buffer.from('04000000', 'hex'), /document 1: it cannot have 4 bytes/],
  ['a negative length', Buffer.from('ffffffff00', 'hex'), /it cannot have -1 bytes/],
  ['a length above what a document may have', int32(17 * 1024 * 1024), /it cannot have 17825792 bytes/],
  ['a document nested without end', dumpOf([{ ok: 1 }, nested(500)]), /document 2: it is damaged/],
  ['text that is not UTF-8', dumpOf([{ a: new Raw(0x02, Buffer.from('02000000ff00', 'hex')) }]), /damaged/],
  ['an unknown kind', dumpOf([{ a: new Raw(0x20, Buffer.alloc(4)) }]), /document 1: it is damaged/],
  [
    'a text longer than its document',
    dumpOf([{ a: new Raw(0x02, Buffer.concat([int32(99), Buffer.from('a\0')])) }]),
    /damaged/,
  ],
  ['a negative length within', dumpOf([{ a: new Raw(0x05, int32(-8)) }]), /damaged/],
  ['a value that ends behind its document', dumpOf([{ a: new Raw(0x11, Buffer.alloc(4)) }]), /damaged/],
  ['a reference that is cut', dumpOf([{ a: new Raw(0x07, Buffer.alloc(6)) }]), /damaged/],
  ['an inner document of another length', dumpOf([{ a: new Raw(0x03, Buffer.from('0600000000', 'hex')) }]), /damaged/],
  ['a text without its end', dumpOf([{ a: new Raw(0x02, Buffer.from('0100000061', 'hex')) }]), /damaged/],
  ['a document without its end', Buffer.from('0500000001', 'hex'), /damaged/],
  ['code that is shorter than its length', dumpOf([{ a: new Raw(0x0f, int32(4)) }]), /damaged/],
  ['an expression without its end', dumpOf([{ a: new Raw(0x0b, Buffer.from('x')) }]), /damaged/],
  ['a list that runs into what follows', dumpOf([{ a: new Raw(0x04, int32(200)) }]), /damaged/],
] as const)
  test(`${name} is refused`, async () => {
    await assert.rejects(read(bytes), rejects(reason))
  })

test('a dump is told from JSON by its first bytes', () => {
  assert.ok(looksLikeBson(dumpOf([{}])))
  assert.ok(looksLikeBson(dumpOf([{ name: 'a'.repeat(100_000) }])))
  for (const json of ['{"id":1}', '[]', ' [1]', '\ufeff[]', '', '{}'])
    assert.ok(!looksLikeBson(Buffer.from(json)), json)
})
