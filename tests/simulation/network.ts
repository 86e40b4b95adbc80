// The network between processes and the two servers: it delays, loses and partitions.
import type { Owner, World } from './world.ts'

type Server = 'store' | 'redis'

/** A process on the network. */
export interface Peer extends Owner {
  /** Servers that it cannot reach. */
  readonly cutFrom: Set<Server>
}

export interface Network {
  /** Share of messages that are lost. */
  loss: number
  /** Longest delay of a message, in milliseconds. */
  delayMs: number
  /**
   * Sends a request; `serve` is called at the server, and answers once. Resolves with the answer, or rejects when there
   * is none after `timeoutMs`: then the request may have been served all the same.
   */
  request<T>(peer: Peer, server: Server, call: Request<T>): Promise<T>
}

interface Request<T> {
  readonly timeoutMs: number
  serve(answer: (outcome: { readonly value: T } | { readonly error: unknown }) => void): void
}

/** The error of a client without an answer; the code is that of a lost connection. */
export class Unanswered extends Error {
  readonly code = 'ECONNRESET'
}

export function createNetwork(world: World): Network {
  const { random } = world

  function travel(peer: Peer, server: Server, arrive: () => void, owner?: Owner): void {
    if (peer.cutFrom.has(server) || random.chance(network.loss)) return
    const delayMs = random.chance(0.02) ? random.between(0, 20 * network.delayMs) : random.between(0, network.delayMs)
    world.after(delayMs, () => !peer.cutFrom.has(server) && arrive(), owner)
  }

  const network: Network = {
    loss: 0,
    delayMs: 3,
    request(peer, server, { timeoutMs, serve }) {
      return new Promise((resolve, reject) => {
        const timeout = world.after(timeoutMs, () => reject(new Unanswered(`${server} does not answer`)), peer)
        travel(peer, server, () =>
          serve((outcome) =>
            travel(
              peer,
              server,
              () => {
                timeout.cancel()
                if ('error' in outcome) reject(outcome.error)
                else resolve(outcome.value)
              },
              peer,
            ),
          ),
        )
      })
    },
  }
  return network
}
