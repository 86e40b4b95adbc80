// Runs the operator's command that prints the master key. Its output never gets into an error or the log.
import { type ChildProcess, spawn } from 'node:child_process'
import { MasterKeyRefused } from './keyring.ts'

const usualTimeoutMs = 10_000
const maxBytes = 65_536

/**
 * Returns the standard output of `command`, run by the system's shell without input. Its standard error goes to ours,
 * so that the operator sees it. Throws MasterKeyRefused if it fails, prints nothing or too much, or takes more than 10
 * s; all its processes are ended then.
 */
export async function runKeyCommand(command: string, timeoutMs = usualTimeoutMs): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const outcome = await new Promise<string | undefined>((resolve) => {
    // a separate process group, because a shell leaves its children behind
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.once('error', () => resolve('could not be started'))
    // without file descriptors there is no process and no pipe
    if (child.pid === undefined) return
    const finish = (problem: string | undefined) => {
      clearTimeout(timer)
      killGroup(child)
      child.stdout.destroy()
      resolve(problem)
    }
    const timer = setTimeout(() => finish(`took longer than ${timeoutMs / 1000} s`), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) finish('printed too much')
      else chunks.push(chunk)
    })
    child.once('close', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`))
  })
  const output = Buffer.concat(chunks).toString('utf8').trim()
  const problem = outcome ?? (output === '' ? 'printed nothing' : undefined)
  if (problem)
    throw new MasterKeyRefused(`The command that prints the master key ${problem}. Run it by hand to see why.`)
  return output
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // all of the group has ended
  }
}
