// Measures many concurrent streams through the router: `node scripts/model-routing/bench-streams.ts [streams]
// [frames]`. The gateway runs in this process, vendors and readers in two others. Prints memory during the streams, the
// CPU time of a frame, and the delay of a frame compared with a run without the gateway. It asserts nothing: times
// depend on the machine.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openGatewayWorld } from '../../apis/model-routing/test/world.ts'

const self = fileURLToPath(import.meta.url)
const [role = '', ...words] = process.argv.slice(2)
const everyMs = 250
/** All streams go through one channel. */
const vendorCount = 1

interface Figures {
  readonly delays: number[]
  readonly firsts: number[]
  readonly frames: number
  readonly broken: number
}

if (role === 'vendors') await runVendors(Number(words[0]))
else if (role === 'readers') process.once('message', (order: Order) => void read(order).then(tell))
else await main(Number(role || 1000), Number(words[0] ?? 80))

interface Order {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly streams: number
}

function tell(figures: Figures): void {
  process.send?.(figures, () => process.disconnect?.())
}

async function main(streams: number, frames: number): Promise<void> {
  const closing: (() => unknown)[] = []
  const t = { after: (close: () => unknown) => void closing.unshift(close) }
  const vendors = fork(self, ['vendors', String(frames)])
  const [ports] = (await once(vendors, 'message')) as [number[]] // sent by runVendors
  const channels = ports.map((port) => ({ name: `v${port}`, base: `http://127.0.0.1:${port}`, models: ['m'] }))
  const { gateway } = await openGatewayWorld(t, { channels })
  const { key } = await gateway.account()
  const url = `${gateway.baseUrl}/v1/proxy/model-routing/v1/chat/completions`
  try {
    print(
      'direct',
      await readFrom({ url: `http://127.0.0.1:${ports[0]}/v1/chat/completions`, headers: {}, streams: 50 }),
    )
    print('routed, warm-up', await readFrom({ url, headers: { 'x-gateway-key': key }, streams: 50 }))
    const before = process.cpuUsage()
    const stop = new AbortController()
    const watching = watch(stop.signal)
    const figures = await readFrom({ url, headers: { 'x-gateway-key': key }, streams })
    stop.abort()
    await watching
    const { user, system } = process.cpuUsage(before)
    print(`routed, ${streams} streams`, figures)
    say(`processor time of the gateway: ${((user + system) / 1000 / figures.frames).toFixed(3)} ms for each frame`)
  } finally {
    vendors.kill()
    for (const close of closing) await close()
  }
}

async function readFrom(order: Order): Promise<Figures> {
  const readers: ChildProcess = fork(self, ['readers'])
  readers.send(order)
  const [figures] = (await once(readers, 'message')) as [Figures] // sent by tell
  return figures
}

async function watch(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // defined with --expose-gc
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    say(`memory: ${(rss / 2 ** 20).toFixed(0)} MiB resident, ${(heapUsed / 2 ** 20).toFixed(0)} MiB heap`)
    await sleep(2000, undefined, { signal }).catch(() => undefined)
  }
}

function print(what: string, { delays, firsts, frames, broken }: Figures): void {
  const at = (list: number[], share: number) =>
    (list.sort((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN).toFixed(1)
  say(
    `${what}: ${frames} frames, ${broken} broken; first frame after ${at(firsts, 0.5)} ms (p50), ${at(firsts, 0.99)} ms (p99); a frame is ${at(delays, 0.5)} ms (p50), ${at(delays, 0.99)} ms (p99) on its way`,
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Sends frames that carry their time of departure, on the clock that all processes of a machine share. */
async function runVendors(frames: number): Promise<void> {
  const ports: number[] = []
  for (let count = 0; count < vendorCount; count++) {
    const server = createServer(async (incoming, response) => {
      incoming.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (choice: object) =>
        response.write(
          `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`,
        )
      for (let frame = 0; frame < frames && !response.destroyed; frame++) {
        send({ index: 0, delta: { content: `low tide at ${nowMs().toFixed(3)} ` }, finish_reason: null })
        await sleep(everyMs)
      }
      send({ index: 0, delta: {}, finish_reason: 'stop' })
      response.end('data: [DONE]\n\n')
    })
    server.listen(0, '127.0.0.1', 4096)
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port) // listening on a port
  }
  process.send?.(ports)
}

async function read({ url, headers, streams }: Order): Promise<Figures> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const [delays, firsts]: [number[], number[]] = [[], []]
  let [frames, broken] = [0, 0]
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'How is the tide?' }] })
  const one = (startMs: number) =>
    new Promise<void>((resolve) => {
      let tail = ''
      let isFirst = true
      const type = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...type } }, (answer) => {
        answer.setEncoding('latin1')
        answer.on('data', (text: string) => {
          for (const [, left] of text.matchAll(/low tide at ([0-9.]+)/g)) {
            frames++
            delays.push(nowMs() - Number(left))
            if (isFirst) firsts.push(nowMs() - startMs)
            isFirst = false
          }
          tail = text.slice(-200)
        })
        answer.once('close', () => {
          if (!tail.includes('[DONE]')) broken++
          resolve()
        })
      })
      sent.once('error', () => {
        broken++
        resolve()
      })
      sent.end(body)
    })
  // callers arrive over some seconds, as real ones do
  const calls = Array.from({ length: streams }, async (_none, index) => {
    await sleep((index / streams) * 4000)
    await one(nowMs())
  })
  await Promise.all(calls)
  agent.destroy()
  return { delays, firsts, frames, broken }
}
