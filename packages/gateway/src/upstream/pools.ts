// The connections to providers: one bounded pool per origin. No other code opens connections to them.
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { type Circuit, type CircuitState, createCircuit } from './circuit.ts'
import type { Hops } from './hops.ts'
import { createKeyForms } from './masking.ts'
import { isPublicAddress } from './public-address.ts'
import { createRetryBudget, type RetryBudget } from './retry-policy.ts'
import { skipContinue } from './skip-continue.ts'

export interface Origin {
  readonly pool: Pool
  readonly retries: RetryBudget
  /** Dispatches on a separate connection. */
  dispatchAlone(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
}
export interface Pools {
  /** Returns the connections to an origin; with `publicOnly`, apart from others and to public addresses only. */
  origin(origin: string, publicOnly?: boolean): Origin
  circuit(listing: string, origin: string): Circuit
  /** Returns the states of the circuits in use, by listing. */
  circuitStates(): { readonly listing: string; readonly states: readonly CircuitState[] }[]
  /** Returns the milliseconds until a listing's calls are let through again; undefined while they are. */
  resumesInMs(listing: string): number | undefined
  /** Marks outbound calls, so that a call that comes back is recognised. */
  readonly hops: Hops
  /** Returns the forms of a provider key that must not come back. */
  readonly keyForms: ReturnType<typeof createKeyForms>
  close(): Promise<void>
}

/**
 * The limit of connections to one origin; further calls wait. A stream occupies its connection for as long as it lasts,
 * so the limit is well above the thousand streams that a process is designed for.
 */
const maxConnections = 4096
const connectTimeoutMs = 10_000
const maxHeaderBytes = 64 * 1024
/**
 * Idle times of reusable connections. Most providers close theirs without warning, and a call sent at that moment is
 * lost. An announced time (`Keep-Alive: timeout=`) is used, less a second for latency.
 */
const idleTimes = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 60_000, keepAliveTimeoutThreshold: 1000 }

export function createPools(monotonic: () => number, hops: Hops): Pools {
  const origins = new Map<string, ClosableOrigin>()
  const publicOrigins = new Map<string, ClosableOrigin>()
  const circuits = new Map<string, Map<string, Circuit>>()
  return {
    origin(origin, publicOnly = false) {
      const known = publicOnly ? publicOrigins : origins
      let entry = known.get(origin)
      if (!entry) {
        entry = createOrigin(origin, publicOnly ? connectPublic : connectAny)
        known.set(origin, entry)
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
      await Promise.all([...origins.values(), ...publicOrigins.values()].map((origin) => origin.close()))
    },
  }
}

interface ClosableOrigin extends Origin {
  close(): Promise<void>
}

function createOrigin(origin: string, connect: buildConnector.connector): ClosableOrigin {
  const options = { pipelining: 1, connect, allowH2: false, maxHeaderSize: maxHeaderBytes, ...idleTimes }
  const pool = new Pool(origin, { ...options, connections: maxConnections })
  /** Clients of a single call each, until it has ended. */
  const lone = new Set<Client>()

  return {
    pool,
    retries: createRetryBudget(),
    dispatchAlone(request, handler) {
      const client = new Client(origin, options)
      lone.add(client)
      client.dispatch(request, handler)
      const ended = () => void lone.delete(client)
      // drains after this call; rejects if the client is destroyed meanwhile
      client.close().then(ended, ended)
    },
    close: async () => {
      await Promise.all([pool, ...lone].map((one) => one.destroy()))
    },
  }
}

/** Connects with HTTP/1.1 only: tests/outbound proves its guarantees for no other version. */
const http1 = { timeout: connectTimeoutMs, allowH2: false }
const connectAny = withDistinctResets(buildConnector(http1))
const connectPublic = withDistinctResets(buildConnector({ ...http1, lookup: lookupPublic }))

/** Resolves a name as the system does, and refuses it if one of its addresses is not public. */
function lookupPublic(...[host, options, done]: Parameters<LookupFunction>): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    if (refused) return done(new Error(`${host} is at ${refused.address}, which is not a public address`), [])
    const [first] = addresses
    if (options.all || !first) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/**
 * Returns a connector with a different code for connection resets: undici takes a reset for the end of a response that
 * has neither a length nor chunks, but treats other codes as the failures they are.
 */
function withDistinctResets(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
        return
      }
      socket.on('error', (cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ECONNRESET' || cause.code === 'EPIPE') cause.code = 'UND_ERR_SOCKET'
        // in the form of undici's own errors
        Object.assign(cause, { socket: { bytesRead: socket.bytesRead } })
      })
      callback(null, socket)
      skipContinue(socket)
    })
  }
}
