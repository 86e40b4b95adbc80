// Which engine answers, and what happens when one cannot.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { chooseEngines } from './provider/engines/engine-choice.ts'
import { createComposite } from './test/composites.ts'
import { nativeEngines, noEngines, testEngines } from './test/engines.ts'
import { meanNetwork } from './test/mean-network.ts'
import { decode, openWorld, pngOf } from './test/world.ts'

/** True if a network can be run here; under CI quality.test.ts insists. */
const hasRuntime = existsSync(join(testEngines, 'onnxruntime-web'))
const needsRuntime = { skip: hasRuntime ? false : 'no engine has been added' }

const picture = (await pngOf(createComposite({ seed: 4, ground: 'plain', width: 200, height: 150 }))).toString('base64')

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-engines-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder of the operator with a card, and the network that it names. */
function operatorFolder(t: TestContext, change: object = {}): string {
  const folder = folderFor(t)
  writeFileSync(join(folder, 'own.onnx'), meanNetwork)
  const sha256 = createHash('sha256').update(meanNetwork).digest('hex')
  const card = { name: 'own', file: 'own.onnx', sha256, licence: 'MIT', size: [64, 64], values: 'stretch' }
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...card, ...change }))
  return folder
}

/** Networks run in processes as in a gateway; their code is loaded once in a process. */
const engineOf = async (kit: { enginesFolder: string; filesFolder?: string }, inProcesses = true) => {
  const world = await openWorld({ kit, inProcesses })
  const { status, headers } = await world.remove({ image_file_b64: picture })
  assert.equal(status, 200)
  return { engine: headers['x-gateway-engine'], logged: world.logged.join('\n') }
}

test('without a runtime the classical engine is the only one', (t) => {
  const filesFolder = operatorFolder(t)
  assert.deepEqual(chooseEngines({ enginesFolder: noEngines, filesFolder }), [{ kind: 'classical' }])
})

test(
  "the operator's network comes before the one that was added, and both before the classical one",
  needsRuntime,
  (t) => {
    const choices = chooseEngines({ enginesFolder: testEngines, filesFolder: operatorFolder(t) })
    assert.deepEqual(
      choices.map((one) => (one.kind === 'network' ? one.name : one.kind)),
      ['own', 'u2netp', 'classical'],
    )
  },
)

test("the operator's network answers by its card", needsRuntime, async (t) => {
  const { engine } = await engineOf({ enginesFolder: testEngines, filesFolder: operatorFolder(t) })
  assert.match(String(engine), /^own onnxruntime-\w+ \d/)
})

test(
  'a network that is not the one of its hash, or that fails, is logged and the next one answers',
  needsRuntime,
  async (t) => {
    for (const [change, reason] of [
      [{ sha256: 'f'.repeat(64) }, /own: .*not the file that was added/],
      [{ output: 7 }, /own: the network has no output 7/],
    ] as const) {
      const { engine, logged } = await engineOf({ enginesFolder: testEngines, filesFolder: operatorFolder(t, change) })
      assert.match(String(engine), /^u2netp onnxruntime-/)
      assert.match(logged, reason)
    }
  },
)

test('native code finds what WebAssembly finds, where it has been added', async (t) => {
  if (!existsSync(join(nativeEngines, 'onnxruntime-node')) || !hasRuntime) {
    t.diagnostic('not run: node packages/cli/gatehouse.js engines add onnxruntime-node --data .engines/native')
    return
  }
  const enginesFolder = folderFor(t)
  symlinkSync(join(nativeEngines, 'onnxruntime-node'), join(enginesFolder, 'onnxruntime-node'))
  symlinkSync(join(testEngines, 'u2netp'), join(enginesFolder, 'u2netp'))
  const [native, portable] = await Promise.all([maskOf(enginesFolder), maskOf(testEngines)])
  assert.match(native.engine, /^u2netp onnxruntime-node \d/)
  assert.match(portable.engine, /^u2netp onnxruntime-web \d/)
  const differences = native.alpha.map((value, at) => Math.abs(value - (portable.alpha[at] ?? 0)))
  assert.ok(differences.reduce((sum, one) => sum + one, 0) / differences.length < 0.5, `${Math.max(...differences)}`)
})

async function maskOf(enginesFolder: string): Promise<{ engine: string; alpha: readonly number[] }> {
  const world = await openWorld({ kit: { enginesFolder }, inProcesses: true })
  const { headers, body } = await world.remove({ image_file_b64: picture, format: 'png' })
  const { data } = await decode(body)
  return {
    engine: String(headers['x-gateway-engine']),
    alpha: [...data].filter((_, at) => at % 4 === 3),
  }
}

test('files of an engine that were changed are not run', needsRuntime, async (t) => {
  const enginesFolder = folderFor(t)
  cpSync(join(testEngines, 'onnxruntime-web'), join(enginesFolder, 'onnxruntime-web'), { recursive: true })
  symlinkSync(join(testEngines, 'u2netp'), join(enginesFolder, 'u2netp'))
  const marker = join(enginesFolder, 'marker')
  const program = join(enginesFolder, 'onnxruntime-web/node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
  writeFileSync(program, `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '')`)
  const { engine, logged } = await engineOf({ enginesFolder })
  assert.equal(engine, 'classical grabcut')
  assert.match(logged, /u2netp: .*not the file that was added/)
  assert.equal(existsSync(marker), false)
})

test('a card that cannot be used is logged with what it lacks, and the next engine answers', async (t) => {
  const enginesFolder = folderFor(t)
  // there is a runtime by its folder, so that the card is read
  mkdirSync(join(enginesFolder, 'onnxruntime-web/node_modules'), { recursive: true })
  for (const [change, reason] of [
    [{ licence: '' }, /licence/],
    [{ size: [10, 10] }, /size/],
    [{ file: '../own.onnx' }, /file/],
    [{ sha256: 'abc' }, /sha256/],
    [{ deviation: [1, 0, 1] }, /deviation/],
    [{ values: 'squared' }, /values/],
  ] as const) {
    const { engine, logged } = await engineOf({ enginesFolder, filesFolder: operatorFolder(t, change) }, false)
    assert.equal(engine, 'classical grabcut')
    assert.match(logged, reason)
  }
})
