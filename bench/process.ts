// Programs under measurement: started, waited for, read from /proc, and ended. CPU seconds and memory include child
// processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Clock ticks per second in /proc/<pid>/stat: USER_HZ, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100
const pageBytes = 4096

interface Program {
  readonly pid: number
  /** Returns all output so far. */
  printed(): string
  hasEnded(): boolean
  stop(): Promise<void>
}
interface ProgramOptions {
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly cwd?: string
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Starts a program; it is stopped with this process at the latest. */
export function startProgram(command: string, options: ProgramOptions): Program {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/tmp', ...options.environment }
  const child = spawn(command, options.args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: options.cwd })
  let text = ''
  const keep = (part: Buffer) => {
    if (text.length < 100_000) text += part.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', (error) => {
    text += String(error)
  })
  running.add(child)
  return {
    pid: child.pid ?? 0,
    printed: () => text,
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      running.delete(child)
      await stop(child)
    },
  }
}

/** Asks the program to exit, and kills it after two seconds. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 2000)
  await ended
  clearTimeout(late)
}

/** Waits until `ready` returns a value, for at most `ms`; a failure shows the program's output. */
export async function waitFor<T>(
  ready: () => T | undefined | Promise<T | undefined>,
  options: { program?: Program; ms?: number } = {},
): Promise<T> {
  const { program, ms = 20_000 } = options
  const until = performance.now() + ms
  for (;;) {
    const result = await ready()
    if (result !== undefined) return result
    if (performance.now() > until || program?.hasEnded()) throw new Error(`did not start: ${program?.printed() ?? ''}`)
    await sleep(5)
  }
}

/** Returns true if an address answers anything over HTTP. */
export async function answers(url: string, headers: Readonly<Record<string, string>> = {}): Promise<true | undefined> {
  try {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    return true
  } catch {
    return undefined
  }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Returns the CPU seconds, user and system, of a process and its children since their start. */
export function cpuSeconds(pid: number): number {
  return tree(pid).reduce((sum, one) => {
    const fields = statOf(one)
    // fields 14 and 15 of proc(5), counted after the name: utime and stime; 16 and 17 are those of ended children
    return sum + [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at] ?? 0), 0) / ticksPerSecond
  }, 0)
}

/** Returns the resident memory of a process and its children, in bytes. */
export function memoryBytes(pid: number): number {
  return tree(pid).reduce((sum, one) => sum + Number(statOf(one)[21] ?? 0) * pageBytes, 0)
}

function statOf(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function tree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(tree)]
}

/** Reads a file; empty if the process has exited. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
