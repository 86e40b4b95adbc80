// Avatars as a decoder sees them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import jpeg from 'jpeg-js'
import { drawAvatar } from './avatar.ts'
import { createAvatars } from './avatars.ts'

const block = 8

test('an avatar is a small 300 x 300 image, mirrored, in two colours, and always the same', () => {
  const bytes = drawAvatar({ id: 1, name: 'Tilda Vane' })
  const { width, height, data } = jpeg.decode(bytes)
  assert.deepEqual([width, height], [300, 300])
  const at = (column: number, row: number) => {
    const start = ((row * block + 4) * width + column * block + 4) * 4
    return String([...data.subarray(start, start + 3)])
  }
  const colours = new Set<string>()
  for (let row = 0; row < 37; row++)
    for (let column = 1; column <= 35; column++) {
      colours.add(at(column, row))
      assert.equal(at(column, row), at(36 - column, row))
    }
  assert.equal(colours.size, 2)
  assert.ok(bytes.length < 10_000)
  assert.deepEqual(drawAvatar({ id: 1, name: 'Tilda Vane' }), bytes)
})

test('fifty characters have fifty avatars', () => {
  const avatars = Array.from({ length: 50 }, (_, at) => drawAvatar({ id: at + 1, name: 'X' }).toString('base64'))
  assert.equal(new Set(avatars).size, 50)
})

test('an avatar is encoded once while it is cached, and again after a rename', () => {
  const avatars = createAvatars()
  const first = avatars.of({ id: 1, name: 'Ada' })
  assert.equal(avatars.of({ id: 1, name: 'Ada' }), first)
  assert.notDeepEqual(avatars.of({ id: 1, name: 'Bob' }), first)
})
