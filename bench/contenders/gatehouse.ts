// Gatehouse as an operator runs it, with everything on: an account with a key and a plan, a stored provider key, a live
// listing whose upstream is the benchmark's, SQLite in its own folder. Model routing is there twice: as a live listing,
// and with a channel.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gatewayFlags } from '../../packages/cli/launch.js'
import { providerKey } from '../answers.ts'
import { startProgram, waitFor } from '../process.ts'
import type { Contender, Running } from './contender.ts'

export const project = fileURLToPath(new URL('../..', import.meta.url))
export const main = join(project, 'dist/packages/gateway/src/main.js')

/** Every listing that a case calls live, and the part of its address at the upstream. */
const listings = ['personal-finance', 'model-routing', 'college-football']

/** A plan that no case exhausts; both windows are still counted. */
const plan = { perMinute: 1_000_000_000, perDay: 1_000_000_000 }

interface GatehouseOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Flags of the runtime, for profiles. */
  readonly flags?: readonly string[]
  /** The operator's files, by slug. */
  readonly config?: Readonly<Record<string, object>>
  /** Listings that are live. */
  readonly live?: readonly string[]
  /** The caller's folder, which is kept; by default a new one, which is removed. */
  readonly dataDir?: string
  /** A file that replaces /etc/resolv.conf. Only root can do that, on Linux. */
  readonly resolvConf?: string | undefined
}
export interface RunningGatehouse extends Running {
  /** The gateway's own address. */
  readonly url: string
}

export async function startGatehouse(upstream: number, options: GatehouseOptions = {}): Promise<RunningGatehouse> {
  const { live = listings, config = {} } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gatehouse-bench-data-'))
  mkdirSync(join(dataDir, 'config'), { recursive: true })
  for (const [slug, file] of Object.entries(config))
    writeFileSync(join(dataDir, 'config', `${slug}.json`), JSON.stringify(file))
  const plain = [process.execPath, ...(options.flags ?? []), ...gatewayFlags, main]
  const [command, args] =
    options.resolvConf === undefined
      ? ['env', plain]
      : [
          'unshare',
          ['--mount', 'sh', '-c', `mount --bind ${options.resolvConf} /etc/resolv.conf && exec "$0" "$@"`, ...plain],
        ]
  const program = startProgram(command, {
    args,
    cwd: project,
    environment: {
      GATEHOUSE_PORT: '0',
      GATEHOUSE_MARKET_PORT: '0',
      GATEHOUSE_DATA: dataDir,
      GATEHOUSE_UPSTREAMS: live.map((slug) => `${slug}=http://127.0.0.1:${upstream}`).join(','),
      ...options.environment,
    },
  })
  const url = await waitFor(() => /^Gatehouse answers at (\S+)\n/m.exec(program.printed())?.[1], { program })
  const { adminKey, gatewayKey } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
  const operate = { 'x-gateway-admin-key': adminKey, 'content-type': 'application/json' }
  await put(`${url}/v1/admin/plans/free`, operate, plan)
  const headers = { 'x-gateway-key': gatewayKey }
  for (const slug of live)
    await put(
      `${url}/v1/me/provider-keys/${slug}`,
      { ...headers, 'content-type': 'application/json' },
      { key: providerKey },
    )
  return {
    pid: program.pid,
    url,
    base: `${url}/v1/proxy/personal-finance`,
    headers,
    stop: async () => {
      await program.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function put(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`PUT ${url}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))

export const gatehouse: Contender = {
  name: 'Gatehouse',
  version,
  kind: 'ours',
  start: startGatehouse,
}

/** Like `gatehouse`, with a channel to the upstream: the gateway's own router answers, and meters at a price. */
export const gatehouseChannel: Contender = {
  ...gatehouse,
  name: 'Gatehouse, channel',
  async start(upstream) {
    const channel = {
      name: 'bench',
      base: `http://127.0.0.1:${upstream}/v1`,
      models: ['*'],
      key: providerKey,
      prices: { '*': { input: '1', output: '2' } },
    }
    const running = await startGatehouse(upstream, { live: [], config: { 'model-routing': { channels: [channel] } } })
    return { ...running, base: `${running.url}/v1/proxy/model-routing` }
  },
}
