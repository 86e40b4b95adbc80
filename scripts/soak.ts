// `npm run soak -- --minutes 15 --rate 60`: calls every embedded API and a live provider at this rate per second for
// this long. Fails if memory at rest does not return to within 10 % of the start's, grows during calls, if the event
// loop's p99 is 20 ms or more, if files stay open, or if a call fails.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { effectOf } from '#define/reflect'
import { startGatehouse } from '../bench/contenders/gatehouse.ts'
import { freePort } from '../bench/process.ts'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall, withoutCredentials } from '../tests/harness/every-endpoint.ts'

const { values: flags } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, rate: { type: 'string', default: '60' } },
})
const [minutes, rate] = [Number(flags.minutes), Number(flags.rate)]
if (!(minutes > 0 && rate > 0)) throw new Error('Usage: npm run soak -- [--minutes 15] [--rate 60]')

/** Share of the time for compiling code and filling caches, before anything is compared. */
const warmShare = 0.35
const restMs = 8000
const sampleMs = 2000
const openingAttempts = 240
const limits = { memory: 0.1, loopP99Ms: 20, files: 5 }
/** The listing that is also called live. */
const live = 'cat-facts'
const liveEvery = 5
/** Operations beyond read-only ones: they compute, and store nothing or little. */
const computing = new Set([
  'address-lookup.cleanseAddress',
  'background-removal.removeBackground',
  'fraud-screening.screen',
  'model-routing.chatCompletions',
  'model-routing.createEmbeddings',
  'model-routing.createMessage',
  'model-routing.createResponse',
  'model-routing.rerank',
  'translation.correct',
  'translation.rephrase',
  'translation.translate',
])
/** A cut-out takes a second of a thread, so it is called only once in several rounds. */
const rare = 'background-removal.removeBackground'
const rareEvery = 10

interface Reading {
  readonly rss: number
  readonly live: number
  readonly loopP99Ms: number
  readonly files: number
}
interface Sample {
  readonly atMs: number
  readonly rss: number
}

async function main(): Promise<boolean> {
  const upstream = await provider()
  const probePort = await freePort()
  const gateway = await startGatehouse(0, {
    live: [],
    flags: ['--expose-gc', `--import=${new URL('soak-probe.js', import.meta.url).href}`],
    environment: {
      SOAK_PROBE_PORT: `${probePort}`,
      GATEHOUSE_UPSTREAMS: `${live}=http://127.0.0.1:${upstream.port}`,
      GATEHOUSE_SEED: 'soak',
      GATEHOUSE_LOG_LEVEL: 'error',
    },
  })
  const probe = async (path: string) => {
    const { body } = await request(`http://127.0.0.1:${probePort}${path}`)
    return JSON.parse(await body.text()) as Reading
  }
  try {
    const calls = await workingCalls(gateway)
    say(`${rate} calls a second, ${minutes} minutes`)
    const totalMs = minutes * 60_000
    const before = await runCalls(gateway, { calls, forMs: totalMs * warmShare, probe })
    const start = await atRest(probe)
    await probe('/reset')
    const during = await runCalls(gateway, { calls, forMs: totalMs * (1 - warmShare), probe })
    const { loopP99Ms } = await probe('/')
    const end = await atRest(probe)
    return report({ start, end, loopP99Ms, samples: during.samples, failed: [...before.failed, ...during.failed] })
  } finally {
    await gateway.stop()
    upstream.close()
  }
}

type Gateway = Awaited<ReturnType<typeof startGatehouse>>
type Call = ReturnType<typeof exampleCall>

/** Returns rounds of operations that add little data, and thus memory. Examples that need data are left out. */
async function workingCalls({ url, headers }: Gateway): Promise<Call[]> {
  const endpoints = everyEndpoint(await loadApis(), 'hosted').filter(isSoaked)
  const agent = new Agent({ connections: 4 })
  const working: Call[] = []
  const seldom: Call[] = []
  const slugs = new Set<string>()
  for (const entry of endpoints) {
    const call = exampleCall(entry, withoutCredentials(entry))
    const status = await onceOpened(() => send(agent, { base: url, headers, call }))
    if (status >= 500) throw new Error(`${entry.title} answers ${status}`)
    if (status >= 400) continue
    ;(entry.title === rare ? seldom : working).push(call)
    slugs.add(entry.api.slug)
    if (entry.listing !== live) continue
    const { path, init } = call
    const liveCall = { path, init: { ...init, headers: { ...init.headers, 'x-gateway-provider': 'live' } } }
    for (let times = 0; times < liveEvery; times++) working.push(liveCall)
  }
  await agent.close()
  say(`${working.length + seldom.length} operations of ${slugs.size} APIs`)
  return [...Array.from({ length: rareEvery }, () => working).flat(), ...seldom]
}

/** Retries the first calls of a provider, which get 503 while it opens. */
async function onceOpened(answer: () => Promise<number>): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const status = await answer()
    if (status !== 503 || attempt === openingAttempts) return status
    await sleep(500)
  }
}

function isSoaked({ title, endpoint, provider: answering }: EveryEndpoint): boolean {
  return answering !== undefined && (effectOf(endpoint) === 'read' || computing.has(title))
}

async function runCalls(
  { url, headers }: Gateway,
  { calls, forMs, probe }: { calls: readonly Call[]; forMs: number; probe: (path: string) => Promise<Reading> },
): Promise<{ readonly samples: Sample[]; readonly failed: string[] }> {
  const agent = new Agent({ connections: 32 })
  const beganMs = performance.now()
  const failed: string[] = []
  const samples: Sample[] = []
  const underWay = new Set<Promise<void>>()
  let next = 0
  let sampledMs = beganMs
  while (performance.now() - beganMs < forMs) {
    const due = Math.floor(((performance.now() - beganMs) / 1000) * rate)
    for (; next < due; next++) {
      const call = calls[next % calls.length]
      if (!call) break
      const sent = send(agent, { base: url, headers, call }).then(
        (status) => void (status >= 500 && failed.push(`${status} ${call.path}`)),
        (error: unknown) => void failed.push(`${error} ${call.path}`),
      )
      underWay.add(sent)
      void sent.finally(() => underWay.delete(sent))
    }
    if (performance.now() - sampledMs >= sampleMs) {
      sampledMs = performance.now()
      samples.push({ atMs: sampledMs - beganMs, rss: (await probe('/')).rss })
    }
    await sleep(10)
  }
  await Promise.all(underWay)
  await agent.close()
  return { samples, failed }
}

async function send(
  agent: Agent,
  { base, headers, call }: { base: string; headers: Readonly<Record<string, string>>; call: Call },
): Promise<number> {
  const { method, body } = call.init
  const answer = await request(base + call.path, {
    dispatcher: agent,
    method: method as 'GET',
    headers: { ...call.init.headers, ...headers },
    ...(body && { body }),
  })
  await answer.body.dump({ limit: 64 * 1024 * 1024 })
  return answer.statusCode
}

async function atRest(probe: (path: string) => Promise<Reading>): Promise<Reading> {
  await sleep(restMs)
  await probe('/rest')
  await sleep(500)
  return probe('/rest')
}

interface Outcome {
  readonly start: Reading
  readonly end: Reading
  readonly loopP99Ms: number
  readonly samples: readonly Sample[]
  readonly failed: readonly string[]
}

/** Prints the measurements, and returns true if all are within their limits. */
function report({ start, end, loopP99Ms, samples, failed }: Outcome): boolean {
  const grown = (after: number, before: number) => after / before - 1
  const trend = (slopeOf(samples.slice(Math.floor(samples.length / 3))) * (samples.at(-1)?.atMs ?? 0)) / start.rss
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const checks: readonly (readonly [boolean, string])[] = [
    [
      grown(end.rss, start.rss) <= limits.memory,
      `resident memory at rest: ${mb(start.rss)}, then ${mb(end.rss)} (${percent(grown(end.rss, start.rss))})`,
    ],
    [
      grown(end.live, start.live) <= limits.memory,
      `live objects at rest: ${mb(start.live)}, then ${mb(end.live)} (${percent(grown(end.live, start.live))})`,
    ],
    [trend <= limits.memory, `growth while calls run, by slope: ${percent(trend)} of the start's in that time`],
    [loopP99Ms < limits.loopP99Ms, `event loop, p99: ${loopP99Ms.toFixed(1)} ms`],
    [end.files <= start.files + limits.files, `open files at rest: ${start.files}, then ${end.files}`],
    [failed.length === 0, `calls that failed: ${failed.length} ${failed.slice(0, 3).join('; ')}`],
  ]
  for (const [isFine, text] of checks) say(`${isFine ? 'ok    ' : 'MISSED'} ${text}`)
  return checks.every(([isFine]) => isFine)
}

/** Returns bytes per millisecond, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [atMs, rss] = [mean(samples.map((sample) => sample.atMs)), mean(samples.map((sample) => sample.rss))]
  const spread = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) ** 2, 0)
  const shared = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) * (sample.rss - rss), 0)
  return spread === 0 ? 0 : shared / spread
}

/** Starts a provider that answers everything. */
async function provider() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"fact":"Cats sleep.","length":11}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { port: address.port, close: () => server.close() }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = (await main()) ? 0 : 1
