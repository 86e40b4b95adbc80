// Pictures that are hard on the algorithm rather than photographs: its work is bounded whatever they show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourPlanes } from '../../matting/planes.ts'
import { grabCut } from './grab-cut.ts'

const [width, height] = [320, 240]

function maskOf(colourAt: (x: number, y: number) => readonly number[]) {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 3)
  return grabCut(colourPlanes({ width, height, channels: 3, data }))
}
/** The user CPU of some work, in seconds; other processes do not add to it. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1e6
}

test('patterns that have no cheap cut end early instead of taking a minute', () => {
  // unbounded, the first two take more than 45 s; with the bound 2 or 3
  for (const colourAt of [
    () => [222, 222, 222],
    (x: number, y: number) => ((x + y) % 2 ? [255, 255, 255] : [0, 0, 0]),
    (x: number) => ((x >> 2) % 2 ? [200, 10, 10] : [10, 10, 200]),
  ])
    assert.ok(cpuOf(() => maskOf(colourAt)) < 25)
})

test('small holes and specks change sides, and a picture of one colour has no subject', () => {
  assert.equal(
    maskOf(() => [90, 90, 90]),
    undefined,
  )
  const mask = maskOf((x, y) => {
    const isSubject = x > 100 && x < 220 && y > 60 && y < 180
    const isHole = x > 150 && x < 155 && y > 100 && y < 105
    const isSpeck = x > 20 && x < 27 && y > 20 && y < 27
    return (isSubject && !isHole) || isSpeck ? [190, 30, 40] : [222, 222, 222]
  })
  assert.ok(mask)
  assert.equal(mask.data[102 * width + 152], 1)
  assert.equal(mask.data[23 * width + 23], 0)
  assert.equal(mask.data[120 * width + 160], 1)
})
