// Installs the locked dependencies when they are missing or older than the lockfile, and compiles the program ahead.
// Plain JavaScript with no dependency of its own, because it runs on whatever Node the machine has, before anything is
// installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.gatehouse-lock')
const bundledNode = join(root, 'node_modules', 'node', 'bin', 'node')
const compileAhead = join(root, 'packages', 'gateway', 'src', 'compile-ahead.js')

const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (installed !== wanted || !existsSync(bundledNode)) {
  console.error('Installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const ci = ['ci', '--no-fund', '--no-audit', '--loglevel=error']
  const run = spawnSync(command[0], [...command[1], ...ci], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (run.status !== 0) {
    console.error(
      'Installing the dependencies failed; the lines above say why. Run `npm ci` by hand to see everything.',
    )
    process.exit(run.status ?? 1)
  }
  writeFileSync(stamp, wanted)
  // what was compiled has gone with everything else
  spawnSync(bundledNode, [compileAhead], { stdio: 'ignore' })
}
