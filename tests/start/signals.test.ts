// How the program stops: calls in progress are answered, new ones refused, nothing is lost, and a second signal does
// not wait.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { endsAtFirstWord, newFolder, type Program, programThatEnds, startProgram } from '../harness/program.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

/** A program with one call in progress at a provider that answers when `release` is called. */
async function withSlowCall(t: TestContext, environment: Record<string, string> = {}) {
  let arrived = () => {}
  let release = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const upstream = await openUpstream(t, async (_request, response) => {
    arrived()
    await released
    sendJson(response, { fact: 'Cats sleep.', length: 11 })
  })
  const dataDir = newFolder(t)
  const program = await startProgram(t, {
    dataDir,
    environment: { GATEHOUSE_UPSTREAMS: `cat-facts=${upstream.url}`, ...environment },
  })
  const key = program.stdout().match(/gh_live_\w+/)?.[0] ?? ''
  const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'live' }
  const call = fetch(`${program.baseUrl}/v1/proxy/cat-facts/fact`, { headers })
  call.catch(() => {}) // a test that expects the cut asserts it
  await arrival
  return { program, call, release, dataDir }
}

/** Resolves when the program refuses new connections. */
async function refusesConnections({ baseUrl }: Program): Promise<void> {
  const port = Number(new URL(baseUrl).port)
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false))
      socket.once('error', () => resolve(true))
    })
    socket.destroy()
    if (refused) return
  }
}

for (const name of ['SIGTERM', 'SIGINT'] as const) {
  test(`${name} lets a call in progress finish, refuses new connections, and exits with 0`, async (t) => {
    const { program, call, release, dataDir } = await withSlowCall(t, { GATEHOUSE_DRAIN_MS: '600000' })
    program.signal(name)
    await refusesConnections(program)
    release()
    const answer = await call
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), { fact: 'Cats sleep.', length: 11 })
    const { code, stderr } = await program.ended
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    const counted = new Database(join(dataDir, 'gatehouse.db')).prepare('select sum(calls) from usage').pluck().get()
    assert.equal(counted, 1, 'the last call is counted')
  })
}

test('a signal sent at the first output still stops the program cleanly', async (t) => {
  const { code, signal, stderr } = await programThatEnds(t, { dataDir: newFolder(t), environment: endsAtFirstWord })
  assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' })
})

test('a signal that arrives twice at the same time, from terminal and npm, still lets a call in progress finish', async (t) => {
  const { program, call, release } = await withSlowCall(t)
  program.signal('SIGINT')
  program.signal('SIGINT')
  program.signal('SIGTERM')
  await refusesConnections(program)
  release()
  assert.equal((await call).status, 200)
  assert.equal((await program.ended).code, 0)
})

test('a second signal ends the program at once', async (t) => {
  const { program, call } = await withSlowCall(t, { GATEHOUSE_DRAIN_MS: '600000' })
  program.signal('SIGTERM')
  await refusesConnections(program)
  const again = setInterval(() => program.signal('SIGTERM'), 100)
  t.after(() => clearInterval(again))
  const { code } = await program.ended
  assert.equal(code, 1)
  await assert.rejects(call)
})

test('a call that takes longer than GATEHOUSE_DRAIN_MS is cut, and the program exits with 0', async (t) => {
  const { program, call } = await withSlowCall(t, { GATEHOUSE_DRAIN_MS: '100' })
  program.signal('SIGTERM')
  await assert.rejects(call)
  assert.equal((await program.ended).code, 0)
})

test('an idle connection does not delay the exit', async (t) => {
  const program = await startProgram(t, { dataDir: newFolder(t), environment: { GATEHOUSE_DRAIN_MS: '600000' } })
  const socket = connect(Number(new URL(program.baseUrl).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.write('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await once(socket, 'data')
  program.signal('SIGTERM')
  assert.equal((await program.ended).code, 0)
})
