// The connections to providers: one bounded pool per origin. Nothing else in the program opens one.
import { buildConnector, Pool } from 'undici'
import type { Circuit, RetryBudget } from './circuit.ts'
import { createCircuit, createRetryBudget } from './circuit.ts'
import { createNeedles } from './masking.ts'

export interface Origin {
  readonly pool: Pool
  readonly retries: RetryBudget
}
export interface Pools {
  origin(origin: string): Origin
  circuit(listing: string, origin: string): Circuit
  /** The forms of a provider key that must not come back. */
  readonly needles: ReturnType<typeof createNeedles>
  close(): Promise<void>
}

/**
 * At once, to one origin; calls beyond wait. Each stream has a connection for as long as it lasts, and one that waits for its turn
 * behind others would be held back. A process has more than a thousand streams only on purpose.
 */
const connections = 4096
const connectMs = 10_000
const headerBytes = 64 * 1024

export function createPools(clock: () => number): Pools {
  const origins = new Map<string, Origin>()
  const circuits = new Map<string, Map<string, Circuit>>()
  return {
    origin(origin) {
      let found = origins.get(origin)
      if (!found) {
        const pool = new Pool(origin, {
          connections,
          pipelining: 1,
          connect: createConnector(),
          allowH2: false,
          keepAliveTimeout: 30_000,
          maxHeaderSize: headerBytes,
        })
        found = { pool, retries: createRetryBudget() }
        origins.set(origin, found)
      }
      return found
    },
    circuit(listing, origin) {
      let ofListing = circuits.get(listing)
      if (!ofListing) {
        ofListing = new Map()
        circuits.set(listing, ofListing)
      }
      let found = ofListing.get(origin)
      if (!found) {
        found = createCircuit(clock)
        ofListing.set(origin, found)
      }
      return found
    },
    needles: createNeedles(),
    close: async () => {
      await Promise.all([...origins.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/**
 * undici takes a reset for the end of an answer that has neither length nor chunks; under another code it is the failure that it
 * is. HTTP/2 is not offered: what tests/outbound proves of connections, it proves of HTTP/1.1.
 */
function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false })
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
    })
}
