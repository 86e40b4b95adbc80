// How well an engine finds the subject of a composite, and how well its edges are refined.
import assert from 'node:assert/strict'
import { findSubject } from '../provider/engines/find-subject.ts'
import { applyMatte } from '../provider/matting/matte.ts'
import { colourPlanes, type Plane, resizePlane } from '../provider/matting/planes.ts'
import { prepareRefinement } from '../provider/matting/refinement.ts'
import type { Composite } from './composites.ts'
import type { TestEngine } from './engines.ts'
import { mean, type Scores, scoresOf } from './scores.ts'

export interface Measured {
  readonly rough: Scores
  readonly refined: Scores
  /** The mean difference of the subject's colours at its edge, 0 to 255, before and after. */
  readonly spill: readonly [before: number, after: number]
  /** The mask of the engine, and the cut-out as red, green, blue and alpha. */
  readonly mask: Plane
  readonly cutOut: Uint8Array
}

export async function measure(composite: Composite, { choices }: TestEngine): Promise<Measured> {
  const { width, height, rgb } = composite
  const planes = colourPlanes({ width, height, channels: 3, data: rgb })
  const { mask, failures } = await findSubject(planes, choices)
  assert.deepEqual(failures, [])
  assert.ok(mask, `${composite.name}: no subject`)
  const rough = resizePlane(mask, width, height)
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4)
  applyMatte({ width, height, data }, prepareRefinement(planes, rough))
  const alpha = composite.alpha.map((_, at) => (data[at * 4 + 3] ?? 0) / 255)
  const spill = [spillOf(composite, rgb, 3), spillOf(composite, data, 4)] as const
  const scores = { rough: scoresOf(rough.data, composite), refined: scoresOf(alpha, composite) }
  return { ...scores, spill, mask: rough, cutOut: data }
}

/** Distance of colours from the subject's own where it is more than half there, but not alone. */
function spillOf({ alpha, subject }: Composite, colours: Uint8Array, channels: number): number {
  const differences: number[] = []
  for (const [at, share] of alpha.entries())
    if (share > 0.5 && share < 0.95)
      for (let channel = 0; channel < 3; channel++)
        differences.push(Math.abs((colours[at * channels + channel] ?? 0) - (subject[at * 3 + channel] ?? 0)))
  return mean(differences)
}
