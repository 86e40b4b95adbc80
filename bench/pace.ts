// Calls at a fixed rate, regardless of the responses: a slow response does not delay the next call, so that a queue in
// the gateway shows its full cost to callers. Plain sockets keep the client's own time small and equal for all.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { firstToken } from './answers.ts'

interface PaceOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly seconds: number
  /** JSON body; makes the call a POST whose response is a stream of chunks. */
  readonly body?: string
}
/** Milliseconds from sending a call to the last byte of its response, or to the first token of a stream. */
export interface Pace {
  readonly p50: number
  readonly p99: number
  readonly calls: number
  readonly perSecond: number
}

const connections = 64

/** Makes the calls, evenly spread. */
export async function pace({ url, headers, perSecond, seconds, body }: PaceOptions): Promise<Pace> {
  const { hostname, port, pathname, search } = new URL(url)
  const bodyHeaders =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers, ...bodyHeaders }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const method = body === undefined ? 'GET' : 'POST'
  const request = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
  const endOf = body === undefined ? wholeEnd : streamEnd
  const times: number[] = []
  const idle: Caller[] = []
  const all = await Promise.all(Array.from({ length: connections }, () => openCaller(Number(port), hostname, endOf)))
  idle.push(...all)
  const total = perSecond * seconds
  const startedMs = performance.now()
  let started = 0
  let failed: Error | undefined
  const call = async (caller: Caller) => {
    const sentMs = performance.now()
    try {
      await caller.call(request, () => times.push(performance.now() - sentMs))
      idle.push(caller)
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error))
    }
  }
  await new Promise<void>((resolve) => {
    const step = () => {
      const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
      // the longest idle one, so that all connections stay in use
      for (let caller = idle.shift(); caller; caller = idle.shift()) {
        if (started >= due) {
          idle.unshift(caller)
          break
        }
        started++
        void call(caller)
      }
      if (failed || (started >= total && idle.length === connections)) resolve()
      else if (performance.now() - startedMs > seconds * 1000 + 5000) resolve()
      // calls due in the same millisecond are sent together; spinning would take a core from the measured programs
      else setTimeout(step, 1)
    }
    step()
  })
  const tookS = (performance.now() - startedMs) / 1000
  for (const caller of all) caller.end()
  if (failed) throw failed
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), calls: times.length, perSecond: times.length / tookS }
}

interface Caller {
  /** Resolves with the last byte of the response; `timed` is called when the timed part arrives. */
  call(request: string, timed: () => void): Promise<void>
  end(): void
}

async function openCaller(port: number, host: string, endOf: EndOf): Promise<Caller> {
  const socket = connect({ port, host, noDelay: true })
  await once(socket, 'connect')
  const answers = readAnswers(socket, endOf)
  return {
    call(request, timed) {
      const answer = answers.next(timed)
      socket.write(request)
      return answer
    },
    end: () => void socket.destroy(),
  }
}

/**
 * Reports whether the timed part of a response, and all of it, has arrived, given the end of its head; undefined for a
 * response of another form.
 */
type EndOf = (text: string, headEnd: number) => { readonly timed: boolean; readonly whole: boolean } | undefined

const wholeEnd: EndOf = (text, headEnd) => {
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd + 2))?.[1]
  if (length === undefined) return undefined
  const whole = text.length >= headEnd + 4 + Number(length)
  return { timed: whole, whole }
}
const streamEnd: EndOf = (text, headEnd) => ({
  timed: text.includes(firstToken, headEnd),
  whole: text.endsWith('\r\n0\r\n\r\n'),
})

/** Reads one response after another. */
function readAnswers(socket: Socket, endOf: EndOf) {
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  let timed: (() => void) | undefined
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    text += part
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const end = text.startsWith('HTTP/1.1 200') ? endOf(text, headEnd) : undefined
    if (!end) {
      waiting?.reject(new Error(text.slice(0, 200)))
      return
    }
    if (end.timed) timed?.()
    if (end.timed) timed = undefined
    if (!end.whole) return
    text = ''
    if (timed) waiting?.reject(new Error('an answer ended without its first token'))
    else waiting?.resolve()
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))
  return {
    next: (onTimed: () => void) => {
      timed = onTimed
      return new Promise<void>((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
  }
}
