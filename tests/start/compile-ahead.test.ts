// An installation fills the compile cache, so that the first start is as fast and small as later ones.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder, projectFolder, startProgram } from '../program.ts'

const compileAhead = join(projectFolder, 'packages/gateway/src/compile-ahead.js')

test('the whole program is in the compile cache, and nothing else is left behind', (t) => {
  const { cache, folder } = compiled(newFolder(t))
  const ours = globSync('{packages/{define,derive,gateway,store}/**/*,apis/*/{*,provider/**/*}}.ts', {
    cwd: projectFolder,
  }).filter((path) => !/\.(?:test|fixture|cases|check)\.ts$|\/bench\//.test(path))
  const files = globSync('**/*', { cwd: cache, withFileTypes: true }).filter((one) => one.isFile())
  // the packages it uses are cached as well
  assert.ok(ours.length > 500 && files.length > ours.length, `${files.length} of ${ours.length}`)
  assert.deepEqual(readdirSync(folder), ['kept'])
})

test('a process that finds the program in the cache needs less memory', async (t) => {
  const folder = newFolder(t)
  const started = (cache: string) =>
    startProgram(t, { dataDir: newFolder(t), environment: { NODE_COMPILE_CACHE: cache } })
  const [first, later] = [await started(join(folder, 'none')), await started(compiled(folder).cache)]
  const [most, least] = [resident(first.pid), resident(later.pid)]
  t.diagnostic(`resident: ${most} MB, and ${least} MB`)
  assert.ok(least + 10 < most, `${least} of ${most} MB`)
})

function compiled(folder: string) {
  const cache = join(folder, 'kept')
  const env = { PATH: process.env.PATH, TMPDIR: folder, NODE_COMPILE_CACHE: cache, GATEHOUSE_PORT: '-1' }
  const { status } = spawnSync(process.execPath, [compileAhead], { env })
  assert.equal(status, 0)
  return { cache, folder }
}

const resident = (pid: number) =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
