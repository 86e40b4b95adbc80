// More callers than the process can handle: 10,000 at once on one key get exactly their plan, and a burst beyond any
// limit is answered or refused, never left waiting, and leaves nothing behind.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { call } from '../harness/load.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { newAccount, newFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

const path = '/v1/proxy/randomness/bool'

test('of 10,000 concurrent calls on one key, each on its own connection, exactly the plan is admitted', async (t) => {
  const callers = Math.min(10_000, openFilesLimit() - 500)
  if (callers < 10_000) console.log(`only ${callers} connections: this process may open no more files`)
  const perDay = Math.floor(callers * 0.4) + 7 // not a multiple of the block size
  const program = await startProgram(t, { dataDir: newFolder(t) })
  const { key } = await newAccount(program, { perMinute: 1_000_000, perDay })
  const sockets = await Promise.all(Array.from({ length: callers }, () => connected(program.baseUrl)))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const head = `GET ${path} HTTP/1.1\r\nhost: gateway\r\nx-gateway-key: ${key}\r\nconnection: close\r\n\r\n`
  const answers = sockets.map(wholeAnswer)
  for (const socket of sockets) socket.write(head)
  const statuses = (await Promise.all(answers)).map((text) => text.slice(0, 12))
  const count = (status: number) => statuses.filter((one) => one === `HTTP/1.1 ${status}`).length
  assert.deepEqual({ admitted: count(200), refused: count(429) }, { admitted: perDay, refused: callers - perDay })
})

test('calls beyond GATEHOUSE_MAX_CALLS are refused at once with 503, and the running ones are answered', async (t) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const upstream = await openUpstream(t, async (_request, response) => {
    await released
    sendJson(response, { fact: 'Cats sleep.', length: 11 })
  })
  const gateway = await openGateway(t, {
    environment: { GATEHOUSE_MAX_CALLS: '20' },
    upstreams: { 'cat-facts': upstream.url },
  })
  const burst = () => gateway.call('/v1/proxy/cat-facts/fact', { headers: { 'x-gateway-provider': 'live' } })
  const underWay = Array.from({ length: 20 }, burst)
  await until(() => upstream.received.length === 20)
  for (const refusal of await Promise.all(Array.from({ length: 300 }, burst))) {
    assert.equal(refusal.status, 503)
    assert.equal(refusal.headers.get('retry-after'), '1')
    assert.equal(JSON.parse(await refusal.text()).error.code, 'gateway.busy')
  }
  assert.equal((await fetch(`${gateway.baseUrl}/healthz`)).status, 200, 'health is reported under any load')
  release()
  for (const answer of await Promise.all(underWay)) {
    assert.equal(answer.status, 200)
    await answer.text()
  }
  assert.equal(upstream.received.length, 20)
  assert.equal((await gateway.call(path)).status, 200, 'there is room again')
})

test('connections beyond the limit of the process are refused, and it keeps serving', async (t) => {
  const program = await startProgram(t, { dataDir: newFolder(t), openFiles: 120 })
  // even a machine that can serve all of them must not hit the quota instead
  const { key } = await newAccount(program, { perMinute: 1_000_000, perDay: 1_000_000 })
  const outcomes = await Promise.all(
    Array.from({ length: 600 }, () =>
      call(program.baseUrl + path, { key }).then(
        ({ status }) => String(status),
        () => 'turned away',
      ),
    ),
  )
  assert.ok(
    outcomes.every((outcome) => outcome === '200' || outcome === 'turned away'),
    String(new Set(outcomes)),
  )
  const again = async () => (await call(program.baseUrl + path, { key }).catch(() => undefined))?.status === 200
  await until(again, 'there is room again')
  assert.equal(program.stderr(), '')
})

function openFilesLimit(): number {
  const limit = spawnSync('/bin/sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}

async function connected(baseUrl: string): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

function wholeAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      text += part
    })
    socket.once('end', () => resolve(text))
    socket.once('error', reject)
  })
}
