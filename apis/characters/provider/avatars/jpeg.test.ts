// A picture is read back by a decoder written for this test alone: markers, tables, and the colour of every block.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawAvatar } from './avatar.ts'
import { type Colour, encodeJpeg } from './jpeg.ts'

interface Decoded {
  readonly width: number
  readonly height: number
  /** Colours of the blocks, row after row. */
  readonly blocks: number[][]
}
type Codes = Map<string, number>

/** Reads a baseline JPEG of three full-size components whose blocks are flat. */
function decode(bytes: Buffer): Decoded {
  const tables = new Map<number, Codes>()
  let [width, height, quantiser] = [0, 0, 0]
  assert.equal(bytes.readUInt16BE(0), 0xffd8)
  let at = 2
  for (;;) {
    const marker = bytes.readUInt16BE(at)
    const body = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
    at += 4 + body.length
    if (marker === 0xffe0) assert.equal(body.toString('latin1', 0, 5), 'JFIF\0')
    else if (marker === 0xffdb) {
      assert.deepEqual([body.length, body[0]], [65, 0])
      quantiser = body[1] ?? 0
    } else if (marker === 0xffc0) {
      ;[height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)]
      assert.deepEqual([body[0], ...body.subarray(5)], [8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    } else if (marker === 0xffc4) tables.set(body[0] ?? -1, codesOf(body))
    else {
      assert.equal(marker, 0xffda)
      assert.deepEqual([...body], [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
      break
    }
  }
  assert.equal(bytes.readUInt16BE(bytes.length - 2), 0xffd9)
  const bits = bitsOf(bytes.subarray(at, -2))
  return { width, height, blocks: blocksOf(bits, { width, height, quantiser, tables }) }
}

/** Codes as texts of bits, assigned as T.81 C.2 says. */
function codesOf(body: Buffer): Codes {
  const codes: Codes = new Map()
  let [code, at] = [0, 17]
  for (let length = 1; length <= 16; length++) {
    for (let count = body[length] ?? 0; count > 0; count--)
      codes.set((code++).toString(2).padStart(length, '0'), body[at++] ?? 0)
    assert.ok(code < 2 ** length, 'the code of ones alone is not for use')
    code *= 2
  }
  assert.equal(at, body.length)
  return codes
}

function bitsOf(scan: Buffer): string {
  const plain: number[] = []
  for (let at = 0; at < scan.length; at++) {
    plain.push(scan[at] ?? 0)
    if (scan[at] === 0xff) assert.equal(scan[++at], 0, 'a marker in the scan')
  }
  return plain.map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

function blocksOf(bits: string, facts: Omit<Decoded, 'blocks'> & { quantiser: number; tables: Map<number, Codes> }) {
  let at = 0
  const next = (table: number): number => {
    for (let length = 1; length <= 16; length++) {
      const found = facts.tables.get(table)?.get(bits.slice(at, at + length))
      if (found === undefined) continue
      at += length
      return found
    }
    throw new Error(`no code at bit ${at}`)
  }
  const before = [0, 0, 0]
  const count = Math.ceil(facts.width / 8) * Math.ceil(facts.height / 8)
  const blocks = Array.from({ length: count }, () =>
    before.map((mean, component) => {
      const length = next(0x00)
      const given = Number.parseInt(bits.slice(at, at + length) || '0', 2)
      at += length
      before[component] = mean + (length > 0 && given < 2 ** (length - 1) ? given - 2 ** length + 1 : given)
      assert.equal(next(0x10), 0, 'every block ends after its mean')
      return 128 + ((before[component] ?? 0) * facts.quantiser) / 8
    }),
  )
  assert.match(bits.slice(at), /^1{0,7}$/)
  return blocks
}

test('every block has exactly the colour that was asked for', () => {
  const sample = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(sample, sample, sample), { minLength: 64, maxLength: 64 }),
      (width, height, colours) => {
        const columns = Math.ceil(width / 8)
        const colourAt = (column: number, row: number): Colour => colours[row * columns + column] ?? [0, 0, 0]
        const decoded = decode(encodeJpeg({ width, height, colourAt }))
        assert.deepEqual([decoded.width, decoded.height], [width, height])
        assert.deepEqual(decoded.blocks, colours.slice(0, columns * Math.ceil(height / 8)))
      },
    ),
    { numRuns: 100, seed: 7 },
  )
})

test('the widest steps between blocks come back whole', () => {
  const steps: Colour[] = [
    [0, 255, 0],
    [255, 0, 255],
    [0, 255, 128],
    [255, 128, 127],
  ]
  const { blocks } = decode(encodeJpeg({ width: 32, height: 8, colourAt: (column) => steps[column] ?? [0, 0, 0] }))
  assert.deepEqual(blocks, steps)
})

test('a picture is 300 x 300, mirrored, of two colours, small, and always the same', () => {
  const bytes = drawAvatar({ id: 1, name: 'Tilda Vane' })
  const { width, height, blocks } = decode(bytes)
  assert.deepEqual([width, height, blocks.length], [300, 300, 38 * 38])
  assert.equal(new Set(blocks.map(String)).size, 2)
  const at = (column: number, row: number) => String(blocks[row * 38 + column])
  for (let row = 0; row < 38; row++)
    for (let column = 1; column <= 35; column++) assert.equal(at(column, row), at(36 - column, row))
  assert.ok(bytes.length < 5000)
  assert.deepEqual(drawAvatar({ id: 1, name: 'Tilda Vane' }), bytes)
})

test('a thousand characters have a thousand pictures', () => {
  const pictures = Array.from({ length: 1000 }, (_, at) => drawAvatar({ id: at + 1, name: 'X' }).toString('base64'))
  assert.equal(new Set(pictures).size, 1000)
})
