// How well subjects are found and edges refined, on composites whose right alpha is known. The figures are printed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompositeOptions, createComposite } from './test/composites.ts'
import { enginesToTest, type TestEngine } from './test/engines.ts'
import { type Measured, measure } from './test/measure.ts'
import { mean } from './test/scores.ts'

const size = { width: 400, height: 300 }

async function measureAll(
  options: Omit<CompositeOptions, 'seed'>,
  engine: TestEngine,
  shapes: readonly number[],
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const seed of shapes) all.push(await measure(createComposite({ ...size, ...options, seed }), engine))
  return all
}

const engines = enginesToTest()

test('every engine that is there is tested', (t) => {
  t.diagnostic(`engines tested: ${engines.map(({ name }) => name).join(', ')}`)
  if (engines.length < 2)
    t.diagnostic('for the others: node packages/cli/gatehouse.js engines add u2netp --data .engines')
  assert.equal(engines.at(-1)?.name, 'classical')
})

test('a subject of which an engine sees only the head is found whole on plain ground', async (t) => {
  for (const engine of engines) {
    const { refined } = await measure(createComposite({ width: 640, height: 480, seed: 7, ground: 'plain' }), engine)
    t.diagnostic(`${engine.name}: IoU ${refined.iou.toFixed(4)}`)
    assert.ok(refined.iou >= 0.97, `${engine.name} ${refined.iou}`)
  }
})

for (const engine of engines) {
  // one of each of the four shapes; the benchmark has more
  for (const [ground, leastIou, shapes] of [
    ['plain', 0.97, [1, 2]],
    ['textured', 0.95, [3, 4]],
  ] as const)
    test(`${engine.name} finds the subject on ${ground} ground`, async (t) => {
      const refined = (await measureAll({ ground }, engine, shapes)).map((one) => one.refined)
      const least = Math.min(...refined.map(({ iou }) => iou))
      const error = mean(refined.map((one) => one.error))
      t.diagnostic(`${engine.name}, ${ground}: IoU ${least.toFixed(4)} at least, alpha error ${error.toFixed(4)}`)
      for (const { iou, error: own } of refined) assert.ok(iou >= leastIou && own <= 0.01, `${iou} ${own}`)
    })

  test(`${engine.name}: refining lowers the error at soft edges by a quarter at least, and takes the ground's colour out`, async (t) => {
    for (const [ground, softness, shapes] of [
      ['plain', 8, [1]],
      ['textured', 14, [4]],
    ] as const) {
      const all = await measureAll({ ground, softness }, engine, shapes)
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
