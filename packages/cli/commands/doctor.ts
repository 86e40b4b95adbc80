// gatehouse doctor: looks for problems, and suggests a remedy for each.
import type { Command } from 'commander'
import type { Check } from '../doctor/check.ts'
import { checkPort, checkRunning, whatRuns } from '../doctor/gateway.ts'
import { checkData, checkNode, checkSettings } from '../doctor/machine.ts'
import { checkServices } from '../doctor/services.ts'
import { CliError } from '../failure.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean } from '../table.ts'
import { gatewayEnvironment } from '../target.ts'

/** Adds the command. */
export function addDoctor(program: Command, shell: Shell): void {
  const doctor = program
    .command('doctor')
    .description('check this machine and the gateway; exit code 1 if there are problems')
    .addHelpText('after', '\nWith the --url of a gateway on another machine only that gateway is checked.')
  shell.action(withConnection(doctor), async (session) => {
    const checks = await allChecks(session)
    const problems = checks.filter(({ ok }) => !ok)
    session.show({ ok: problems.length === 0, checks }, () => checks.map(lineOf).join(''))
    if (problems.length > 0)
      throw new CliError(problems.length === 1 ? 'There is one problem.' : `There are ${problems.length} problems.`)
  })
}

async function allChecks(session: Session): Promise<Check[]> {
  const { io, target } = session
  const { hostname } = new URL(target.url)
  const local = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
  const env = gatewayEnvironment(io.env)
  const finding = await whatRuns(target.url)
  const machine = local ? [checkNode(), checkSettings(env, target.dataDir), ...checkData(env, target.dataDir)] : []
  const port = checkPort(target.url, finding, local)
  const state = finding === 'gateway' ? await checkRunning(session) : []
  // a running gateway may have been started with other settings
  const services = local && finding !== 'gateway' ? checkServices(env, target.dataDir) : []
  return [...machine, port, ...state, ...services]
}

function lineOf({ name, ok, finding, todo }: Check): string {
  const line = `${ok ? 'ok     ' : 'problem'}  ${name.padEnd(14)}  ${clean(finding)}\n`
  return todo === undefined ? line : `${line}${' '.repeat(25)}${clean(todo)}\n`
}
