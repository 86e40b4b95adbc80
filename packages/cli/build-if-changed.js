// Keeps the build in `dist/` that of the sources. Plain JavaScript, because it runs on whatever Node the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'apis',
  'packages',
  'scripts/build',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
/** Files below the sources that are no part of a build. */
export const isLeftOut =
  /(?:^|\/)(?:node_modules|dist|test|fixtures|bench)(?:\/|$)|\.(?:test|fixture|cases|check)\.ts$|\.md$|\/tsconfig\.json$/
/** Paths in the folder of the build. */
export const stampName = '.sources'

/**
 * Builds if any source is not as it was at the last build: another size, another time. An installation without sources
 * keeps the build that it came with. Returns whether there is a build.
 */
export function buildIfChanged(root, node) {
  const stamp = join(root, 'dist', stampName)
  if (!hasSources(root)) return existsSync(stamp)
  const script = buildScript(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOfSources(root)) return true
  return spawnSync(node, ['--disable-warning=ExperimentalWarning', script], { stdio: ['ignore', 2, 2] }).status === 0
}

/** True for a clone, false for an image or a package: those have the build alone. */
export function hasSources(root) {
  return existsSync(buildScript(root))
}

function buildScript(root) {
  return join(root, 'scripts', 'build.ts')
}

/** Changes with every change of a source, but not with the folder's place. */
export function stateOfSources(root) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (isLeftOut.test(path)) return
    const stats = statSync(join(root, path))
    if (stats.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
    else hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`)
  }
  for (const path of sources) add(path)
  return hash.digest('hex')
}
