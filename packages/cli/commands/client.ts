// gatehouse client: writes the typed client of the APIs that were added to the gateway.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CliError } from '../failure.ts'
import { type Shell, withConnection } from '../shell.ts'

/** Adds the command. */
export function addClient(program: Command, shell: Shell): void {
  const client = program
    .command('client')
    .description('write TypeScript for @gatehouse/client that calls added APIs')
    .argument('[slugs...]', 'slugs of added APIs (default: all)')
    .option('--out <file>', 'the file; without it, the standard output')
    .addHelpText(
      'after',
      `
Built-in APIs are in @gatehouse/client already. An existing file is replaced.

Example:
  gatehouse client petstore --out gatehouse.ts`,
    )
  shell.action<{ out?: string }>(withConnection(client), async (session, { out }, slug) => {
    const source = new Uint8Array(await session.operator().getClient(slug.length > 0 ? { slug: [...slug] } : {}))
    if (out === undefined) return session.io.out(source)
    const file = resolve(session.io.cwd, out)
    try {
      writeFileSync(file, source)
    } catch (cause) {
      throw new CliError(`${out} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
    session.show({ file }, () => `${out} is written.\n`)
  })
}
