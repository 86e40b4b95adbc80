// Server-sent events: the delay of the first one, the cost of 100,000, and a thousand concurrent streams.
import { path } from '../answers.ts'
import type { Contender, Running } from '../contenders/contender.ts'
import { gatehouse } from '../contenders/gatehouse.ts'
import { nginx, unbuffered } from '../contenders/nginx.ts'
import { figureOf, percentile } from '../figures.ts'
import { cpuSeconds, memoryBytes } from '../process.ts'
import { readStreams } from '../streams.ts'
import type { Effort, Result } from './case.ts'
import { format, formatWithSpread } from './case.ts'
import type { Proxies } from './proxying.ts'

interface EventRound {
  readonly firstMs: number
  /** CPU seconds per 100,000 events. */
  readonly cpu: number
}

const streamsAtOnce = 16
const gapMs = 1

/** Returns the base; nginx has a separate location that does not buffer, and the others never buffer. */
const baseOf = (contender: Contender, { base }: Running) => (contender === nginx ? unbuffered(base) : base)

export async function events(started: Proxies, effort: Effort): Promise<Result> {
  const rounds = new Map<string, EventRound[]>()
  const perStream = Math.round(effort.seconds * 700)
  for (let round = 0; round < effort.rounds; round++)
    for (const [contender, running] of started) {
      const own = rounds.get(contender.name) ?? []
      own.push(await eventRound(contender, running, perStream))
      rounds.set(contender.name, own)
    }
  const of = (name: string, pick: (one: EventRound) => number) => figureOf((rounds.get(name) ?? []).map(pick))
  return {
    title: 'Server-sent events',
    how:
      `First event: from the upstream to the reader, median of 50 streams one after another. CPU: ${streamsAtOnce} streams that get ` +
      'an event each millisecond, so that every event costs its own read and write.',
    columns: ['contender', 'first event ms', 'CPU s per 100,000 events'],
    rows: [...started].map(([{ name, kind }]) => [
      name,
      formatWithSpread(of(name, ({ firstMs }) => firstMs)),
      kind === 'none' ? '–' : formatWithSpread(of(name, ({ cpu }) => cpu)),
    ]),
    targets: [],
    notes: [],
    values: Object.fromEntries(rounds),
  }
}

async function eventRound(contender: Contender, running: Running, perStream: number): Promise<EventRound> {
  const { headers, pid } = running
  const base = baseOf(contender, running)
  const firsts: number[] = []
  for (let count = 0; count < 50; count++) {
    const one = await readStreams({ url: base + path('events-1'), headers, atOnce: 1 })
    firsts.push(...one.delays)
  }
  const before = cpuSeconds(pid)
  const many = await readStreams({ url: base + path(`events-${perStream}-${gapMs}`), headers, atOnce: streamsAtOnce })
  if (many.broken > 0 || firsts.length !== 50) throw new Error(`${contender.name} broke ${many.broken} streams`)
  return { firstMs: percentile(firsts, 0.5), cpu: ((cpuSeconds(pid) - before) / many.delays.length) * 100_000 }
}

const manyStreams = 1000
const slowGapMs = 250
const eventsEach = 12

/** Measures a thousand concurrent streams, each with an event every quarter of a second. */
export async function concurrentStreams(started: Proxies): Promise<Result> {
  const rows: string[][] = []
  const values: Record<string, unknown> = {}
  let ours: { memory: number; p99: number } | undefined
  for (const [contender, running] of started) {
    const url = baseOf(contender, running) + path(`events-${eventsEach}-${slowGapMs}`)
    const before = memoryBytes(running.pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryBytes(running.pid))
    }, 50)
    const { delays, ended, broken, mostOpen } = await readStreams({
      url,
      headers: running.headers,
      atOnce: manyStreams,
    })
    clearInterval(watch)
    const p99 = percentile(delays, 0.99)
    values[contender.name] = { before, most, ended, broken, mostOpen, events: delays.length, p99 }
    // streams that wait for others to end need little memory
    if (contender === gatehouse && mostOpen < manyStreams * 0.99) throw new Error(`only ${mostOpen} were open at once`)
    if (contender === gatehouse) ours = { memory: most / 1e6, p99 }
    rows.push([
      contender.name,
      String(mostOpen),
      `${ended} of ${manyStreams}`,
      `${delays.length} of ${manyStreams * eventsEach}`,
      format(percentile(delays, 0.5)),
      format(p99),
      contender.kind === 'none' ? '–' : format(before / 1e6),
      contender.kind === 'none' ? '–' : format(most / 1e6),
    ])
  }
  const one = (value: number) => ({ median: value, least: value, most: value })
  return {
    title: '1,000 event streams at once',
    how: `${eventsEach} events each, one every ${slowGapMs} ms. Memory is the process's peak while the streams are open, and its value before.`,
    columns: [
      'contender',
      'open at once',
      'streams ended',
      'events',
      'delay p50 ms',
      'delay p99 ms',
      'memory before MB',
      'peak MB',
    ],
    rows,
    targets: ours
      ? [
          {
            name: '1,000 streams: memory',
            value: one(ours.memory),
            limit: 300,
            unit: 'MB',
            guard: 400,
          },
        ]
      : [],
    notes: ["The delays include the reader's own: one process reads all streams."],
    values,
  }
}
