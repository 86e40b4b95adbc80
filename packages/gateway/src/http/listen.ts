// Starts a server on its port, with a sentence for the ways in which that fails.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '../start-refused.ts'

/** Resolves with the port; throws StartRefused when it is taken or may not be used. */
export function listen(server: Server, place: { host: string; port: number; setting: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(refusal(error, place))
    server.once('error', refuse)
    server.listen({ host: place.host, port: place.port, backlog: 4096 }, () => {
      server.off('error', refuse)
      server.on('error', () => {}) // a connection that could not be taken, e.g. for want of file descriptors, is its caller's loss alone
      const address = server.address()
      resolve(isInfo(address) ? address.port : place.port)
    })
  })
}

function isInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function refusal(error: NodeJS.ErrnoException, place: { host: string; port: number; setting: string }): Error {
  const where = `${place.host}:${place.port}`
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${where} is taken. Stop what listens there, or set ${place.setting} to another port.`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new StartRefused(`Port ${where} may not be used by this user. Set ${place.setting} to a port above 1023.`, {
      cause: error,
    })
  if (error.code === 'EADDRNOTAVAIL')
    return new StartRefused(`${place.host} is not an address of this machine. Set GATEHOUSE_HOST to one that is.`, {
      cause: error,
    })
  return new StartRefused(
    `${where} cannot be listened on: ${error.message}. Set GATEHOUSE_HOST to an address of this machine.`,
    { cause: error },
  )
}

/** Stops taking connections, lets calls under way end for at most `drainMs`, then cuts what is left. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
