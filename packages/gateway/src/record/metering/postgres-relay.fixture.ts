// A TCP relay between a test and PostgreSQL that can drop a connection at a chosen moment: before or after a COMMIT has
// reached the server, in both cases without a reply. For tests only.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface PostgresRelay {
  /** The address of the database through the relay. */
  readonly url: string
  /** Drops the connection at the next COMMIT; after that everything passes again. */
  loseNextCommit(when: 'before it arrives' | 'after it arrived'): void
  readonly lost: number
  close(): Promise<void>
}

/** COMMIT as a simple query of the wire protocol: 'Q', length, string, NUL. */
const commitMessage = /Q\0\0\0.commit\0/is

export async function postgresRelay(target: string): Promise<PostgresRelay> {
  const address = new URL(target)
  let plan: 'before it arrives' | 'after it arrived' | undefined
  let lost = 0
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const database = connect(Number(address.port) || 5432, address.hostname)
    let mute = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      // Dropping a connection causes an error on one side.
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    database.on('data', (bytes) => {
      if (!mute) client.write(bytes)
      // The reply to the COMMIT: it is done, and the client will not learn of it.
      else client.destroy()
    })
    client.on('data', (bytes) => {
      if (plan !== undefined && commitMessage.test(bytes.toString('latin1'))) {
        lost++
        const arrives = plan === 'after it arrived'
        plan = undefined
        if (!arrives) return void client.destroy()
        mute = true
      }
      database.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  if (typeof own !== 'object' || own === null) throw new Error('no port')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = `${own.port}`

  return {
    url: url.href,
    loseNextCommit: (when) => {
      plan = when
    },
    get lost() {
      return lost
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
