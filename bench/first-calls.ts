// The first call of each API in a fresh data folder, one after the other: time, CPU and memory; and the gateway at rest
// before, after, and once idle threads have ended. Linux only.
//
//   node bench/first-calls.ts [seconds of rest, 60] [seconds until threads have ended, 330]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { everyEndpoint, exampleCall } from '../tests/harness/every-endpoint.ts'
import { newFolder, startProgram } from '../tests/harness/program.ts'

const [restS = 60, endS = 330] = process.argv.slice(2).map(Number)
const cleanups: (() => unknown)[] = []
const t = { after: (cleanup: () => unknown) => void cleanups.unshift(cleanup) }
const loaded = await loadApis()
const dataDir = newFolder(t)
const program = await startProgram(t, { dataDir })
const { gatewayKey, marketKey, marketUrl } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))

const say = (line: string) => void process.stdout.write(`${line}\n`)
/** Clock ticks of a second, as Linux reports CPU time. */
const ticks = 100
/** CPU seconds of the process and of its ended children. */
function cpuS(): number {
  const [, fields = ''] = readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ')
  return (
    fields
      .split(' ')
      .slice(11, 15)
      .reduce((sum, value) => sum + Number(value), 0) / ticks
  )
}
function memoryMb(): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
async function rest(title: string, seconds = restS): Promise<void> {
  const before = cpuS()
  await setTimeout(seconds * 1000)
  say(`| ${title} | | ${seconds} | ${(cpuS() - before).toFixed(2)} | ${memoryMb()} |`)
}

process.stdout.write(
  `${'| First call of | Status | Wall, s | CPU, s | Memory after it, MB |\n|---|---|---|---|---|'}\n`,
)
process.stdout.write(
  `${`| (start) | | ${(program.startedMs / 1000).toFixed(1)} | ${cpuS().toFixed(1)} | ${memoryMb()} |`}\n`,
)
await rest('(scheduled work of a first start)')
await rest('(at rest)')
const entries = [...everyEndpoint(loaded, 'hosted'), ...everyEndpoint(loaded, 'market')]
for (const { api } of loaded) {
  const entry =
    entries.find((one) => one.api === api && one.id === api.firstCall) ??
    entries.find((one) => one.api === api && one.endpoint.method === 'GET') ??
    entries.find((one) => one.api === api)
  if (!entry) continue
  const { path, init } = exampleCall(entry)
  const market = api.surface.name === 'market'
  const headers = {
    ...init.headers,
    [api.surface.keyHeader]: market ? marketKey : gatewayKey,
    'x-gateway-provider': 'embedded',
  }
  const before = cpuS()
  const begun = performance.now()
  const answer = await fetch(`${market ? marketUrl : program.baseUrl}${path}`, { ...init, headers })
  await answer.arrayBuffer()
  const wallS = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(
    `${`| ${entry.title} | ${answer.status} | ${wallS} | ${(cpuS() - before).toFixed(1)} | ${memoryMb()} |`}\n`,
  )
}
await rest('(all called)')
await rest('(until idle threads have ended)', endS)
await rest('(at rest)')
for (const cleanup of cleanups) await cleanup()
