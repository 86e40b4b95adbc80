// Asks before what cannot be undone. Scripts are not asked: they have decided.
import { CliError } from './failure.ts'
import type { Io } from './io.ts'

/**
 * Goes on when the answer is yes, when `yes` was said beforehand, or when nobody can be asked. Throws CliError
 * otherwise.
 */
export async function confirm(question: string, io: Io, yes: boolean | undefined): Promise<void> {
  if (yes || !io.stdin.isTTY || !io.errIsTerminal) return
  io.err(`${question} [y/N] `)
  io.stdin.setEncoding('utf8')
  const answer = await new Promise<string>((resolve) => {
    io.stdin.once('data', (chunk: string) => resolve(chunk))
    io.stdin.resume()
  })
  io.stdin.pause()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
}
