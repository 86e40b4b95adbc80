// Metrics in the Prometheus text format. The meter and the quota already count, so values are read only when scraped.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Quota } from '../../account/quota/quota.ts'
import type { ThreadState } from '../../embedded/provider-threads.ts'
import type { Pools } from '../../upstream/pools.ts'
import type { Meter } from '../metering/meter.ts'
import type { CallTimes } from './call-times.ts'

interface MetricsDeps {
  readonly callTimes: Pick<CallTimes, 'text'>
  readonly meter: Meter
  readonly quota: Quota
  readonly underWay: () => number
  readonly mayServe: () => boolean
  readonly threads: () => readonly ThreadState[]
  /** Returns the number of open WebSocket sessions by listing. */
  readonly sessions: () => ReadonlyMap<string, number>
  readonly circuitStates: Pools['circuitStates']
}
interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'gatehouse_' })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('gatehouse_calls_under_way', 'Calls in progress.', deps.underWay)
  gauge('gatehouse_may_serve', '1 while this process receives revocations of keys, else 0.', () =>
    deps.mayServe() ? 1 : 0,
  )
  gauge(
    'gatehouse_redis_available',
    '1 while processes share reserved calls in Redis; 0 without Redis, or while it is unreachable.',
    () => (deps.quota.stats().redisAvailable ? 1 : 0),
  )
  gauge(
    'gatehouse_redis_latency_seconds',
    'Average of the last round trips to Redis, one for each lease of calls.',
    () => deps.quota.stats().redisLatencyMs / 1000,
  )
  gauge('gatehouse_database_available', '1 while the quotas reach the database.', () =>
    deps.quota.stats().databaseAvailable ? 1 : 0,
  )
  gauge('gatehouse_quota_subjects', 'Accounts whose calls are counted in memory.', () => deps.quota.stats().entries)
  counters(registry, deps.meter)
  recordMetric(registry, deps.meter)
  threadMetrics(registry, deps.threads)
  circuitMetrics(registry, deps.circuitStates)
  sessionMetric(registry, deps.sessions)
  return { contentType: registry.contentType, text: async () => (await registry.metrics()) + deps.callTimes.text() }
}

/** Adds totals since the start: calls by listing, provider and status class, and calls whose counts were lost. */
function counters(registry: Registry, meter: Meter): void {
  const labelNames = ['listing', 'provider', 'status'] as const
  new Counter({
    name: 'gatehouse_calls_total',
    help: 'Calls answered.',
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const { listing, provider, statusClass, calls } of meter.totals().calls)
        this.inc({ listing, provider, status: `${statusClass}xx` }, calls)
    },
  })
  new Counter({
    name: 'gatehouse_metering_dropped_total',
    help: 'Calls whose counts were lost because the database was unreachable for too long.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(meter.totals().dropped)
    },
  })
}

/** Adds the number of calls that cannot be looked up singly. */
function recordMetric(registry: Registry, meter: Meter): void {
  new Counter({
    name: 'gatehouse_calls_unrecorded_total',
    help: 'Calls that are counted but not kept one by one: too many were waiting, or a key was refused too often.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(meter.totals().unrecorded)
    },
  })
}

/** Adds the calls running and waiting on the threads of embedded providers, and the number of lost threads. */
function threadMetrics(registry: Registry, threads: MetricsDeps['threads']): void {
  new Gauge({
    name: 'gatehouse_thread_calls',
    help: 'Calls on the threads of embedded providers: running, or queued.',
    labelNames: ['thread', 'state'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, running, waiting } of threads()) {
        this.set({ thread: name, state: 'running' }, running)
        this.set({ thread: name, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'gatehouse_thread_resting',
    help: '1 while a thread that was lost several times in a minute is not restarted, and its calls are refused; else 0.',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, isResting } of threads()) this.set({ thread: name }, isResting ? 1 : 0)
    },
  })
  new Counter({
    name: 'gatehouse_threads_lost_total',
    help: 'Threads that crashed or were terminated because they hung or exceeded their memory.',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, lost } of threads()) this.inc({ thread: name }, lost)
    },
  })
}

const levels = { closed: 0, trial: 1, open: 2 } as const

/** Adds the circuits of live providers; a listing with several origins shows the worst. */
function circuitMetrics(registry: Registry, circuitStates: MetricsDeps['circuitStates']): void {
  new Gauge({
    name: 'gatehouse_provider_circuit',
    help: 'Circuit of a live provider that has been called: 0 closed, 1 on trial, 2 open, when its calls are refused.',
    labelNames: ['listing'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { listing, states } of circuitStates())
        this.set({ listing }, Math.max(0, ...states.map((state) => levels[state])))
    },
  })
}

function sessionMetric(registry: Registry, sessions: MetricsDeps['sessions']): void {
  new Gauge({
    name: 'gatehouse_sessions_open',
    help: 'Sessions of WebSockets, from their handshake to their end, of listings that have had any.',
    labelNames: ['listing'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [listing, count] of sessions()) this.set({ listing }, count)
    },
  })
}
