// gatehouse vault: the master key that seals provider keys.
import type { Command } from 'commander'
import { showCount, showTime } from '../amounts.ts'
import { CliError } from '../failure.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs } from '../table.ts'

type RotationEvent =
  ReturnType<ReturnType<Session['operator']>['rotateVault']> extends AsyncIterable<infer E> ? E : never

const longestMs = 6 * 3_600_000

/** Adds the commands. */
export function addVault(program: Command, shell: Shell): void {
  const group = program.command('vault').description('the master key that seals provider keys')

  const rotate = group
    .command('rotate')
    .description('create a new master key and re-seal everything under it, while the gateway serves calls')
    .addHelpText('after', '\nTo finish an interrupted rotation, run it again.')
  shell.action(withConnection(rotate), async (session) => {
    let last: RotationEvent | undefined
    for await (const event of session.operator().rotateVault({ timeoutMs: longestMs })) {
      last = event
      if (session.json) session.io.out(`${JSON.stringify(event)}\n`)
      else if (event.kind === 'progress') session.note(lineOf(event))
    }
    if (last?.kind === 'error') throw new CliError(last.error?.message ?? 'The rotation failed.')
    if (last?.kind !== 'result')
      throw new CliError(
        'The connection to the gateway was lost during the rotation. Run gatehouse vault rotate again to finish it.',
      )
    tellResult(session, last)
  })

  const status = group.command('status').description('show the current version and the progress of a rotation')
  shell.action(withConnection(status), async (session) => {
    const state = await session.operator().vaultRotation()
    session.show(state, () =>
      pairs([
        ['master key', `version ${state.masterVersion}`],
        ['versions in use', state.versionsInUse.join(', ') || '-'],
        ['rotation', state.problem === null ? state.state : `${state.state}: ${state.problem}`],
        ['re-sealed', showCount(state.rewrapped)],
        ['begun (UTC)', showTime(state.startedAt)],
        ['ended (UTC)', showTime(state.endedAt)],
      ]),
    )
  })
}

function lineOf({ step, version, rewrapped = 0 }: RotationEvent): string {
  if (step === 'added') return `Version ${version} has been created.`
  if (step === 'dropped') return 'Old versions have been dropped.'
  return `${showCount(rewrapped)} re-sealed`
}

function tellResult(
  session: Session,
  { version, rewrapped = 0, unreadable = [], remaining = [] }: RotationEvent,
): void {
  if (!session.json)
    session.io.out(`The master key is version ${version}; ${showCount(rewrapped)} records are re-sealed.\n`)
  if (unreadable.length > 0)
    throw new CliError(
      `${unreadable.length} records could not be opened and keep their old master key: ${unreadable.slice(0, 5).join('; ')}.`,
    )
  if (remaining.length > 0)
    session.note(`Remove version ${remaining.join(', ')} from the master key setting or command.`)
}
