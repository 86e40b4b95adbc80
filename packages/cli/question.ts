// Asks for confirmation before irreversible actions, except in scripts.
import { CliError } from './failure.ts'
import type { Io } from './io.ts'
import { clean } from './table.ts'

/** Continues if the answer is yes, with `--yes`, or without a terminal. Throws CliError otherwise. */
export async function confirm(question: string, io: Io, yes: boolean | undefined): Promise<void> {
  if (yes || !io.stdin.isTTY || !io.errIsTerminal) return
  io.err(`${clean(question)} [y/N] `)
  io.stdin.setEncoding('utf8')
  const answer = await new Promise<string>((resolve) => {
    io.stdin.once('data', (chunk: string) => resolve(chunk))
    io.stdin.resume()
  })
  io.stdin.pause()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
}
