// gatehouse start: runs the gateway in the foreground. Signals and the exit code are the gateway's own.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { CliError } from '../failure.ts'
import type { Io } from '../io.ts'
import { gatewayFlags } from '../launch.js'
import { memberOf } from '../member.ts'
import type { Shell } from '../shell.ts'
import { gatewayEnvironment } from '../target.ts'

interface Options {
  readonly port?: string
  readonly marketPort?: string
  readonly host?: string
  readonly data?: string
  readonly workers?: string
  readonly apis?: string
  readonly scripts?: string
  readonly replay?: string
  readonly strict?: boolean
  readonly production?: boolean
}
/** The setting of each option. */
const settingOf = {
  port: 'GATEHOUSE_PORT',
  marketPort: 'GATEHOUSE_MARKET_PORT',
  host: 'GATEHOUSE_HOST',
  data: 'GATEHOUSE_DATA',
  workers: 'GATEHOUSE_WORKERS',
  apis: 'GATEHOUSE_APIS',
  scripts: 'GATEHOUSE_SCRIPTS',
  replay: 'GATEHOUSE_REPLAY',
} as const

/** Adds the command. */
export function addStart(program: Command, shell: Shell): void {
  const start = program
    .command('start')
    .description('run the gateway in the foreground')
    .option('--port <port>', 'port of the gateway (GATEHOUSE_PORT)')
    .option('--market-port <port>', 'port of the item-market API (GATEHOUSE_MARKET_PORT)')
    .option('--host <address>', 'address to listen on (GATEHOUSE_HOST)')
    .option('--data <folder>', 'data folder (GATEHOUSE_DATA)')
    .option('--workers <count>', 'processes that share the port (GATEHOUSE_WORKERS)')
    .option('--apis <slugs>', 'serve only these APIs, such as randomness,translation (GATEHOUSE_APIS)')
    .option('--scripts <file>', 'file of scripts that the embedded models follow (GATEHOUSE_SCRIPTS)')
    .option('--replay <folder>', 'serve recorded answers in place of live providers (GATEHOUSE_REPLAY)')
    .option('--strict', 'with --replay: refuse calls without a recorded answer (GATEHOUSE_REPLAY_STRICT)')
    .option('--production', 'no demo account and no sample data (GATEHOUSE_PRODUCTION)')
    .addHelpText('after', '\nAll other settings come from the environment. Check them with: gatehouse doctor')
  shell.action<Options>(start, (session, options) => {
    const program = fileURLToPath(new URL('../../gateway/src/main.ts', import.meta.url))
    if (!existsSync(program)) throw new CliError('The gateway is not part of this installation.')
    return run([...gatewayFlags, program], environmentOf(session.io.env, options))
  })
}

type Environment = Record<string, string>

function environmentOf(inherited: Io['env'], options: Options): Environment {
  const environment = gatewayEnvironment(inherited)
  for (const [option, setting] of Object.entries(settingOf)) {
    const value = memberOf(options, option)
    if (typeof value === 'string') environment[setting] = value
  }
  if (options.strict) environment.GATEHOUSE_REPLAY_STRICT = 'true'
  if (options.production) environment.GATEHOUSE_PRODUCTION = 'true'
  return environment
}

/** Replaces this process by the gateway if possible, so that no signal has to be forwarded. */
function run(words: readonly string[], environment: Environment): Promise<void> {
  if (process.platform !== 'win32' && process.execve)
    process.execve(process.execPath, [process.execPath, ...words], environment)
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: environment })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.on(signal, () => {
      // a terminal sends its interrupt to both processes
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(
          new CliError(
            signal ? `The gateway was killed by ${signal}.` : 'The gateway has exited; the lines above say why.',
            code ?? 1,
          ),
        )
    })
  })
}
