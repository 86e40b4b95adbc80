#!/usr/bin/env node
// Launcher of the command line: plain JavaScript, because it may be started by an old Node. It hands over to the Node
// among the dependencies, which runs the TypeScript directly. It installs nothing.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode } from './bundled-node.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const windows = process.platform === 'win32'
const node = bundledNode(root)

if (node) {
  handOver([join(here, 'main.ts'), ...process.argv.slice(2)])
} else {
  process.stderr.write(`gatehouse: the dependencies are not installed. Run: npm ci --prefix ${root}\n`)
  process.exitCode = 1
}

/** Replaces this process where possible; otherwise forwards signals and exits as the child exits. */
function handOver(args) {
  if (!windows && typeof process.execve === 'function') process.execve(node, [node, ...args], process.env)
  const child = spawn(node, args, { stdio: 'inherit' })
  child.once('error', (error) => {
    process.stderr.write(`gatehouse: ${node} cannot be started: ${error.message}\n`)
    process.exitCode = 1
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // a terminal sends its interrupt to both by itself
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.once('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1
      return
    }
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
