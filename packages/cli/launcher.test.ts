// The launcher and the process: exit codes, secrets on standard input, and a gateway that is started and
// stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyFolder } from './captured-io.fixture.ts'

const launcher = join(import.meta.dirname, 'gatehouse.js')
/** True where a process cannot be replaced, as on an old Node or on Windows: launcher and command stay in between. */
const withoutExecve = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' }

interface Launched {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

function launch(words: readonly string[], options: { cwd: string; env?: Record<string, string> }) {
  const env = { PATH: process.env.PATH ?? '', ...options.env }
  const child = spawn(process.execPath, [launcher, ...words], { cwd: options.cwd, env })
  const parts = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    parts.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    parts.err += chunk
  })
  const ended: Promise<Launched> = once(child, 'close').then(([code]) => ({ ...parts, code }))
  return { child, ended, parts }
}

test('the exit code passes through the launcher, however it starts the command', async (t) => {
  const cwd = emptyFolder((close) => t.after(close))
  for (const env of [{}, withoutExecve]) {
    const away = await launch(['--url', 'http://127.0.0.1:9', 'apis'], { cwd, env }).ended
    assert.deepEqual([away.code, away.out], [3, ''])
    assert.match(
      away.err,
      /^gatehouse: No gateway answers at http:\/\/127\.0\.0\.1:9\. Start it with `gatehouse start`/,
    )
  }
  const wrong = await launch(['kyes'], { cwd }).ended
  assert.deepEqual([wrong.code, /^gatehouse: unknown command 'kyes'/.test(wrong.err)], [2, true])
  const unkeyed = await launch(['accounts', 'list'], { cwd }).ended
  assert.deepEqual([unkeyed.code, /--admin-key or GATEHOUSE_ADMIN_KEY/.test(unkeyed.err)], [2, true])
})

test('a secret on standard input reaches the gateway and nothing else', async (t) => {
  const cwd = emptyFolder((close) => t.after(close))
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(200, { 'content-type': 'application/json' })
    // the command asks first which parts the key has
    if (request.method === 'GET') return response.end('{"listings":[{"slug":"weather","api":"weather"}]}')
    bodies.push(body)
    response.end('{"slug":"weather","hint":"","version":1,"placeholder":false,"verifiedAt":null}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const env = { GATEHOUSE_URL: `http://127.0.0.1:${port}`, GATEHOUSE_KEY: 'gh_live_k' }
  const { child, ended } = launch(['provider-keys', 'set', 'weather'], { cwd, env })
  child.stdin.end('top-secret-value\n')
  const { code, out, err } = await ended
  assert.equal(code, 0, err)
  assert.deepEqual(bodies, ['{"key":"top-secret-value"}'])
  assert.ok(!(out + err).includes('top-secret'))
})

test('start runs a gateway that answers, and a signal to the command ends it cleanly', async (t) => {
  for (const more of [{}, withoutExecve]) {
    const cwd = emptyFolder((close) => t.after(close))
    const env = {
      GATEHOUSE_DRAIN_MS: '100',
      GATEHOUSE_MARKET_KEY: 'gh_market_other',
      GATEHOUSE_LOG_LEVEL: 'error',
      ...more,
    }
    const words = ['start', '--port', '0', '--market-port', '0', '--data', 'here']
    const { child, ended, parts } = launch(words, { cwd, env })
    for (; !parts.out.includes('gateway key'); await Promise.race([once(child.stdout, 'data'), ended]))
      assert.equal(child.exitCode, null, parts.err)
    const { baseUrl, adminKey } = JSON.parse(readFileSync(join(cwd, 'here', 'first-run.json'), 'utf8'))
    const answer = await fetch(`${baseUrl}/v1/admin/status`, { headers: { 'x-gateway-admin-key': adminKey } })
    assert.equal(answer.status, 200)
    await answer.text()
    child.kill('SIGTERM')
    const { code, err } = await ended
    assert.deepEqual([code, err], [0, ''])
    await assert.rejects(fetch(`${baseUrl}/healthz`))
  }
})
