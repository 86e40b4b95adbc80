// How a program of this project is started: on the Node among the dependencies, from the build. Plain JavaScript,
// because it runs on whatever Node the machine has.
import { spawn } from 'node:child_process'

/** The flags of everything that runs from the build; the image's command repeats them. */
export const nodeFlags = ['--enable-source-maps', '--disable-warning=ExperimentalWarning']
/**
 * Flags of the gateway. Bodies are outside V8's heap and are freed with their handles, so a young generation of the
 * usual 16 MB holds 150 MB of them.
 */
export const gatewayFlags = ['--max-semi-space-size=8', ...nodeFlags]

/** Replaces this process where possible; otherwise forwards signals and exits as the child exits. */
export function handOver(node, args) {
  if (process.platform !== 'win32' && typeof process.execve === 'function')
    process.execve(node, [node, ...args], process.env)
  const child = spawn(node, args, { stdio: 'inherit' })
  child.once('error', (error) => {
    process.stderr.write(`${node} cannot be started: ${error.message}\n`)
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
