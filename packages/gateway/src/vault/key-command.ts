// Runs the operator's command that prints the master key. Its output gets into no error and no log.
import { spawn } from 'node:child_process'
import { MasterKeyRefused } from './keyring.ts'

const timeoutMs = 15_000
const maxBytes = 65_536

/**
 * The standard output of `command`, run by the system's shell without input. Its standard error goes to ours, so that
 * the operator sees it. Throws MasterKeyRefused when it fails, prints nothing or too much, or takes more than 15 s.
 */
export async function runKeyCommand(command: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const outcome = await new Promise<string | undefined>((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const finish = (problem: string | undefined) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      child.stdout.destroy()
      resolve(problem)
    }
    const timer = setTimeout(() => finish(`took longer than ${timeoutMs / 1000} s`), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) finish('printed too much')
      else chunks.push(chunk)
    })
    child.once('error', () => finish('could not be started'))
    child.once('close', (code, signal) => finish(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`))
  })
  const output = Buffer.concat(chunks).toString('utf8').trim()
  const problem = outcome ?? (output === '' ? 'printed nothing' : undefined)
  if (problem)
    throw new MasterKeyRefused(`The command that prints the master key ${problem}. Run it by hand to see why.`)
  return output
}
