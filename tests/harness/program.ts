// The program as `npm start` runs it, with its flags: a child process with its own environment, observed by its output
// and its exit.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gatewayFlags } from '../../packages/cli/launch.js'
import type { Cleanup } from './upstream.ts'

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const main = join(projectFolder, 'dist/packages/gateway/src/main.js')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}
export interface Program {
  readonly pid: number
  readonly baseUrl: string
  /** Milliseconds from the spawn until it printed its address. */
  readonly startedMs: number
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  /** Resolves when the program has exited, for any reason. */
  readonly ended: Promise<Ended>
}
export interface ProgramOptions {
  readonly dataDir: string
  readonly environment?: Readonly<Record<string, string>>
  /** Runs the program as another user; only root can. */
  readonly uid?: number
  /** Limit of open files and sockets. */
  readonly openFiles?: number
  /** A file that replaces /etc/resolv.conf. Only root can do that, on Linux. */
  readonly resolvConf?: string
  /** A file that receives the standard output instead of this process. */
  readonly output?: string
}

/** Creates a folder that is removed at the end of the test. */
export function newFolder(t: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Interval of reading a file that receives the output. */
const lookMs = 20

/** Starts the program and resolves once it has printed its address; rejects with its output if it exits before. */
export async function startProgram(t: Cleanup, options: ProgramOptions): Promise<Program> {
  const begunMs = performance.now()
  const running = run(options)
  const { child, ended, stdout, stderr } = running
  t.after(() => kill(child))
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const match = /^Gatehouse answers at (\S+)\n/m.exec(stdout())
      if (!match?.[1]) return
      clearInterval(looking)
      resolve(match[1])
    }
    child.stdout?.on('data', look)
    const looking = options.output === undefined ? undefined : setInterval(look, lookMs)
    void ended.then((end) => reject(new Error(`the program ended: ${JSON.stringify(end)}`)))
  })
  const startedMs = performance.now() - begunMs
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return { pid: child.pid ?? 0, baseUrl, startedMs, stdout, stderr, signal, ended }
}

/** Returns the keys printed by a first start. */
export function keysOf({ stdout }: Program): { gateway: string; admin: string } {
  const key = (kind: string) => new RegExp(`gh_${kind}_\\w+`).exec(stdout())?.[0] ?? ''
  return { gateway: key('live'), admin: key('admin') }
}

/** Calls the operator API of a running program; fails on anything but success. */
export async function operate(program: Program, request: OperatorRequest) {
  const { method, path, body, adminKey = keysOf(program).admin } = request
  const answer = await fetch(`${program.baseUrl}/v1/admin${path}`, {
    method,
    headers: { 'x-gateway-admin-key': adminKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
interface OperatorRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly adminKey?: string
}

/** Creates an account on its own plan, with a gateway key. */
export async function newAccount(program: Program, plan: { perMinute: number; perDay: number }) {
  const planId = `plan-${plan.perMinute}-${plan.perDay}`
  await operate(program, { method: 'PUT', path: `/plans/${planId}`, body: plan })
  const account = await operate(program, { method: 'POST', path: '/accounts', body: { name: 'Test', plan: planId } })
  const accountId = String(account.id)
  const key = { account: accountId, surface: 'hosted', name: 'Test' }
  const created = await operate(program, { method: 'POST', path: '/keys', body: key })
  return { accountId, key: String(created.key), keyId: String(created.id) }
}

/** Environment that ends the program within its first write, sooner than a process waiting for the output could. */
export const endsAtFirstWord = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const { write } = process.stdout
    process.stdout.write = (...args) => {
      process.stdout.write = write
      process.kill(process.pid, 'SIGTERM')
      return write.apply(process.stdout, args)
    }`)}`,
}

/** Starts the program and resolves once it has exited by itself. */
export async function programThatEnds(t: Cleanup, options: ProgramOptions): Promise<Ended> {
  const { child, ended } = run(options)
  t.after(() => kill(child))
  return ended
}

function run({ dataDir, environment, uid, openFiles, resolvConf, output }: ProgramOptions) {
  const env = {
    PATH: process.env.PATH ?? '',
    GATEHOUSE_PORT: '0',
    GATEHOUSE_MARKET_PORT: '0',
    GATEHOUSE_DATA: dataDir,
    ...environment,
  }
  const plain = [process.execPath, ...gatewayFlags, main]
  const limited = ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...plain]
  const named = [
    'unshare',
    '--mount',
    '/bin/sh',
    '-c',
    `mount --bind ${resolvConf} /etc/resolv.conf && exec "$0" "$@"`,
    ...plain,
  ]
  const [command = '', ...args] = resolvConf === undefined ? (openFiles === undefined ? plain : limited) : named
  const file = output === undefined ? undefined : openSync(output, 'a')
  const child = spawn(command, args, {
    env,
    cwd: projectFolder,
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  if (file !== undefined) closeSync(file)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (text) => {
    stdout += text
  })
  child.stderr?.on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(
    (): Ended => ({ code: child.exitCode, signal: child.signalCode, stdout, stderr }),
  )
  const written = output === undefined ? () => stdout : () => readFileSync(output, 'utf8')
  return { child, ended, stdout: written, stderr: () => stderr }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
