// A TCP relay in front of a service, which makes it unavailable and available again: by refusing connections, as if the
// service had stopped, or by silence, as if its host or network were down.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface Relay {
  /** Address of the service behind the relay. */
  readonly url: string
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>
  /** Stops forwarding; connections stay open and new ones are accepted. */
  mute(): void
  isMute(): boolean
  /** Resumes forwarding; connections that were silent are broken. */
  mend(): Promise<void>
}

/** Opens a relay; `delayMs` is the delay of bytes in each direction. */
export async function openRelay(target: string, { delayMs = 0 } = {}): Promise<Relay> {
  const address = new URL(target)
  const sockets = new Set<Socket>()
  let isMute = false
  const listener = (client: Socket) => {
    const service = connect(Number(address.port), address.hostname)
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}) // expected: the connection is cut on purpose
      from.on('close', () => {
        sockets.delete(from)
        if (!isMute) to.destroy()
      })
      from.on('data', (bytes) => {
        if (delayMs > 0) setTimeout(() => to.write(bytes), delayMs)
        else if (!isMute) to.write(bytes)
      })
    }
  }
  let server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  const port = typeof own === 'object' && own ? own.port : 0
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakAll()
    await closed
  }
  return {
    url: url.href,
    cut,
    mute() {
      isMute = true
    },
    isMute: () => isMute,
    async mend() {
      if (isMute) breakAll()
      isMute = false
      if (server.listening) return
      server = createServer(listener).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
