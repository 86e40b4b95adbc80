// The command line as it ships, in a process of its own, which can be killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { nodeFlags } from '../../packages/cli/launch.js'
import { projectFolder } from '../harness/program.ts'
import type { StoreTarget } from '../harness/services.ts'

const main = join(projectFolder, 'dist/packages/cli/main.js')

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command on a database. With `killedAfterMs`, it and what it has started are killed then. */
export async function gatehouse(
  { url, dataDir }: StoreTarget,
  args: readonly string[],
  killedAfterMs?: number,
): Promise<Ran> {
  const child = spawn(process.execPath, [...nodeFlags, main, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      GATEHOUSE_DATA: dataDir,
      ...(url !== undefined && { GATEHOUSE_DATABASE_URL: url }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ran = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    ran.stdout += text
  })
  child.stderr.on('data', (text) => {
    ran.stderr += text
  })
  const closed = once(child, 'close')
  if (killedAfterMs !== undefined) {
    await Promise.race([setTimeout(killedAfterMs), closed])
    const { pid } = child
    // the group: the command line and the program it runs
    if (pid !== undefined && child.exitCode === null) process.kill(-pid, 'SIGKILL')
  }
  await closed
  return { ...ran, code: child.exitCode }
}
