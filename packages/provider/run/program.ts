// Runs a program of the operator's system for one task: with limits on memory, output and time, and without the
// environment of the gateway.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

interface ProgramRun {
  /** Absolute path of the program. */
  readonly program: string
  readonly args: readonly string[]
  /** Standard input of the program. */
  readonly input?: Uint8Array
  /** Limit of the address space, in MiB. */
  readonly memoryMb: number
  /** Limit in bytes of the standard output, and of each file that the program writes. */
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

const shell = '/bin/sh'

/** True if `runProgram` can start the program. */
export const isProgram = (program: string): boolean => existsSync(program) && existsSync(shell)

/** Resolves with the standard output. Rejects if the program fails, exceeds a limit, or the signal is aborted. */
export function runProgram({ program, args, input, ...bounds }: ProgramRun): Promise<Buffer> {
  const { memoryMb, maxBytes, timeoutMs, signal } = bounds
  // POSIX counts files in blocks of 512 bytes
  const script = `ulimit -v ${memoryMb * 1024}; ulimit -f ${Math.ceil(maxBytes / 512)}; exec "$0" "$@"`
  const options = {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  } as const
  return new Promise((resolve, reject) => {
    const child = execFile(shell, ['-c', script, program, ...args], options, (error, output) =>
      error ? reject(error) : resolve(output),
    )
    // a program that ends before it has read everything reports that by its exit code
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
