// The gateway's HTTP servers: the gateway port and the market port, opened at start and drained at shutdown.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fail } from '#define'
import type { Port } from '../call/call.ts'
import { createConnectionLimit } from '../call/http/connection-limit.ts'
import { drain, listen } from '../call/http/listen.ts'
import { createHttpServer, refuse, type SocketRequests } from '../call/http/server.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'

type HandleRequest = (port: Port, request: IncomingMessage, response: ServerResponse) => void
/** Handlers of a running gateway. WebSockets are accepted on the gateway port only. */
export interface Requests {
  readonly handle: HandleRequest
  readonly sockets: SocketRequests
}

/** The addresses at which callers reach the gateway. */
export interface Urls {
  readonly baseUrl: string
  readonly marketUrl: string
}
interface Servers {
  /** Opens a port, which answers 503 until `serve` is called. Throws StartRefused. */
  open(port: Port): Promise<void>
  /** Returns the addresses with the ports that were opened, or the configured port where none was. */
  urls(): Urls
  /** Hands every request to the handler from now on. */
  serve(requests: Requests): void
  /**
   * Stops accepting connections, and closes those still open after GATEHOUSE_DRAIN_MS; `cutSessions` ends WebSockets.
   */
  drain(cutSessions: () => void): Promise<void>
  /** Stops accepting connections. */
  close(): void
}

/** Creates the servers without opening a port. `requestId` names errors that occur before there is a request. */
export function createServers(config: Config, log: Log, requestId: () => string): Servers {
  const servers: Server[] = []
  const connections = createConnectionLimit(log)
  const ports = { gateway: config.GATEHOUSE_PORT, market: config.GATEHOUSE_MARKET_PORT }
  let handle: HandleRequest | undefined
  let sockets: SocketRequests | undefined

  return {
    async open(port) {
      const server = createHttpServer({
        handle: (request, response) => {
          if (handle) handle(port, request, response)
          else refuse(response, fail('gateway.starting', {}, { retryAfterS: 1 }), requestId())
        },
        ...(port === 'gateway' && {
          sockets: {
            isFor: (target) => sockets?.isFor(target) === true,
            handle: (request, upgrade) => sockets?.handle(request, upgrade),
          },
        }),
        requestId,
        connections,
      })
      servers.push(server)
      const setting = port === 'market' ? 'GATEHOUSE_MARKET_PORT' : 'GATEHOUSE_PORT'
      ports[port] = await listen(server, { host: config.GATEHOUSE_HOST, port: config[setting], setting })
    },
    urls: () => ({
      baseUrl: config.GATEHOUSE_PUBLIC_URL?.gateway ?? urlOf(config.GATEHOUSE_HOST, ports.gateway),
      marketUrl: config.GATEHOUSE_PUBLIC_URL?.market ?? urlOf(config.GATEHOUSE_HOST, ports.market),
    }),
    serve(requests) {
      handle = requests.handle
      sockets = requests.sockets
    },
    async drain(cutSessions) {
      // the server no longer tracks a connection that became a WebSocket, but still waits for it
      const cutting = setTimeout(cutSessions, config.GATEHOUSE_DRAIN_MS)
      await Promise.all(servers.map((server) => drain(server, config.GATEHOUSE_DRAIN_MS)))
      clearTimeout(cutting)
    },
    close() {
      for (const server of servers) server.close()
    },
  }
}

function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
