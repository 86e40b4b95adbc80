// gatehouse upgrade: what this version would do to the database.
import type { Command } from 'commander'
import { type Outcome, runArchive } from '../gateway-program.ts'
import type { Shell } from '../shell.ts'

/** Adds the command. */
export function addUpgrade(program: Command, shell: Shell): void {
  const check = program
    .command('upgrade')
    .description('what this version would do to the database')
    .command('check')
    .description('try the pending migrations and undo them: on a copy of SQLite, in a transaction on PostgreSQL')
    .option('--data <folder>', 'data folder (GATEHOUSE_DATA)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nOn PostgreSQL, calls wait for tables that a migration changes until it is undone.')
  shell.action(check, async (session) => {
    const checked = await runArchive(session, { checkUpgrade: true })
    session.show(checked, () => textOf(checked))
  })
}

function textOf({ migrations, version, ms, runsWith }: Outcome): string {
  const list: readonly unknown[] = Array.isArray(migrations) ? migrations : []
  if (list.length === 0) return `Version ${version} migrates nothing.\n`
  const lines = list.map((each) => {
    const { name, ms: took } = Object(each)
    return `${String(Math.round(Number(took))).padStart(8)} ms  ${name}\n`
  })
  const beside =
    typeof runsWith === 'string'
      ? `Version ${runsWith} and later may go on running meanwhile, and serve the database afterwards.`
      : 'Stop every process first: the previous version cannot serve the database afterwards.'
  return `${lines.join('')}Version ${version} migrates for ${Math.round(Number(ms))} ms. ${beside}\n`
}
