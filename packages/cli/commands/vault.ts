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
    .description('make a new master key and seal everything under it, while calls go on')
    .addHelpText('after', '\nA rotation that was broken off is finished by running it again.')
  shell.action(withConnection(rotate), async (session) => {
    let last: RotationEvent | undefined
    for await (const event of session.operator().rotateVault({ timeoutMs: longestMs })) {
      last = event
      if (session.json) session.io.out(`${JSON.stringify(event)}\n`)
      else if (event.kind === 'progress') session.note(lineOf(event))
    }
    if (last?.kind === 'error') throw new CliError(last.error?.message ?? 'The rotation failed.')
    if (last?.kind !== 'result')
      throw new CliError('The gateway went away during the rotation. Run gatehouse vault rotate again to finish it.')
    tellResult(session, last)
  })

  const status = group.command('status').description('tell which version is current and how far a rotation is')
  shell.action(withConnection(status), async (session) => {
    const state = await session.operator().vaultRotation()
    session.show(state, () =>
      pairs([
        ['master key', `version ${state.masterVersion}`],
        ['versions in use', state.versionsInUse.join(', ') || '-'],
        ['rotation', state.problem === null ? state.state : `${state.state}: ${state.problem}`],
        ['sealed anew', showCount(state.rewrapped)],
        ['begun (UTC)', showTime(state.startedAt)],
        ['ended (UTC)', showTime(state.endedAt)],
      ]),
    )
  })
}

function lineOf({ step, version, rewrapped = 0 }: RotationEvent): string {
  if (step === 'added') return `Version ${version} is made.`
  if (step === 'dropped') return 'Old versions are dropped.'
  return `${showCount(rewrapped)} sealed anew`
}

function tellResult(
  session: Session,
  { version, rewrapped = 0, unreadable = [], remaining = [] }: RotationEvent,
): void {
  if (!session.json)
    session.io.out(`The master key is version ${version}; ${showCount(rewrapped)} records are sealed anew.\n`)
  if (unreadable.length > 0)
    throw new CliError(
      `${unreadable.length} records did not open and keep their old master key: ${unreadable.slice(0, 5).join('; ')}.`,
    )
  if (remaining.length > 0) session.note(`Remove version ${remaining.join(', ')} from where the master key comes from.`)
}
