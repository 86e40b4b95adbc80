import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Composite, createComposite } from '../../test/composites.ts'
import { colourPlanes, createPlane, type Plane } from '../matting/planes.ts'
import { completedMask } from './partial-mask.ts'

const size = { width: 320, height: 240 }
const planesOf = ({ rgb }: Composite) => colourPlanes({ ...size, channels: 3, data: rgb })
/** The right mask, as far as `keeps` says. */
function maskOf({ alpha }: Composite, keeps: (x: number, y: number) => boolean): Plane {
  const mask = createPlane(size.width, size.height)
  for (const [at, value] of alpha.entries())
    mask.data[at] = keeps(at % size.width, Math.floor(at / size.width)) ? value : 0
  return mask
}
// head and shoulders
const composites = (ground: 'plain' | 'textured') =>
  [3, 7, 11].map((seed) => createComposite({ ...size, seed, ground }))
const isHead = (_x: number, y: number) => y < size.height / 2

test('of a head on plain ground the shoulders are found too', () => {
  for (const composite of composites('plain')) {
    const whole = completedMask(planesOf(composite), maskOf(composite, isHead))
    assert.ok(whole)
    let [both, either] = [0, 0]
    for (const [at, right] of composite.alpha.entries()) {
      const [is, ought] = [(whole.data[at] ?? 0) > 0.5, right > 0.5]
      if (is && ought) both++
      if (is || ought) either++
    }
    assert.ok(both / either > 0.97, `${both / either}`)
  }
})

test('a mask stays as it is where the ground is not plain, where it is nearly whole, and where it shows something else', () => {
  for (const composite of composites('textured'))
    assert.equal(completedMask(planesOf(composite), maskOf(composite, isHead)), undefined)
  for (const composite of composites('plain')) {
    assert.equal(
      completedMask(
        planesOf(composite),
        maskOf(composite, () => true),
      ),
      undefined,
    )
    const elsewhere = createPlane(size.width, size.height)
    for (let y = 0; y < 60; y++) elsewhere.data.fill(1, y * size.width, y * size.width + 40)
    assert.equal(completedMask(planesOf(composite), elsewhere), undefined)
  }
})
