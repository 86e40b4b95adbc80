// Makes the project ready to run: the locked dependencies and the build. Plain JavaScript without dependencies, because
// it runs on whatever Node the machine has, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from '../packages/cli/build-if-changed.js'
import { bundledNode } from '../packages/cli/bundled-node.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.gatehouse-lock')
const installedLock = join(root, 'node_modules', '.package-lock.json')

/**
 * Installs and builds where that is necessary, and returns the path of the Node among the dependencies. `omitsDev`
 * leaves out what only tests and tools need. Ends this process when it fails.
 */
export function prepare({ omitsDev }) {
  install(omitsDev)
  const node = bundledNode(root)
  if (!node)
    fail(
      `There is no Node for ${process.platform} ${process.arch} among the dependencies (optionalDependencies in package.json).`,
    )
  if (!buildIfChanged(root, node)) fail('Building failed; the lines above say why.')
  return node
}

function install(omitsDev) {
  const everything = createHash('sha256').update(readFileSync(lock)).digest('hex')
  const withoutDev = `${everything} --omit=dev`
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if ((installed === everything || (omitsDev && installed === withoutDev)) && bundledNode(root)) return
  if (isInstalled({ dev: true }) && bundledNode(root)) writeFileSync(stamp, everything)
  else if (omitsDev && isInstalled({ dev: false }) && bundledNode(root)) writeFileSync(stamp, withoutDev)
  else {
    runNpm(omitsDev)
    writeFileSync(stamp, omitsDev ? withoutDev : everything)
  }
}

function runNpm(omitsDev) {
  console.error('Installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, [npm]] : ['npm', []]
  // no dependency needs its install script
  const ci = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  if (omitsDev) ci.push('--omit=dev')
  const run = spawnSync(command[0], [...command[1], ...ci], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // on Windows npm is a batch file, which only a shell starts
    shell: !npm && process.platform === 'win32',
  })
  if (run.status !== 0)
    fail('Installing the dependencies failed; the lines above say why. Run `npm ci` by hand to see everything.')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Reports whether exactly the locked packages were installed by hand; those for other platforms may be missing. */
function isInstalled({ dev }) {
  if (!existsSync(installedLock)) return false
  const { packages: locked } = JSON.parse(readFileSync(lock, 'utf8'))
  const { packages: installed } = JSON.parse(readFileSync(installedLock, 'utf8'))
  return Object.entries(locked).every(([path, { version, integrity, optional, dev: isDev }]) => {
    if (path === '' || (isDev && !dev)) return true
    if (!installed[path]) return optional === true
    return installed[path].version === version && installed[path].integrity === integrity
  })
}
