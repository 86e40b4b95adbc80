// A chat completion in the OpenAI format, whole and streamed, compared with a gateway built for nothing else.
import { chatRequest } from '../answers.ts'
import { bareProxy } from '../contenders/bare-proxy.ts'
import type { Contender, Running } from '../contenders/contender.ts'
import { direct } from '../contenders/direct.ts'
import { gatehouse, gatehouseChannel, type RunningGatehouse } from '../contenders/gatehouse.ts'
import { portkey } from '../contenders/portkey.ts'
import { figureOf } from '../figures.ts'
import { type Pace, pace } from '../pace.ts'
import type { Effort, Result } from './case.ts'
import { formatWithSpread } from './case.ts'
import { type Entrant, measure, ratioTarget, tableOf } from './load.ts'
import type { Proxies } from './proxying.ts'

/**
 * Limits of our CPU in relation to Portkey's, for a live listing and for a call that the router sends to a channel. A
 * short run measures programs that are still being compiled, hence the guards.
 */
const live = { limit: 0.12, guard: 0.2 }
const routed = { limit: 0.3, guard: 1 }
const path = '/v1/chat/completions'

/** The gateways that speak the format, started when the first case needs them. */
export interface Routers {
  start(): Promise<ReadonlyMap<Contender, Running>>
  stop(): Promise<void>
}

export function routersFor(upstream: number): Routers {
  let started: Promise<ReadonlyMap<Contender, Running>> | undefined
  const startAll = async (): Promise<ReadonlyMap<Contender, Running>> => {
    const there = [gatehouseChannel, portkey].filter(({ version }) => version !== undefined)
    return new Map(await Promise.all(there.map(async (one) => [one, await one.start(upstream)] as const)))
  }
  return {
    start: () => {
      started ??= startAll()
      return started
    },
    async stop() {
      const running = await started?.catch(() => undefined)
      for (const one of running?.values() ?? []) await one.stop()
    },
  }
}

const notes = portkey.version === undefined ? [`${portkey.name} is not installed.`] : []

export async function chat(ours: RunningGatehouse, routers: Routers, options: ChatOptions): Promise<Result> {
  const { stream, effort, proxies } = options
  const floor = [...proxies].filter(([contender]) => contender === bareProxy)
  const entrant = (contender: Contender, running: Running, base: string): Entrant => ({
    contender,
    running,
    url: base + path,
    headers: running.headers,
    body: chatRequest(stream),
  })
  const entrants = [
    entrant(gatehouse, ours, `${ours.url}/v1/proxy/model-routing`),
    ...[...floor, ...(await routers.start())].map(([contender, running]) => entrant(contender, running, running.base)),
  ]
  for (const one of entrants) await prove(one)
  const rounds = await measure(entrants, effort)
  const what = stream ? 'streamed' : 'whole'
  const target = (name: string, own: Contender, bounds: { limit: number; guard: number }) =>
    ratioTarget(rounds, { name, ours: own.name, other: portkey.name, ...bounds })
  return {
    title: `Chat completion, ${what}`,
    how:
      'POST of the same chat request over 32 connections, each gateway in its own wire format. Gatehouse reads and checks the body ' +
      `against the declared schema; with a channel its router also selects, converts, counts and charges the call.${stream ? ' The response has 21 events.' : ''}`,
    ...tableOf(entrants, rounds),
    targets: [
      ...target(`chat, ${what}: CPU vs ${portkey.name}`, gatehouse, live),
      ...target(`chat through a channel, ${what}: CPU vs ${portkey.name}`, gatehouseChannel, routed),
    ],
    notes,
  }
}
interface ChatOptions {
  readonly stream: boolean
  readonly proxies: Proxies
  readonly effort: Effort
}

async function prove({ contender, url, headers, body }: Entrant): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: body ?? null,
  })
  const text = await answer.text()
  if (!answer.ok || !text.includes('sample')) throw new Error(`${contender.name} answered ${answer.status}: ${text}`)
}

const streamsPerSecond = 200

/** Measures the delay of a stream's first token while others stream. */
export async function firstToken(upstream: number, routers: Routers, effort: Effort): Promise<Result> {
  const all = [[direct, await direct.start(upstream)] as const, ...(await routers.start())]
  const rounds = new Map<string, Pace[]>(all.map(([{ name }]) => [name, []]))
  const run = ({ base, headers }: Running, seconds: number) =>
    pace({ url: base + path, headers, perSecond: streamsPerSecond, seconds, body: chatRequest(true) })
  for (const [{ kind }, running] of all)
    if (kind !== 'none' && effort.warmSeconds > 0) await run(running, effort.warmSeconds)
  for (let round = 0; round < effort.rounds; round++)
    for (const [{ name }, running] of all) rounds.get(name)?.push(await run(running, effort.seconds))
  const figure = (name: string, pick: (one: Pace) => number) => figureOf((rounds.get(name) ?? []).map(pick))
  const added = (name: string, pick: (one: Pace) => number) =>
    figureOf((rounds.get(name) ?? []).map((one, round) => pick(one) - pick(rounds.get(direct.name)?.[round] ?? one)))
  return {
    title: `First token at ${streamsPerSecond} streams a second`,
    how: 'The streamed chat request at a fixed rate over 64 connections; a slow response does not delay the next call. Latency is from sending the request to the first token; "added" is the difference from direct in the same round.',
    columns: ['contender', 'p50 ms', 'p99 ms', 'added p50 ms', 'added p99 ms', 'streams/s'],
    rows: [...rounds.keys()].map((name) => [
      name,
      formatWithSpread(figure(name, ({ p50 }) => p50)),
      formatWithSpread(figure(name, ({ p99 }) => p99)),
      name === direct.name ? '–' : formatWithSpread(added(name, ({ p50 }) => p50)),
      name === direct.name ? '–' : formatWithSpread(added(name, ({ p99 }) => p99)),
      formatWithSpread(figure(name, ({ perSecond }) => perSecond)),
    ]),
    targets: [],
    notes,
    values: Object.fromEntries(rounds),
  }
}
