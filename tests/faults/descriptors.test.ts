// Lack of file descriptors: callers that hold idle connections cannot take them all, and where they run out all the
// same, each API answers with an error until there are some again. Nothing ends the process.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnectionLimit } from '../../packages/gateway/src/call/http/connection-limit.ts'
import { createHttpServer } from '../../packages/gateway/src/call/http/server.ts'
import { call } from '../harness/load.ts'
import { keysOf, newFolder, type Program, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const path = '/v1/proxy/randomness/bool'
/** Long, because the one connection that a caller has would be lost with a call that is given up. */
const timeoutMs = 60_000

for (const openFiles of [160, 400])
  test(`with ${openFiles} files that may be open, idle connections without a key stop nobody who is connected`, async (t) => {
    const program = await startProgram(t, { dataDir: newFolder(t), openFiles })
    const { gateway: key } = keysOf(program)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    const ask = (where = path) => call(program.baseUrl + where, { key, agent, timeoutMs })
    assert.equal((await ask()).status, 200)
    const idle = await idleConnections(t, program, openFiles + 150)
    await until(() => idle.some(({ closed }) => closed), 'connections beyond the limit are closed')
    // a provider that is opened now needs a thread, files and connections to the database
    for (const where of ['/v1/proxy/personal-finance/me', '/v1/proxy/translation/v2/usage'])
      await until(async () => (await ask(where)).status === 200, where, 60_000)
    assert.equal((await ask()).status, 200)
    assert.ok(program.stdout().includes('connections of callers are refused: raise the limit of open files'))

    for (const socket of idle) socket.destroy()
    const again = async () => (await call(program.baseUrl + path, { key }).catch(() => undefined))?.status === 200
    await until(again, 'new connections are taken again')
    assert.equal(program.stderr(), '')
  })

test('without a free descriptor every API answers with an error, and again as soon as there is one', async (t) => {
  if (spawnSync('prlimit', ['--version']).status !== 0) {
    console.log('not run: prlimit is not installed')
    return
  }
  const program = await startProgram(t, { dataDir: newFolder(t) })
  const { gateway: key } = keysOf(program)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = async (where: string) => {
    const answer = await call(program.baseUrl + where, { key, agent, timeoutMs }).catch((cause: unknown) => {
      throw new Error(`No answer to ${where}. ${program.stdout()}`, { cause })
    })
    return answer.status
  }
  const opened = '/v1/proxy/personal-finance/me'
  await until(async () => (await ask(opened)) === 200)
  // below what is open, so that a descriptor that is closed meanwhile helps nobody
  limitFiles(program, readdirSync(`/proc/${program.pid}/fd`).length - 16)
  for (const where of unopened) {
    assert.equal(await ask(where), 503, where)
  }
  // the timers of the process and of its threads pass, too
  for (let look = 0; look < 16; look++) {
    assert.deepEqual([await ask(path), await ask(opened)], [200, 200])
    await sleep(250)
  }
  limitFiles(program, 4096)
  const answers = async (where: string) => (await ask(where).catch(() => undefined)) === 200
  for (const where of unopened) await until(() => answers(where), where, 60_000)
  assert.equal(program.stderr(), '')
})

test('connections to both ports count together, and a closed one makes room', async (t) => {
  const warnings: unknown[] = []
  const limit = createConnectionLimit({ warn: (_message, fields) => void warnings.push(fields) }, 16)
  const servers = [0, 1].map(() =>
    createHttpServer({ handle: (_request, response) => response.end(), requestId: () => 'req_1', connections: limit }),
  )
  t.after(() => servers.map((server) => server.close()))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      return typeof address === 'object' ? address?.port : undefined
    }),
  )
  const open = async (at: number) => {
    const socket = connect(ports[at % 2] ?? 0, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const taken = [await open(0), await open(1), await open(2), await open(3)]
  const refused = await open(1)
  await until(() => refused.closed)
  assert.ok(taken.every(({ closed }) => !closed))
  assert.deepEqual(warnings, [{ limit: 4, openFiles: 16 }])
  taken[0]?.destroy()
  await until(async () => {
    const next = await open(0)
    next.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    return Promise.race([once(next, 'data').then(() => true), once(next, 'close').then(() => false)])
  }, 'there is room again')
})

/** Calls that need files, and most of them a thread. */
const unopened = [
  '/v1/proxy/translation/v2/usage',
  '/v1/proxy/book-catalogue/search.json?q=sea',
  '/v1/proxy/address-lookup/places?query=lon',
  '/v1/proxy/exchange-rates/latest?base=USD',
  '/v1/proxy/cat-facts/fact',
  '/docs',
]

function limitFiles({ pid }: Program, files: number): void {
  assert.equal(spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`]).status, 0)
}

async function idleConnections(t: TestContext, program: Program, count: number): Promise<Socket[]> {
  const port = Number(new URL(program.baseUrl).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  return sockets
}
