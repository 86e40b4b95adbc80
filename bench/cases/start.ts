// The time from the start of the program to its first answered call: with an empty data folder and an existing one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayFlags } from '../../packages/cli/launch.js'
import { main, project } from '../contenders/gatehouse.ts'
import { figureOf } from '../figures.ts'
import { freePort, startProgram, waitFor } from '../process.ts'
import type { Effort, Result } from './case.ts'
import { formatWithSpread } from './case.ts'

export async function start(effort: Effort): Promise<Result> {
  const values: Record<'empty folder' | 'started before', number[]> = { 'empty folder': [], 'started before': [] }
  for (let round = 0; round < effort.rounds; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-start-'))
    try {
      values['empty folder'].push(await toFirstAnswer(dataDir))
      values['started before'].push(await toFirstAnswer(dataDir))
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const first = figureOf(values['empty folder'])
  return {
    title: 'Start to first answered call',
    how: 'From spawning the program to the response of `/v1/proxy/randomness/dice`, called with the key from the first start.',
    columns: ['data', 'seconds'],
    rows: Object.entries(values).map(([what, seconds]) => [what, formatWithSpread(figureOf(seconds))]),
    targets: first ? [{ name: 'start to first answer', value: first, limit: 1, unit: 's' }] : [],
    notes: [],
    values,
  }
}

async function toFirstAnswer(dataDir: string): Promise<number> {
  const port = await freePort()
  const begunMs = performance.now()
  const program = startProgram(process.execPath, {
    args: [...gatewayFlags, main],
    cwd: project,
    environment: { GATEHOUSE_PORT: String(port), GATEHOUSE_MARKET_PORT: '0', GATEHOUSE_DATA: dataDir },
  })
  try {
    await waitFor(() => firstAnswer(port, dataDir), { program })
    return (performance.now() - begunMs) / 1000
  } finally {
    await program.stop()
  }
}

async function firstAnswer(port: number, dataDir: string): Promise<true | undefined> {
  try {
    const { gatewayKey } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
    const answer = await fetch(`http://127.0.0.1:${port}/v1/proxy/randomness/dice`, {
      headers: { 'x-gateway-key': gatewayKey },
    })
    await answer.arrayBuffer()
    return answer.status === 200 ? true : undefined
  } catch {
    return undefined // not listening yet
  }
}
