// The connections to providers: one bounded pool per origin, which is replaced when another time is learned for which
// the provider keeps idle connections (keep-alive.ts). No other code opens connections to them.
import type { Socket } from 'node:net'
import { buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { type Circuit, type CircuitState, createCircuit } from './circuit.ts'
import type { Hops } from './hops.ts'
import { createKeepAlive, type KeepAlive } from './keep-alive.ts'
import { createKeyForms } from './masking.ts'
import { hookParser, type ParserHooks } from './parser-hooks.ts'
import { createRetryBudget, type RetryBudget } from './retry-policy.ts'

export interface Origin {
  /** The present pool. */
  readonly pool: Pool
  readonly retries: RetryBudget
  /** Has further calls make new connections, unless the pool has been replaced already. */
  renew(pool: Dispatcher): void
  /** Dispatches on a connection of its own. */
  dispatchAlone(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
}
export interface Pools {
  origin(origin: string): Origin
  circuit(listing: string, origin: string): Circuit
  /** The circuits in use, by listing. */
  circuitStates(): { readonly listing: string; readonly states: readonly CircuitState[] }[]
  /** Milliseconds until calls of a listing are let through again; undefined while they are. */
  resumesInMs(listing: string): number | undefined
  /** Marks outbound calls, so that one that comes back is recognised. */
  readonly hops: Hops
  /** The forms of a provider key that must not come back. */
  readonly keyForms: ReturnType<typeof createKeyForms>
  close(): Promise<void>
}

/**
 * The most connections to one origin at a time; further calls wait. A stream occupies its connection for as long as it
 * lasts, so the limit is well above the thousand streams that a process is designed for.
 */
const maxConnections = 4096
const connectTimeoutMs = 10_000
const maxHeaderBytes = 64 * 1024

export function createPools(monotonic: () => number, hops: Hops): Pools {
  const origins = new Map<string, ClosableOrigin>()
  const circuits = new Map<string, Map<string, Circuit>>()
  return {
    origin(origin) {
      let entry = origins.get(origin)
      if (!entry) {
        entry = createOrigin(origin)
        origins.set(origin, entry)
      }
      return entry
    },
    circuit(listing, origin) {
      let ofListing = circuits.get(listing)
      if (!ofListing) {
        ofListing = new Map()
        circuits.set(listing, ofListing)
      }
      let circuit = ofListing.get(origin)
      if (!circuit) {
        circuit = createCircuit(monotonic)
        ofListing.set(origin, circuit)
      }
      return circuit
    },
    circuitStates: () =>
      [...circuits].map(([listing, ofListing]) => ({
        listing,
        states: [...ofListing.values()].map(({ state }) => state),
      })),
    resumesInMs(listing) {
      const left = [...(circuits.get(listing)?.values() ?? [])].map((circuit) => circuit.resumesInMs() ?? 0)
      const longest = Math.max(0, ...left)
      return longest > 0 ? longest : undefined
    },
    hops,
    keyForms: createKeyForms(),
    close: async () => {
      await Promise.all([...origins.values()].map((origin) => origin.close()))
    },
  }
}

interface ClosableOrigin extends Origin {
  close(): Promise<void>
}

function createOrigin(origin: string): ClosableOrigin {
  /** Take no more calls, and finish those that they have. */
  const ending = new Set<Pool | Client>()
  const keepAlive = createKeepAlive(replace)
  const connect = createConnector(keepAlive)
  const options = { pipelining: 1, connect, allowH2: false, maxHeaderSize: maxHeaderBytes }
  let pool = open()
  let isClosed = false

  function open(): Pool {
    return new Pool(origin, { ...options, connections: maxConnections, keepAliveTimeout: keepAlive.ms })
  }
  function replace(): void {
    // connections that end with the gateway report how long they were kept, too
    if (isClosed) return
    const old = pool
    pool = open()
    end(old)
  }
  function end(dispatcher: Pool | Client): void {
    ending.add(dispatcher)
    const ended = () => void ending.delete(dispatcher)
    // rejects when it has been destroyed meanwhile
    dispatcher.close().then(ended, ended)
  }

  return {
    get pool() {
      return pool
    },
    retries: createRetryBudget(),
    renew(stale) {
      if (stale === pool) replace()
    },
    dispatchAlone(request, handler) {
      const client = new Client(origin, options)
      client.dispatch(request, handler)
      end(client)
    },
    close: async () => {
      isClosed = true
      await Promise.all([pool, ...ending].map((one) => one.destroy()))
    },
  }
}

/**
 * undici treats a connection reset as the end of an answer that has neither a length nor chunks; under another code it
 * is treated as the failure it is. HTTP/2 is not offered, because tests/outbound proves its guarantees for HTTP/1.1
 * only.
 */
function createConnector(keepAlive: KeepAlive): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false })
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
        return
      }
      const idleness = new Idleness(socket, keepAlive)
      socket.on('error', (cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ECONNRESET' || cause.code === 'EPIPE') cause.code = 'UND_ERR_SOCKET'
        // as undici's own errors have it
        Object.assign(cause, { socket: { bytesRead: socket.bytesRead } })
      })
      callback(null, socket)
      hookParser(socket, idleness)
    })
}

/**
 * A connection that breaks with a call under way may have broken because of the call, unless it had been idle for long.
 */
const leastLostMs = 1000

/** Reports how long a connection had been idle when either side closed it. */
class Idleness implements ParserHooks {
  readonly #socket: Socket
  readonly #keepAlive: KeepAlive
  #since: { readonly ms: number; readonly bytesWritten: number } | undefined

  constructor(socket: Socket, keepAlive: KeepAlive) {
    this.#socket = socket
    this.#keepAlive = keepAlive
    socket.once('end', () => this.#closedByProvider())
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET' || code === 'EPIPE') this.#closedByProvider()
    })
    socket.once('close', () => {
      if (this.#since && !this.#isCalled(this.#since)) keepAlive.outlived(performance.now() - this.#since.ms)
    })
  }

  answerBegan(): void {
    this.#since = undefined
  }

  answerEnded(isKept: boolean): void {
    this.#since = isKept ? { ms: performance.now(), bytesWritten: this.#socket.bytesWritten } : undefined
  }

  #closedByProvider(): void {
    if (!this.#since) return
    const idleMs = performance.now() - this.#since.ms
    if (!this.#isCalled(this.#since) || idleMs >= leastLostMs) this.#keepAlive.closedAfter(idleMs)
    this.#since = undefined
  }

  #isCalled({ bytesWritten }: { readonly bytesWritten: number }): boolean {
    return this.#socket.bytesWritten > bytesWritten
  }
}
