// Runs the gateway's own code in a separate process: the command line has no drivers.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CliError } from './failure.ts'
import { nodeFlags } from './launch.js'
import type { Session } from './shell.ts'
import { gatewayEnvironment } from './target.ts'

export type Outcome = Readonly<Record<string, unknown>>

/** Runs a request on the database. Throws CliError with the reason of a refusal. */
export async function runArchive({ io, target }: Session, request: object): Promise<Outcome> {
  const program = fileURLToPath(new URL('../gateway/src/start/archive/main.ts', import.meta.url))
  if (!existsSync(program)) throw new CliError('The gateway is not part of this installation.')
  const child = spawn(process.execPath, [...nodeFlags, program, JSON.stringify(request)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...gatewayEnvironment(io.env), GATEHOUSE_DATA: target.dataDir },
  })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  child.stderr.on('data', (text) => io.err(String(text)))
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) printed += text
  process.off('SIGTERM', stop)
  const outcome: unknown = printed === '' ? undefined : JSON.parse(printed)
  if (isRecord(outcome) && typeof outcome.refused === 'string') throw new CliError(outcome.refused)
  if (isRecord(outcome) && isRecord(outcome.done)) return outcome.done
  throw new CliError('It was interrupted, and nothing has changed.')
}

function isRecord(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null
}
