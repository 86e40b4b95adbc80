// What the command line reads from and writes to. Injected, so that nothing else touches the process.
import type { Readable } from 'node:stream'

export interface Io {
  /** Results. */
  out(text: string | Uint8Array): void
  /** Everything else: errors, warnings, progress, questions. */
  err(text: string): void
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown }
  /** Whether results, and everything else, go to a terminal. */
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** Width of the terminal in characters. */
  readonly columns: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Milliseconds since the epoch. */
  now(): number
}

/** The streams of the process. */
export function processIo(): Io {
  // a reader that has seen enough (`| head`) closes the pipe; that is not a failure
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 80,
    env: process.env,
    cwd: process.cwd(),
    now: () => Date.now(),
  }
}
