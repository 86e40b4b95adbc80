// gatehouse healthcheck: whether the gateway on this machine should get calls, for containers and service managers.
import type { Command } from 'commander'
import { CliError, describeFailure, exitCodes } from '../failure.ts'
import type { Io } from '../io.ts'
import { send } from '../request.ts'
import type { Shell } from '../shell.ts'

/** Shorter than the timeout of the image's check. */
const answerMs = 4000

/** Adds the command. */
export function addHealthcheck(program: Command, shell: Shell): void {
  const check = program
    .command('healthcheck')
    .description('say whether the gateway on this machine is ready for calls')
    .option('--url <address>', 'its address; default the port of GATEHOUSE_PORT at GATEHOUSE_HOST')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 it is ready, 1 it is not or does not answer, 2 wrong command line.')
  shell.action<{ readonly url?: string }>(check, async (session, options) => {
    const url = options.url ?? ownAddress(session.io.env)
    const answer = await send(`${url}/readyz`, { timeoutMs: answerMs, failsOn: () => false }).catch(
      (error: unknown) => {
        throw new CliError(describeFailure(error, url).message)
      },
    )
    const text = (await answer.text()).trim().slice(0, 1000)
    if (!answer.ok) throw new CliError(`The gateway at ${url} is not ready: ${text}`)
    session.show({ ready: true, text }, () => `${text}\n`)
  })
}

/** Returns the address at which a gateway with this environment listens; its public one may be that of a proxy. */
function ownAddress({ GATEHOUSE_HOST: host = '', GATEHOUSE_PORT: port = '' }: Io['env']): string {
  if (port === '0')
    throw new CliError('GATEHOUSE_PORT=0 picks a free port. Pass the address with --url.', exitCodes.usage)
  const reachable = host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port || '8787'}`
}
