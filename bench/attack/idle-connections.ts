// Idle connections, which need no key: more than a process with a limit of 20,000 open files accepts.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './target.ts'

const count = 15_000
const heldMs = 5000

export async function idleConnections({ url }: Target): Promise<string> {
  const { hostname, port } = new URL(url)
  let closed = 0
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .on('close', () => closed++),
  )
  await sleep(heldMs)
  const outcome = `${closed} of them closed`
  for (const socket of sockets) socket.destroy()
  return outcome
}
