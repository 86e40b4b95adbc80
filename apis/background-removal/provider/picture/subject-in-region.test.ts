import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComposite } from '../../test/composites.ts'
import { colourPlanes } from '../matting/planes.ts'
import type { Box } from './options.ts'
import { findSubjectInRegion } from './subject-in-region.ts'

const [width, height] = [160, 120]
const engines = [{ kind: 'classical' }] as const
const composite = createComposite({ seed: 4, ground: 'plain', width, height })
const planes = colourPlanes({ width, height, channels: 3, data: composite.rgb })

/** Intersection over union inside the region. */
function overlap(mask: { readonly data: Float32Array }, { left, top, width: wide, height: high }: Box): number {
  let [both, either] = [0, 0]
  for (let y = top; y < top + high; y++)
    for (let x = left; x < left + wide; x++) {
      const at = y * width + x
      const [is, ought] = [(mask.data[at] ?? 0) > 0.5, (composite.alpha[at] ?? 0) > 0.5]
      if (is && ought) both++
      if (is || ought) either++
    }
  return both / either
}

test('a region that cuts through the subject keeps the part of it inside', async () => {
  for (const [left, top, right, bottom] of [
    [16, 12, 96, 72],
    [0, 0, 80, 120],
    [80, 0, 160, 120],
    [0, 48, 160, 120],
    [32, 0, 80, 60],
    [0, 0, 150, 60],
    [72, 54, 88, 66],
    [8, 6, 152, 114],
  ] as const) {
    const region = { left, top, width: right - left, height: bottom - top }
    const { mask } = await findSubjectInRegion(planes, region, engines)
    assert.ok(mask && overlap(mask, region) > 0.95, `${left} ${top} ${right} ${bottom}`)
  }
})

test('a region beside the subject has none', async () => {
  const found = await findSubjectInRegion(planes, { left: 0, top: 0, width: 24, height: 24 }, engines)
  assert.equal(found.mask, undefined)
})
