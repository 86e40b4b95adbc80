// For `npm start` where npm runs no script before it (`ignore-scripts`): installs the dependencies as that script
// would, and hands over to the Node among them. Plain JavaScript, because an old Node may run it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether anything has been installed. */
export function isInstalled(root) {
  return existsSync(join(root, 'node_modules', '.package-lock.json'))
}

/** Installs, and runs the same program again; ends as it ends. */
export function installAndStart(root) {
  const install = spawnSync(process.execPath, [join(root, 'scripts', 'install.js'), '--omit=dev'], { stdio: 'inherit' })
  if (install.status !== 0 || !isInstalled(root)) {
    process.exitCode = install.status || 1
    return
  }
  if (process.platform === 'win32') {
    process.stderr.write('The dependencies are installed now. Run npm start again.\n')
    process.exitCode = 1
    return
  }
  // where npm looks for commands first, so the Node that a later start has
  const node = join(root, 'node_modules', '.bin', 'node')
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  child.once('error', (error) => {
    process.stderr.write(`${node} cannot be started: ${error.message}\n`)
    process.exitCode = 1
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => {
      // a terminal sends its interrupt to both by itself
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
