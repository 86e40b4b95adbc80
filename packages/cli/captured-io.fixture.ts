// A command line with its input and output in memory, for tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Io } from './io.ts'
import { run } from './program.ts'

export interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
  /** The output as JSON. */
  json(): Record<string, unknown>
}
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** A terminal: prompts are shown, and so is progress. */
  readonly terminal?: boolean
  readonly cwd?: string
}

/** A working folder without any gateway files; removed at the end. */
export function emptyFolder(after: (close: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs one command line. */
export async function captured(words: readonly string[], options: RunOptions = {}): Promise<Run> {
  const parts = { out: '', err: '' }
  const terminal = options.terminal === true
  const stdin: Io['stdin'] = Object.assign(Readable.from([Buffer.from(options.stdin ?? '')]), {
    isTTY: terminal,
    setRawMode: () => undefined,
  })
  const io: Io = {
    out: (text) => {
      parts.out += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
    },
    err: (text) => {
      parts.err += text
    },
    stdin,
    outIsTerminal: terminal,
    errIsTerminal: terminal,
    columns: 80,
    env: { NO_COLOR: '1', ...options.env },
    cwd: options.cwd ?? '/nonexistent',
    now: () => Date.now(),
  }
  const code = await run(words, io)
  return { code, ...parts, json: () => JSON.parse(parts.out) }
}
