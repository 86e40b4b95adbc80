// Many calls over keep-alive connections. Their outcome matters, not their speed.
import { Agent, get } from 'node:http'

interface Answered {
  readonly status: number
  /** Time from `performance.now()`. */
  readonly atMs: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}
interface LoadOptions {
  readonly url: string
  readonly key: string
  /** Number of concurrent calls, each on its own connection. */
  readonly atOnce: number
  /** Returns true if a caller makes another call, given the number of started calls. */
  readonly goOn: (started: number) => boolean
  readonly onAnswer?: (answer: Answered) => void
}
/** Outcomes of the calls: answered or cut off. */
interface Load {
  readonly started: number
  readonly answers: readonly Answered[]
  readonly broken: number
}

/** Makes calls until `goOn` returns false or the connection of each caller breaks. */
export async function load(options: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.atOnce })
  const answers: Answered[] = []
  let started = 0
  let broken = 0
  const caller = async () => {
    while (options.goOn(started)) {
      started++
      try {
        const answer = await call(options.url, { key: options.key, agent })
        answers.push(answer)
        options.onAnswer?.(answer)
      } catch {
        broken++
        return
      }
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, caller))
  agent.destroy()
  return { started, answers, broken }
}

/** Makes one call; rejects if it is cut off, or not answered in time, by default within 10 s. */
export function call(
  url: string,
  options: { key?: string; agent?: Agent | false; onConnect?: () => void; timeoutMs?: number } = {},
): Promise<Answered> {
  const { key, agent = false, onConnect, timeoutMs = 10_000 } = options
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { 'x-gateway-key': key }
    const request = get(url, { agent, headers, timeout: timeoutMs }, (response) => {
      const { statusCode: status = 0, headers } = response
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => {
        body += text
      })
      response.once('end', () => resolve({ status, atMs: performance.now(), headers, body }))
      response.once('error', reject)
    })
    if (onConnect) request.once('socket', (socket) => void socket.once('connect', onConnect))
    request.once('timeout', () => request.destroy(new Error('not answered in time')))
    request.once('error', reject)
  })
}
