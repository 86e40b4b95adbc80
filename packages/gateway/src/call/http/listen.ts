// Opens the port of a server, with advice for the operator on failure.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '../../process/start-refused.ts'

/** The address of a server, and the setting that names its port. */
interface ListenTarget {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Resolves with the port; throws StartRefused if the port is taken or not permitted. */
export function listen(server: Server, target: ListenTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(refusal(error, target))
    server.once('error', refuse)
    server.listen({ host: target.host, port: target.port, backlog: 4096 }, () => {
      server.off('error', refuse)
      // a connection that cannot be accepted, for example for lack of file descriptors, affects only its caller
      server.on('error', () => {})
      const address = server.address()
      resolve(isAddressInfo(address) ? address.port : target.port)
    })
  })
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function refusal(error: NodeJS.ErrnoException, { host, port, setting }: ListenTarget): Error {
  const where = `${host}:${port}`
  if (error.code === 'EADDRINUSE')
    return new StartRefused(`Port ${where} is taken. Stop what listens there, or set ${setting} to another port.`, {
      cause: error,
    })
  if (error.code === 'EACCES')
    return new StartRefused(`Port ${where} may not be used by this user. Set ${setting} to a port above 1023.`, {
      cause: error,
    })
  if (error.code === 'EADDRNOTAVAIL')
    return new StartRefused(`${host} is not an address of this machine. Set GATEHOUSE_HOST to one that is.`, {
      cause: error,
    })
  return new StartRefused(
    `${where} cannot be listened on: ${error.message}. Set GATEHOUSE_HOST to an address of this machine.`,
    { cause: error },
  )
}

/** Stops accepting connections and gives calls in progress at most `drainMs` to finish; then closes the rest. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const closingIdle = setInterval(() => server.closeIdleConnections(), 100)
  const closingAll = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(closingIdle)
  clearTimeout(closingAll)
}
