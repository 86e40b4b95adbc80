// Builds the client package after `npm ci`, so that other projects can install its folder. Without the compiler, as
// after `npm ci --omit=dev`, there is nothing to build with. Plain JavaScript, because it runs on whatever Node the
// machine has.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
if (existsSync(compiler)) {
  const project = join(root, 'packages', 'client', 'tsconfig.json')
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
