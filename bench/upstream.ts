// The provider behind all measurements, as a separate program: JSON of 1 KB and 100 KB, events, chat. Prints its port.
// `answer=` in the query selects the response, so that every contender forwards the very same request line.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { completion, completionEvents, doneEvent, event, large, small, usageEvent } from './answers.ts'

const server = createServer(
  { keepAliveTimeout: 600_000, headersTimeout: 0, requestTimeout: 0 },
  (request, response) => {
    const url = request.url ?? ''
    if (request.method === 'POST') {
      let body = ''
      request.setEncoding('latin1')
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () =>
        body.includes('"stream":true') ? sendChat(response, body) : sendJson(response, completion),
      )
      return
    }
    const match = /answer=([a-z]+)-?(\d*)-?(\d*)/.exec(url)
    if (match?.[1] === 'large') sendJson(response, large)
    else if (match?.[1] === 'events')
      sendEvents(response, { count: Number(match[2] || 1), gapMs: Number(match[3] || 0) })
    else if (match?.[1] === 'bytes') sendBytes(response, Number(match[2]))
    else sendJson(response, small)
  },
)

function sendJson(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)])
  response.end(body)
}

/** Sends a chat, with usage before the end if the request asks for it, as the vendor does. */
function sendChat(response: ServerResponse, request: string): void {
  response.writeHead(200, ['content-type', 'text/event-stream', 'cache-control', 'no-cache'])
  for (const one of completionEvents) response.write(one)
  if (request.includes('"include_usage":true')) response.write(usageEvent)
  response.end(doneEvent)
}

/** Sends events that carry their time, in milliseconds of the machine's monotonic clock, which all processes share. */
function sendEvents(response: ServerResponse, { count, gapMs }: { count: number; gapMs: number }): void {
  response.writeHead(200, ['content-type', 'text/event-stream', 'cache-control', 'no-cache'])
  let sent = 0
  const one = () => {
    sent++
    return response.write(event({ sent: Number(process.hrtime.bigint()) / 1e6, text: ' word' }))
  }
  if (gapMs > 0) {
    const timer = setInterval(() => {
      if (sent < count) one()
      else response.end()
    }, gapMs)
    one()
    response.once('close', () => clearInterval(timer))
    return
  }
  const go = () => {
    while (sent < count) if (!one()) return void response.once('drain', go)
    response.end()
  }
  go()
}

/** Sends this many bytes, as fast as the client reads them. */
function sendBytes(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  response.writeHead(200, ['content-type', 'application/octet-stream', 'content-length', String(bytes)])
  let remaining = bytes
  const go = () => {
    while (remaining > 0) {
      const part = remaining < chunk.length ? chunk.subarray(0, remaining) : chunk
      remaining -= part.length
      if (!response.write(part)) return void response.once('drain', go)
    }
    response.end()
  }
  go()
}

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
