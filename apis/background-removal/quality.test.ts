// How well subjects are found and edges refined, on composites whose right alpha is known. The figures are printed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSubject } from './provider/engines/find-subject.ts'
import { applyMatte } from './provider/matting/matte.ts'
import { colourPlanes, resizePlane } from './provider/matting/planes.ts'
import { prepareRefinement } from './provider/matting/refinement.ts'
import { type Composite, type CompositeOptions, createComposite } from './test/composites.ts'
import { enginesToTest, type TestEngine } from './test/engines.ts'
import { mean, type Scores, scoresOf } from './test/scores.ts'

/** One of each shape. The benchmark has more. */
const seeds = [1, 2, 3, 4]
const size = { width: 400, height: 300 }

interface Measured {
  readonly rough: Scores
  readonly refined: Scores
  /** The mean difference of the subject's colours at its edge, 0 to 255, before and after. */
  readonly spill: readonly [before: number, after: number]
}

async function measure(composite: Composite, { choices }: TestEngine): Promise<Measured> {
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
  return { rough: scoresOf(rough.data, composite), refined: scoresOf(alpha, composite), spill }
}

/** How far colours are from the subject's own where it is more than half there, but not alone. */
function spillOf({ alpha, subject }: Composite, colours: Uint8Array, channels: number): number {
  const differences: number[] = []
  for (const [at, share] of alpha.entries())
    if (share > 0.5 && share < 0.95)
      for (let channel = 0; channel < 3; channel++)
        differences.push(Math.abs((colours[at * channels + channel] ?? 0) - (subject[at * 3 + channel] ?? 0)))
  return mean(differences)
}

async function measureAll(options: Omit<CompositeOptions, 'seed'>, engine: TestEngine): Promise<Measured[]> {
  const all: Measured[] = []
  for (const seed of seeds) all.push(await measure(createComposite({ ...size, ...options, seed }), engine))
  return all
}

const engines = enginesToTest()

test('every engine that is there is tested', (t) => {
  t.diagnostic(`engines tested: ${engines.map(({ name }) => name).join(', ')}`)
  if (engines.length < 2)
    t.diagnostic('for the others: node packages/cli/gatehouse.js engines add u2netp --data .engines')
  assert.equal(engines.at(-1)?.name, 'classical')
})

for (const engine of engines) {
  for (const [ground, leastIou] of [
    ['plain', 0.97],
    ['textured', 0.95],
  ] as const)
    test(`${engine.name} finds the subject on ${ground} ground`, async (t) => {
      const refined = (await measureAll({ ground }, engine)).map((one) => one.refined)
      const least = Math.min(...refined.map(({ iou }) => iou))
      const error = mean(refined.map((one) => one.error))
      t.diagnostic(`${engine.name}, ${ground}: IoU ${least.toFixed(4)} at least, alpha error ${error.toFixed(4)}`)
      for (const { iou, error: own } of refined) assert.ok(iou >= leastIou && own <= 0.01, `${iou} ${own}`)
    })

  test(`${engine.name}: refining lowers the error at soft edges by a quarter at least, and takes the ground's colour out`, async (t) => {
    for (const ground of ['plain', 'textured'] as const)
      for (const softness of ground === 'plain' ? [8] : [14]) {
        const all = await measureAll({ ground, softness }, engine)
        const left = mean(all.map(({ rough, refined }) => refined.edgeError / rough.edgeError))
        const spill = [0, 1].map((index) => mean(all.map((one) => one.spill[index] ?? 0)))
        t.diagnostic(
          `${engine.name}, ${ground}, edges of ${softness} px: ${Math.round(100 * left)} % of the error is left, ` +
            `colours are off by ${spill.map((value) => value.toFixed(1)).join(' before and ')} after`,
        )
        assert.ok(left <= 0.75, `${left}`)
        assert.ok((spill[1] ?? 0) < (spill[0] ?? 0) * 0.75, `${spill}`)
      }
  })
}
