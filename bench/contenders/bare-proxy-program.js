// A node:http server in front of undici's dispatch that forwards and does nothing else: no key, limit, check, timeout
// or count, and no search in the answer. Written as sparingly as the gateway's own path. Arguments: its port, upstream
// address.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// the project's own undici, not one that a contender brings
const { Pool } = createRequire(new URL('../../package.json', import.meta.url))('undici')

const [port, upstream] = process.argv.slice(2)
const pool = new Pool(upstream, { connections: 4096, pipelining: 1 })
const notPassed = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'host', 'content-length'])
/** An answer of up to this many bytes that arrives in one piece is sent with its head in one write, as a string. */
const onePieceBytes = 12 * 1024

const server = createServer({ keepAliveTimeout: 600_000, optimizeEmptyRequests: true }, (request, response) => {
  if (request.method === 'GET') {
    forward(request, response, null)
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => forward(request, response, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
})

function forward({ method, url, headers }, response, body) {
  pool.dispatch(
    { method, path: url, headers: passed(headers), body, blocking: false, headersTimeout: 0, bodyTimeout: 0 },
    new Answer(response),
  )
}

function passed(headers) {
  const list = []
  for (const name in headers) if (!notPassed.has(name)) list.push(name, headers[name])
  return list
}

class Answer {
  constructor(response) {
    this.response = response
    this.left = undefined
  }

  onRequestStart() {}

  onResponseStart(_controller, status, headers) {
    const list = passed(headers)
    const length = headers['content-length']
    if (length !== undefined) list.push('content-length', length)
    this.left = length === undefined ? undefined : Number(length)
    this.response.writeHead(status, list)
  }

  onResponseData(controller, chunk) {
    const { response } = this
    if (chunk.length === this.left && chunk.length <= onePieceBytes) {
      response.end(chunk.toString('latin1'), 'latin1')
      return
    }
    this.left = undefined
    if (response.write(chunk)) return
    controller.pause()
    response.once('drain', () => controller.resume())
  }

  onResponseEnd() {
    if (!this.response.writableEnded) this.response.end()
  }

  onResponseError() {
    this.response.destroy()
  }
}

server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 })
