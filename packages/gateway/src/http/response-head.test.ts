// Guards that a head is the one that Node itself would write, byte for byte, whatever kind of request it answers; and
// that what a provider says in a header is still checked.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type ResponseHead, writeHead } from './response-head.ts'

const own = ['x-request-id', 'req_1', 'server-timing', 'gateway;dur=0.10']
const others = ['content-type', 'text/plain', 'x-name', 'caf\u00e9']

/** What a server sends for the requests on one connection, which it ends. */
async function sentFor(requests: string, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer({ keepAliveTimeout: 5000 }, (_request, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.write(requests, 'latin1')
  const sent = await text(socket)
  server.close()
  return sent
}

const get = (more = '', version = '1.1', method = 'GET') => `${method} / HTTP/${version}\r\nhost: a\r\n${more}\r\n`
const last = 'connection: close\r\n'
const requests = {
  'one that ends the connection': get(last),
  'two of one connection': get() + get(last),
  'HTTP/1.0': get('', '1.0'),
  HEAD: get(last, '1.1', 'HEAD'),
}
const answers: Readonly<Record<string, (response: ServerResponse, write: typeof writeHead) => void>> = {
  'with a length': (response, write) => {
    write(response, 200, { own, others: [...others, 'content-length', '4'] })
    response.end('body', 'latin1')
  },
  'in chunks': (response, write) => {
    write(response, 200, { own, others })
    response.write('one')
    response.end('two')
  },
  'with headers of Node between others': (response, write) => {
    const between = ['X-First', '1', 'content-length', '4', 'x-last', '2', 'x-last', '3']
    write(response, 200, { own, others: ['content-type', 'text/plain', ...between] })
    response.end('body', 'latin1')
  },
  'without a body': (response, write) => {
    write(response, 204, { own, others: [] })
    response.end()
  },
  'with a date and a connection header of its own': (response, write) => {
    write(response, 418, { own, others: ['date', 'today', 'connection', 'close', 'content-length', '0'] })
    response.end()
  },
}

for (const [kind, request] of Object.entries(requests))
  for (const [form, answer] of Object.entries(answers))
    test(`the head is Node's own for ${kind}, ${form}`, async () => {
      const sent = await sentFor(request, (response) => answer(response, writeHead))
      const expected = await sentFor(request, (response) => answer(response, writeAll))
      assert.equal(withoutTime(sent), withoutTime(expected))
      assert.ok(sent.includes('\r\nx-request-id: req_1\r\nserver-timing: gateway;dur=0.10\r\n'))
    })

test('Node is given what it writes in a way of its own', async () => {
  const checked: unknown[] = []
  await sentFor(get(last), (response) => {
    const { writeHead: write } = response
    response.writeHead = (status: number, ...rest: unknown[]) => {
      checked.push(rest)
      return Reflect.apply(write, response, [status, ...rest])
    }
    writeHead(response, 200, { own, others: ['x-plain', 'a', 'content-length', '0', 'x-later', 'b'] })
    response.end()
  })
  assert.deepEqual(checked, [[['content-length', '0', 'x-later', 'b']]])
})

test('a header of a provider cannot begin another, nor can its name', async () => {
  await sentFor(get(last), (response) => {
    const refuses = (name: string, value: string, code: string) =>
      assert.throws(() => writeHead(response, 200, { own, others: [name, value] }), { code })
    for (const value of ['a\r\nset-cookie: b', 'a\n', '\0', '\u{100}']) refuses('x-name', value, 'ERR_INVALID_CHAR')
    for (const name of ['x-name: a\r\nset-cookie', 'a b', '', '\u00e9']) refuses(name, 'b', 'ERR_INVALID_HTTP_TOKEN')
    response.destroy()
  })
})

function writeAll(response: ServerResponse, status: number, head: ResponseHead): void {
  response.writeHead(status, [...head.own, ...head.others])
}

function withoutTime(sent: string): string {
  return sent.replaceAll(/\r\nDate: [^\r]*/g, '\r\nDate')
}
