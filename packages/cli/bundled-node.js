// Where the Node that runs the build is. Its packages are pinned in package.json and in the lockfile, one for each
// platform, and npm installs the one that fits, without an install script. Plain JavaScript, because an old Node may
// read it.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasSources } from './build-if-changed.js'

/** The build is made for it (scripts/build.ts); packages that it uses do not support older ones. */
export const leastNode = '22.19'

/** Tells whether a version of Node, such as `24.1.0`, runs the build. */
export function isRecent(version) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = leastNode.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/**
 * Path of the Node that runs the build: the one among the dependencies or, for a package that was installed without
 * it, the Node that runs this; undefined when that is too old.
 */
export function nodeFor(root) {
  const own = isRecent(process.versions.node) && !hasSources(root) ? process.execPath : undefined
  return bundledNode(root) ?? own
}

/**
 * Path of the binary below the project's folder or, where the project is itself installed as a package, beside it;
 * undefined when none is installed.
 */
export function bundledNode(root, { platform, arch } = process) {
  const system = platform === 'win32' ? 'win' : platform
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const file = platform === 'win32' ? 'node.exe' : 'node'
  const folders = [join(root, 'node_modules')]
  if (basename(dirname(root)) === 'node_modules') folders.push(dirname(root))
  // the image of the Dockerfile has a Node already, and links it as the package `node`
  const packages = [`${prefix}-${system}-${arch}`, 'node']
  return folders
    .flatMap((folder) => packages.map((name) => join(folder, name, 'bin', file)))
    .find((path) => existsSync(path))
}
