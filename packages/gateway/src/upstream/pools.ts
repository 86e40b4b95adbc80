// The connections to providers: one bounded pool per origin. No other code opens connections to them.
import { buildConnector, Pool } from 'undici'
import { type Circuit, createCircuit } from './circuit.ts'
import type { Hops } from './hops.ts'
import { skipUnaskedContinue } from './interim-answers.ts'
import { createKeyForms } from './masking.ts'
import { createRetryBudget, type RetryBudget } from './retry-policy.ts'

export interface Origin {
  readonly pool: Pool
  readonly retries: RetryBudget
}
export interface Pools {
  origin(origin: string): Origin
  circuit(listing: string, origin: string): Circuit
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

export function createPools(clock: () => number, hops: Hops): Pools {
  const origins = new Map<string, Origin>()
  const circuits = new Map<string, Map<string, Circuit>>()
  return {
    origin(origin) {
      let entry = origins.get(origin)
      if (!entry) {
        const pool = new Pool(origin, {
          connections: maxConnections,
          pipelining: 1,
          connect: createConnector(),
          allowH2: false,
          keepAliveTimeout: 30_000,
          maxHeaderSize: maxHeaderBytes,
        })
        entry = { pool, retries: createRetryBudget() }
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
        circuit = createCircuit(clock)
        ofListing.set(origin, circuit)
      }
      return circuit
    },
    hops,
    keyForms: createKeyForms(),
    close: async () => {
      await Promise.all([...origins.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/**
 * undici treats a connection reset as the end of an answer that has neither a length nor chunks; under another code it
 * is treated as the failure it is. HTTP/2 is not offered, because tests/outbound proves its guarantees for HTTP/1.1
 * only.
 */
function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false })
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
        return
      }
      socket.on('error', (cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ECONNRESET') cause.code = 'UND_ERR_SOCKET'
      })
      callback(null, socket)
      skipUnaskedContinue(socket)
    })
}
