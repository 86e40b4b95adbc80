// Loaded into the gateway of a soak: says what its memory, its event loop and its files are, after a collection of
// garbage when asked for one.
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.SOAK_PROBE_PORT) {
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  createServer((request, response) => {
    if (request.url === '/rest') {
      globalThis.gc?.()
      globalThis.gc?.()
    }
    const loopP99Ms = delay.percentile(99) / 1e6
    if (request.url === '/reset') delay.reset()
    const { rss, heapUsed, external } = process.memoryUsage()
    const files = readdirSync('/proc/self/fd').length
    response.end(JSON.stringify({ rss, live: heapUsed + external, loopP99Ms, files }))
  })
    .listen(Number(process.env.SOAK_PROBE_PORT), '127.0.0.1')
    .unref()
}
