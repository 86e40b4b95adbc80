// Calls at a fixed rate, whatever the answers do: a slow answer does not make the next call wait, so that a queue in the gateway
// is seen as what it costs callers. Plain sockets, so that the client's own time is small and the same for all.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface PaceOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly seconds: number
}
/** Milliseconds from sending a call to the last byte of its answer. */
export interface Pace {
  readonly p50: number
  readonly p99: number
  readonly calls: number
  readonly perSecond: number
}

const connections = 64

/** Makes the calls, evenly spread. */
export async function pace({ url, headers, perSecond, seconds }: PaceOptions): Promise<Pace> {
  const { hostname, port, pathname, search } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const head = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const times: number[] = []
  const idle: Caller[] = []
  const all = await Promise.all(Array.from({ length: connections }, () => openCaller(Number(port), hostname)))
  idle.push(...all)
  const total = perSecond * seconds
  const begunMs = performance.now()
  let begun = 0
  let failed: Error | undefined
  const call = async (caller: Caller) => {
    const sentMs = performance.now()
    try {
      await caller.call(head)
      times.push(performance.now() - sentMs)
      idle.push(caller)
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error))
    }
  }
  await new Promise<void>((resolve) => {
    const step = () => {
      const due = Math.min(total, Math.floor(((performance.now() - begunMs) / 1000) * perSecond))
      // the one that has been idle longest, so that all connections are kept in use
      for (let caller = idle.shift(); caller; caller = idle.shift()) {
        if (begun >= due) {
          idle.unshift(caller)
          break
        }
        begun++
        void call(caller)
      }
      if (failed || (begun >= total && times.length >= total)) resolve()
      else if (performance.now() - begunMs > seconds * 1000 + 5000) resolve()
      else setTimeout(step, 1) // calls of one millisecond leave together; spinning would take a core from what is measured
    }
    step()
  })
  const tookS = (performance.now() - begunMs) / 1000
  for (const caller of all) caller.end()
  if (failed) throw failed
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), calls: times.length, perSecond: times.length / tookS }
}

interface Caller {
  /** Resolves with the last byte of the answer. */
  call(head: string): Promise<void>
  end(): void
}

async function openCaller(port: number, host: string): Promise<Caller> {
  const socket = connect({ port, host, noDelay: true })
  await once(socket, 'connect')
  const answers = readAnswers(socket)
  return {
    call(head) {
      const answer = answers.next()
      socket.write(head)
      return answer
    },
    end: () => void socket.destroy(),
  }
}

/** One answer after the other, of a declared length. */
function readAnswers(socket: Socket) {
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    text += part
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1]
    if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
      waiting?.reject(new Error(text.slice(0, 200)))
      return
    }
    if (text.length < end + 4 + Number(length)) return
    text = ''
    waiting?.resolve()
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))
  return {
    next: () =>
      new Promise<void>((resolve, reject) => {
        waiting = { resolve, reject }
      }),
  }
}
