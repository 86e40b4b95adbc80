// Where the Node among the dependencies is. Its packages are pinned in package.json and in the lockfile, one for each
// platform, and npm installs the one that fits, without an install script. Plain JavaScript, because an old Node may
// read it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the binary below the project's folder; undefined when none is installed. */
export function bundledNode(root, { platform, arch } = process) {
  const system = platform === 'win32' ? 'win' : platform
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const file = platform === 'win32' ? 'node.exe' : 'node'
  // the image of the Dockerfile has a Node already, and links it as the package `node`
  const packages = [`${prefix}-${system}-${arch}`, 'node']
  return packages.map((name) => join(root, 'node_modules', name, 'bin', file)).find((path) => existsSync(path))
}
