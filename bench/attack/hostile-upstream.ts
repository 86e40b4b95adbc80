// The provider of the attacked gateway: it answers as the row requires.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

export interface Hostile {
  readonly port: number
  /** Sets the response from now on. */
  answer: (response: ServerResponse) => void
  stop(): void
}

export async function startHostile(): Promise<Hostile> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => hostile.answer(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const hostile: Hostile = {
    port: typeof address === 'object' && address ? address.port : 0,
    answer: (response) => response.end(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return hostile
}
