#!/usr/bin/env node
// Launcher of the command line: plain JavaScript, because it may be started by an old Node. It hands over to the Node
// among the dependencies, which runs the build. It installs nothing.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged, hasSources } from './build-if-changed.js'
import { leastNode, nodeFor } from './bundled-node.js'
import { dataFolder } from './data-folder.js'
import { handOver, nodeFlags } from './launch.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const node = nodeFor(root)

// a clone keeps its data beside its sources; a package may be read-only, and is replaced by its next version
if (!hasSources(root) && !process.env.GATEHOUSE_DATA) {
  const folder = dataFolder()
  if (folder) process.env.GATEHOUSE_DATA = folder
}

if (!node) {
  process.stderr.write(
    hasSources(root)
      ? `gatehouse: the dependencies are not installed. Run: npm ci --prefix ${root}\n`
      : `gatehouse: this needs Node ${leastNode} or later, and the Node among its dependencies is not installed. Install without --omit=optional.\n`,
  )
  process.exitCode = 1
} else if (!buildIfChanged(root, node)) {
  process.stderr.write('gatehouse: building failed; the lines above say why.\n')
  process.exitCode = 1
} else handOver(node, [...nodeFlags, join(root, 'dist/packages/cli/main.js'), ...process.argv.slice(2)])
