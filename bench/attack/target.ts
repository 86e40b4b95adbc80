// The gateway under attack: a fresh one for each row, with a steady caller beside it, and measured while the row runs.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  /** That of the steady caller's account, which is uninvolved. */
  readonly otherKey: string
  /** Where the gateway's live listings and channels go. */
  readonly upstream: Hostile
  /** A call with the attacker's key; resolves with status and code of the answer, which is read to its end. */
  call(method: string, path: string, options?: CallOptions): Promise<Outcome>
}
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | AsyncIterable<Buffer>
}
export interface Outcome {
  readonly status: number
  /** The code of the error; empty for other answers. */
  readonly code: string
  readonly seconds: number
  readonly text: string
}
export interface Figures {
  /** The steady caller's longest wait, in milliseconds. */
  readonly longestMs: number
  readonly p99Ms: number
  /** How far memory rose above its level before the attack, in MB. */
  readonly memoryMb: number
}
export interface TargetOptions {
  /** Flags of the gateway's runtime. */
  readonly flags?: readonly string[] | undefined
  readonly live?: readonly string[] | undefined
  readonly config?: Readonly<Record<string, object>> | undefined
  /** Prepares the data folder before the program starts. */
  readonly prepare?: ((dataDir: string) => Promise<void>) | undefined
  /** Short calls of the attacker before anything is measured, which load the code and start the threads of the row. */
  readonly warmUp?: ((target: Target) => Promise<unknown>) | undefined
}

/** Runs the attack against a fresh gateway, beside a dice call every few milliseconds by another account. */
export async function attacked(
  upstream: Hostile,
  options: TargetOptions,
  attack: (target: Target) => Promise<string>,
): Promise<Figures & { readonly outcome: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-attack-'))
  await options.prepare?.(dataDir)
  const running = await startGatehouse(upstream.port, {
    flags: options.flags ?? [],
    live: options.live ?? [],
    config: options.config ?? {},
    dataDir,
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
    const probed = await startProber(url, otherKey)
    const memory = watchMemory(pid)
    const outcome = await attack(target)
    // work that was started may continue after the answer
    await sleep(500)
    return { outcome, ...(await probed()), memoryMb: memory() }
  } finally {
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A key of an uninvolved account. */
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

/** Calls from a separate thread, so that the attack's own work does not count as the gateway's. */
async function startProber(url: string, key: string): Promise<() => Promise<{ longestMs: number; p99Ms: number }>> {
  const worker = new Worker(new URL('./prober.js', import.meta.url), { workerData: { url, key } })
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

/** Peak resident memory while watched, in MB above the first reading. */
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

/** The answer as printed: status, code, seconds. */
export const describeOutcome = ({ status, code, seconds }: Outcome): string =>
  `${status === 0 ? 'broken off' : status}${code === '' ? '' : ` ${code}`} after ${seconds.toFixed(1)} s`
