// Gatehouse as an operator runs it, with everything on: an account with a key and a plan, a stored provider key, a live listing
// whose upstream is the benchmark's, SQLite in a folder of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { providerKey } from '../answers.ts'
import { startProgram, waitFor } from '../process.ts'
import type { Contender, Running } from './contender.ts'

export const project = fileURLToPath(new URL('../..', import.meta.url))
export const main = join(project, 'packages/gateway/src/main.ts')

/** Every listing that a case calls live, and what of its address lies at the upstream. */
const listings = ['personal-finance', 'model-routing', 'college-football']

/** A plan that no case uses up; both windows are counted all the same. */
const plan = { perMinute: 1_000_000_000, perDay: 1_000_000_000 }

export interface GatehouseOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Flags of the runtime, for profiles. */
  readonly flags?: readonly string[]
}
export interface RunningGatehouse extends Running {
  /** The gateway's own address. */
  readonly url: string
}

export async function startGatehouse(upstream: number, options: GatehouseOptions = {}): Promise<RunningGatehouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-data-'))
  const program = startProgram(process.execPath, {
    args: [...(options.flags ?? []), '--disable-warning=ExperimentalWarning', main],
    cwd: project,
    environment: {
      GATEHOUSE_PORT: '0',
      GATEHOUSE_MARKET_PORT: '0',
      GATEHOUSE_DATA: dataDir,
      GATEHOUSE_UPSTREAMS: listings.map((slug) => `${slug}=http://127.0.0.1:${upstream}`).join(','),
      ...options.environment,
    },
  })
  const url = await waitFor(() => /^Gatehouse answers at (\S+)\n/m.exec(program.printed())?.[1], { program })
  const { adminKey, gatewayKey } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
  const operate = { 'x-gateway-admin-key': adminKey, 'content-type': 'application/json' }
  await put(`${url}/v1/admin/plans/free`, operate, plan)
  const headers = { 'x-gateway-key': gatewayKey }
  for (const slug of listings)
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
      rmSync(dataDir, { recursive: true, force: true })
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
