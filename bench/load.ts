// Load over persistent connections, as fast as responses arrive: by wrk if the machine has it, otherwise autocannon.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from './installed.ts'

const run = promisify(execFile)

interface LoadOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
  readonly connections?: number
  /** JSON body; makes the call a POST. */
  readonly body?: string
}
/** The result of a load. Latencies in milliseconds. */
export interface Load {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const wrkVersion = /wrk \S+/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0]
const autocannon = installed('autocannon')

/** Name of the generator, or undefined if there is none. */
export const generator = wrkVersion ?? (autocannon && `autocannon ${autocannon.version}`)

/** Puts load on an address; a response other than 2xx makes it fail. */
export function load(options: LoadOptions): Promise<Load> {
  if (wrkVersion !== undefined) return withWrk(options)
  if (autocannon) return withAutocannon(options)
  throw new Error('There is neither wrk nor autocannon: install wrk, or run npm ci --prefix bench.')
}

async function withWrk({ url, headers, seconds, connections = 32, body }: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const script = join(folder, 'call.lua')
    writeFileSync(script, scriptOf(headers, body))
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url]
    const { stdout } = await run('wrk', args, { timeout: (seconds + 30) * 1000 })
    const result = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout)
    if (!result) throw new Error(`wrk printed: ${stdout}`)
    const [calls = 0, us = 1, refused = 0, broken = 0, p50 = 0, p99 = 0] = result.slice(1).map(Number)
    if (refused > 0 || broken > 0 || calls === 0)
      throw new Error(`${url}: ${refused} answers failed and ${broken} calls were broken off, of ${calls}`)
    return { calls, perSecond: calls / (us / 1e6), p50: p50 / 1000, p99: p99 / 1000 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the script of wrk, which accepts whole seconds only and prints for people; its hook gives the raw figures. */
function scriptOf(headers: Readonly<Record<string, string>>, body: string | undefined): string {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
  if (body !== undefined)
    lines.push('wrk.method = "POST"', 'wrk.headers["content-type"] = "application/json"', `wrk.body = ${quoted(body)}`)
  return `${lines.join('\n')}
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, e.status,
    e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`
}

/** Quotes a Lua string: JSON's escapes are also Lua's, as far as these strings use them. */
const quoted = (text: string) => JSON.stringify(text)

async function withAutocannon({ url, headers, seconds, connections = 32, body }: LoadOptions): Promise<Load> {
  const program = autocannon?.path ?? ''
  const heads = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const post = body === undefined ? [] : ['-m', 'POST', '-H', 'content-type=application/json', '-b', body]
  const args = [program, '-c', String(connections), '-d', String(seconds), '-j', ...heads, ...post, url]
  const { stdout } = await run(process.execPath, args, { timeout: (seconds + 10) * 1000, maxBuffer: 1e7 })
  const result: {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
    latency: { p50: number; p99: number }
  } = JSON.parse(stdout)
  const calls = result['2xx']
  if (result.non2xx > 0 || result.errors > 0 || calls === 0)
    throw new Error(`${url}: ${result.non2xx} responses were failures and ${result.errors} calls were cut off`)
  return { calls, perSecond: calls / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}
