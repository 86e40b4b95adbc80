// How an exchange reads an answer that takes long to work on, from a real socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Client } from 'undici'
import { Exchange } from './exchange.ts'

const answerBytes = 2_000_000
const server = createServer((_request, response) => void response.end(Buffer.alloc(answerBytes)))
let client: Client
let tick = 0
let immediate: NodeJS.Immediate

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  immediate = setImmediate(function count() {
    tick++
    immediate = setImmediate(count)
  })
})
after(async () => {
  clearImmediate(immediate)
  await client.destroy()
  server.close()
})

/** Reads the answer; `work` is called with each chunk. Resolves with the number of bytes. */
function read(work: (exchange: Exchange) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const exchange = new Exchange(
      {
        isAbandoned: () => false,
        onHead: () => ({
          push(chunk) {
            bytes += chunk.length
            work(exchange)
          },
          end: () => exchange.complete(),
        }),
        onComplete: () => resolve(bytes),
        onFailed: reject,
      },
      {
        firstByteMs: 10_000,
        idleMs: 10_000,
        firstCheckMs: 10_000,
        deadline: performance.now() + 60_000,
        streamsRequest: false,
      },
    )
    client.dispatch({ path: '/', method: 'GET' }, exchange)
  })
}

function workFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('Other calls are served between two chunks that take long', async () => {
  const ticks: number[] = []
  const bytes = await read(() => {
    ticks.push(tick)
    workFor(10)
  })
  assert.equal(bytes, answerBytes)
  assert.ok(ticks.length > 10, `${ticks.length} chunks`)
  assert.equal(new Set(ticks).size, ticks.length, `ticks ${ticks.join(', ')}`)
})

test('An answer that a slow reader has paused stays paused', async () => {
  let isPaused = false
  let whilePaused = 0
  const bytes = await read((exchange) => {
    if (isPaused) whilePaused++
    isPaused = true
    exchange.pause()
    workFor(10)
    setTimeout(() => {
      isPaused = false
      exchange.resume()
    }, 5)
  })
  assert.equal(bytes, answerBytes)
  assert.equal(whilePaused, 0)
})
