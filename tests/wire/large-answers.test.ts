// Large answers arrive byte for byte, however the provider chunks them and the caller reads them. Guards the early
// release of sent buffers: a released one must not be needed any more.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { openProxy } from '../harness/proxy.ts'

/** More than the OS buffers between two sockets, so that a caller that pauses makes the provider wait. */
const bytes = randomBytes(9_000_000)
const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex')

interface Cut {
  readonly name: string
  /** Sizes of the pieces that the provider writes, used in rotation. */
  readonly sizes: readonly number[]
  /** True if it waits after each piece, so that each is read separately. */
  readonly waits?: boolean
}
const cuts: readonly Cut[] = [
  { name: 'in one piece', sizes: [bytes.length] },
  { name: 'in pieces like those that are read', sizes: [65_536] },
  { name: 'in pieces of all sizes', sizes: [40_000, 3, 13_000, 100_000, 12_289, 1, 70_000, 25_000] },
  { name: 'in pieces with pauses between', sizes: [200_000, 20_000, 64_000], waits: true },
]

let serve: (response: ServerResponse) => Promise<void> = async () => {}
const server = createServer((_request, response) => void serve(response)).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.close()
  server.closeAllConnections()
})
const proxy = await openProxy({ after }, { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

async function send(response: ServerResponse, body: Buffer, { sizes, waits }: Cut): Promise<void> {
  for (let at = 0, index = 0; at < body.length; index++) {
    const end = at + (sizes[index % sizes.length] ?? 1)
    response.write(body.subarray(at, end))
    at = end
    if (waits) await sleep(1) // lets each piece arrive by itself, which the sender cannot see
  }
  response.end()
}

/** Returns the bytes that a caller receives who pauses after each piece. */
async function taken(slug: string, waitMs: number): Promise<Buffer> {
  const headers = { 'x-gateway-key': proxy.key, 'accept-encoding': 'identity' }
  const request = get(`${proxy.gateway.baseUrl}/v1/proxy/${slug}/things`, { headers, agent: false })
  const [answer] = await once(request, 'response')
  const pieces: Buffer[] = []
  // a caller that starts late and reads slowly is what is tested: buffers fill up on both sides
  await sleep(100 * waitMs)
  for await (const piece of answer) {
    pieces.push(piece)
    if (waitMs > 0) await sleep(waitMs)
  }
  return Buffer.concat(pieces)
}

const kinds = [
  { slug: 'plain', framing: 'content-length' },
  { slug: 'plain', framing: 'transfer-encoding' },
  { slug: 'bearer', framing: 'content-length' },
  { slug: 'bearer', framing: 'transfer-encoding' },
  { slug: 'bearer', framing: 'content-encoding' },
] as const

for (const cut of cuts)
  for (const { slug, framing } of kinds)
    test(`${cut.name}, by ${framing}, of ${slug}`, async () => {
      const isZipped = framing === 'content-encoding'
      serve = async (response) => {
        response.writeHead(200, {
          'content-type': 'application/octet-stream',
          ...(framing === 'content-length' && { 'content-length': bytes.length }),
          ...(isZipped && { 'content-encoding': 'gzip' }),
        })
        await send(response, isZipped ? gzipSync(bytes, { level: 0 }) : bytes, cut)
      }
      const bodies = await Promise.all([0, 1].map((waitMs) => taken(slug, waitMs)))
      for (const body of bodies) assert.equal(hash(body), hash(bytes), `${body.length} bytes`)
    })
