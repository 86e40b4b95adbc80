// Guards that a compressed body costs no more than a hundred times its own length, and never holds the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { Failure } from '#define'
import { decodeBody } from './body-encoding.ts'

const mebibyte = 1024 * 1024
const encoders = {
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: (bytes: Buffer) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zlib.zstdCompressSync,
} as const

async function refusalOf(bytes: Buffer, encoding: string, limit: number): Promise<string> {
  try {
    await decodeBody(bytes, encoding, { bodyBytes: limit })
    return 'none'
  } catch (error) {
    return error instanceof Failure ? error.code : String(error)
  }
}

for (const [encoding, encode] of Object.entries(encoders)) {
  test(`a body in ${encoding} that grows more than a hundredfold is refused before it is whole`, async () => {
    const bomb = encode(Buffer.alloc(16 * mebibyte, '['))
    assert.ok(bomb.length * 100 < 16 * mebibyte)
    assert.equal(await refusalOf(bomb, encoding, 32 * mebibyte), 'body.expanded')
  })

  test(`the first 64 KiB of a body in ${encoding} may grow any number of times`, async () => {
    const bytes = Buffer.alloc(64 * 1024, ' ')
    assert.ok((await decodeBody(encode(bytes), encoding, { bodyBytes: mebibyte })).equals(bytes))
    assert.equal(await refusalOf(encode(Buffer.alloc(64 * 1024 + 1, ' ')), encoding, mebibyte), 'body.expanded')
  })

  test(`a body in ${encoding} over the limit, or broken off, is refused as such`, async () => {
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * index) % 251))
    const encoded = encode(noise)
    assert.ok((await decodeBody(encoded, encoding, { bodyBytes: noise.length })).equals(noise))
    assert.equal(await refusalOf(encoded, encoding, noise.length - 1), 'body.too_large')
    assert.equal(await refusalOf(encoded.subarray(0, encoded.length / 2), encoding, mebibyte), 'input.invalid')
  })
}

test('an encoding that is not known is refused, even one with the name of an inherited member', async () => {
  for (const name of ['compress', 'gzip, br', 'constructor', '__proto__'])
    assert.equal(await refusalOf(Buffer.from('x'), name, mebibyte), 'body.encoding', name)
})
