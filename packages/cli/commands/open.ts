// gatehouse open: opens the console or the reference in the browser.
import { spawn } from 'node:child_process'
import { Argument, type Command } from 'commander'
import { type Shell, withConnection } from '../shell.ts'

/** Adds the command. */
export function addOpen(program: Command, shell: Shell): void {
  const open = program
    .command('open')
    .description('open the console or the reference in the browser, and print its address')
    .addArgument(new Argument('[page]', 'which page').choices(['console', 'docs']).default('console'))
  shell.action(withConnection(open), async (session, _options, [page = 'console']) => {
    const address = `${session.target.url}/${page}`
    session.show({ address }, () => `${address}\n`)
    // scripts only want the address
    if (session.io.outIsTerminal) openInBrowser(address)
  })
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // not `start`: it belongs to a shell, in which an & in the address would begin another command
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens the address; without a browser program, the printed address must suffice. */
function openInBrowser(address: string): void {
  const [program, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
