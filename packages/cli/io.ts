// The input and output of the command line. Injected, so that nothing else touches the process.
import type { Readable } from 'node:stream'

export interface Io {
  /** Writes results. */
  out(text: string | Uint8Array): void
  /** Writes everything else: errors, warnings, progress, questions. */
  err(text: string): void
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown }
  /** True if results go to a terminal; `errIsTerminal` is for everything else. */
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** Width of the terminal in characters. */
  readonly columns: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Milliseconds since the epoch. */
  now(): number
}

/** Returns the streams of the process. */
export function processIo(): Io {
  // a reader that has enough (`| head`) closes the pipe, which is not a failure
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
