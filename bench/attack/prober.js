// The steady caller: one call after the other, a few milliseconds apart, until it is stopped. The call in progress
// counts with the time it has waited so far.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, headers } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const waits = []
let startedAt
let isStopped = false

function call() {
  startedAt = performance.now()
  const request = get(url, { agent, headers })
  request.on('response', (response) => {
    response.resume()
    response.on('end', () => {
      waits.push(performance.now() - startedAt)
      startedAt = undefined
      if (!isStopped) setTimeout(call, 5)
    })
  })
  request.on('error', () => {
    waits.push(performance.now() - startedAt)
    startedAt = undefined
    if (!isStopped) setTimeout(call, 5)
  })
}

// warm up first
let warm = 0
function warmUp() {
  const request = get(url, { agent, headers })
  request.on('response', (response) => {
    if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`)
    response.resume()
    response.on('end', () => {
      if (++warm < 100) warmUp()
      else {
        parentPort.postMessage('warm')
        call()
      }
    })
  })
}
warmUp()

parentPort.once('message', () => {
  isStopped = true
  if (startedAt !== undefined) waits.push(performance.now() - startedAt)
  waits.sort((a, b) => a - b)
  parentPort.postMessage({ longestMs: waits.at(-1) ?? 0, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 })
})
