// The gateway under attack: a fresh one for each row, with a steady caller beside it, measured while the row runs.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startGatehouse } from '../contenders/gatehouse.ts'
import type { Hostile } from './hostile-upstream.ts'

export interface Target {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  readonly adminKey: string
  /** The attacker's key. */
  readonly key: string
  /** The key of the steady caller's account, which is uninvolved. */
  readonly otherKey: string
  /** The upstream of the gateway's live listings and channels. */
  readonly upstream: Hostile
  /** Makes a call with the attacker's key; resolves with status and code once the response has been read to its end. */
  call(method: string, path: string, options?: CallOptions): Promise<Outcome>
}
interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | AsyncIterable<Buffer>
}
export interface Outcome {
  readonly status: number
  /** The code of the error; empty for other responses. */
  readonly code: string
  readonly seconds: number
  readonly text: string
}
interface Figures {
  /** The steady caller's longest wait, in milliseconds. */
  readonly longestMs: number
  readonly p99Ms: number
  /** Growth of memory above its level before the attack, in MB. */
  readonly memoryMb: number
}
interface TargetOptions {
  /** Flags of the gateway's runtime. */
  readonly flags?: readonly string[] | undefined
  readonly live?: readonly string[] | undefined
  readonly config?: Readonly<Record<string, object>> | undefined
  /** Prepares the data folder before the program starts. */
  readonly prepare?: ((dataDir: string) => Promise<void>) | undefined
  /** Short calls of the attacker before measuring, which load the code and start the threads of the row. */
  readonly warmUp?: ((target: Target) => Promise<unknown>) | undefined
  readonly environment?: ((upstream: Hostile) => Readonly<Record<string, string>>) | undefined
  /** The steady caller's request: dice by default. */
  readonly steady?: SteadyCall | undefined
  /** Sends name queries to a server on loopback that never answers. Only root can do that, on Linux. */
  readonly silentNames?: true | undefined
}
interface SteadyCall {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Row extends TargetOptions {
  readonly title: string
  /** Limit of the others' wait: the run fails beyond it. */
  readonly mostMs?: number
  /** Runs the attack and returns a description of the caller's result. */
  run(target: Target): Promise<string>
}

/** Runs the attack against a fresh gateway, beside a steady call every few milliseconds by another account. */
export async function attacked(
  upstream: Hostile,
  options: TargetOptions,
  attack: (target: Target) => Promise<string>,
): Promise<Figures & { readonly outcome: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-attack-'))
  await options.prepare?.(dataDir)
  const names = options.silentNames && (await openSilentNames(dataDir))
  const running = await startGatehouse(upstream.port, {
    flags: options.flags ?? [],
    live: options.live ?? [],
    config: options.config ?? {},
    environment: options.environment?.(upstream) ?? {},
    dataDir,
    resolvConf: names && join(dataDir, 'resolv.conf'),
  })
  try {
    const { adminKey, gatewayKey } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
    const { url, pid } = running
    const otherKey = await keyOfOther(url, adminKey)
    const target: Target = {
      ...{ url, pid, dataDir, adminKey, upstream, otherKey, key: gatewayKey },
      call: (method, path, call) => callOf(`${url}${path}`, { method, key: gatewayKey, ...call }),
    }
    await options.warmUp?.(target)
    await steadyMemory(pid)
    const probed = await startProber(url, otherKey, options.steady ?? dice)
    const memory = watchMemory(pid)
    const outcome = await attack(target)
    // work may continue after the response
    await sleep(500)
    return { outcome, ...(await probed()), memoryMb: memory() }
  } finally {
    await running.stop()
    names?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const dice: SteadyCall = { path: '/v1/proxy/randomness/dice?count=2' }

/** Starts a name server that never answers, and writes the file that names it as the only one. */
async function openSilentNames(dataDir: string): Promise<Socket> {
  const address = '127.9.9.9'
  const socket = createSocket('udp4').bind(53, address)
  await once(socket, 'listening')
  writeFileSync(join(dataDir, 'resolv.conf'), `nameserver ${address}\noptions timeout:5 attempts:2\n`)
  return socket
}

/** Creates a key of an uninvolved account. */
async function keyOfOther(url: string, adminKey: string): Promise<string> {
  const operate = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'x-gateway-admin-key': adminKey, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { id: account } = await operate('/accounts', { name: 'steady', plan: 'free' })
  const { key } = await operate('/keys', { account, surface: 'hosted', name: 'steady' })
  return String(key)
}

/** Starts calls from a separate thread, so that the attack's own work does not count as the gateway's. */
async function startProber(
  url: string,
  key: string,
  { path, headers }: SteadyCall,
): Promise<() => Promise<{ longestMs: number; p99Ms: number }>> {
  const workerData = { url: url + path, headers: { 'x-gateway-key': key, ...headers } }
  const worker = new Worker(new URL('./prober.js', import.meta.url), { workerData })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [figures] = await once(worker, 'message')
    await worker.terminate()
    return figures
  }
}

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Scheduled work starts its thread some seconds after the program. */
const settleMs = 8000

/** Resolves once the program has started everything that it starts by itself, and has stopped growing. */
async function steadyMemory(pid: number): Promise<void> {
  await sleep(settleMs)
  for (let [seconds, last] = [0, 0]; seconds < 10; seconds++) {
    const now = residentMb(pid)
    if (Math.abs(now - last) < 1) return
    last = now
    await sleep(1000)
  }
}

/** Watches the peak of resident memory, in MB above the first reading. */
function watchMemory(pid: number): () => number {
  const read = () => residentMb(pid)
  const before = read()
  let highest = before
  const timer = setInterval(() => {
    try {
      highest = Math.max(highest, read())
    } catch {
      clearInterval(timer)
    }
  }, 50)
  return () => {
    clearInterval(timer)
    return Math.round(highest - before)
  }
}

const longestMs = 120_000

function callOf(
  url: string,
  { method, key, headers, body }: CallOptions & { readonly method: string; readonly key: string },
): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let status = 0
    let text = ''
    const end = () => {
      const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
      resolve({ status, code, text, seconds: (performance.now() - startedAt) / 1000 })
    }
    const call = request(url, { method, headers: { 'x-gateway-key': key, ...headers }, timeout: longestMs })
    call.on('timeout', () => call.destroy())
    call.on('error', end)
    call.on('response', (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        if (text.length < 100_000) text += chunk.toString('latin1')
      })
      response.on('close', end)
    })
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) call.end(body)
    else void send(body)

    async function send(chunks: AsyncIterable<Buffer>): Promise<void> {
      for await (const chunk of chunks) {
        if (call.destroyed || status > 0) break
        if (!call.write(chunk)) await drained(call)
      }
      call.end()
    }
  })
}

/** Resolves when more can be written, or never will be. */
async function drained(call: ClientRequest): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  await Promise.race([once(call, 'drain', { signal }), once(call, 'close', { signal })]).catch(() => undefined)
  done.abort()
}

/** Formats the response: status, code, seconds. */
export const describeOutcome = ({ status, code, seconds }: Outcome): string =>
  `${status === 0 ? 'broken off' : status}${code === '' ? '' : ` ${code}`} after ${seconds.toFixed(1)} s`
