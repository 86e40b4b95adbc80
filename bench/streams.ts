// Reads event streams and measures the delay of events from the upstream to the reader, and the number of concurrent
// streams. An event carries its time of sending, on the monotonic clock that all processes of a machine share.
import { Agent, get, type IncomingMessage } from 'node:http'

interface StreamsOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly atOnce: number
}
interface Streams {
  /** Milliseconds from the upstream to the reader, of every event. */
  readonly delays: readonly number[]
  readonly ended: number
  readonly broken: number
  /** Maximum number of open streams: head received, end not yet. */
  readonly mostOpen: number
}

const sent = /"sent":([0-9.]+)/g

/** Opens `atOnce` streams and reads all to their ends. */
export async function readStreams({ url, headers, atOnce }: StreamsOptions): Promise<Streams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const delays: number[] = []
  let [ended, broken, now, mostOpen] = [0, 0, 0, 0]
  const one = async () => {
    try {
      const stream = await open(url, { headers, agent })
      now++
      mostOpen = Math.max(mostOpen, now)
      await read(stream, delays).finally(() => now--)
      ended++
    } catch {
      broken++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  agent.destroy()
  return { delays, ended, broken, mostOpen }
}

function open(url: string, options: { headers: Readonly<Record<string, string>>; agent: Agent }) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { ...options, timeout: 30_000 }, (answer) => {
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`${url} answered ${answer.statusCode}`))
    })
    request.once('timeout', () => request.destroy(new Error(`${url} was silent`)))
    request.once('error', reject)
  })
}

function read(answer: IncomingMessage, delays: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.setEncoding('latin1')
    answer.on('data', (text: string) => {
      const now = Number(process.hrtime.bigint()) / 1e6
      for (const match of text.matchAll(sent)) delays.push(now - Number(match[1]))
    })
    answer.once('end', resolve)
    answer.once('error', reject)
  })
}
