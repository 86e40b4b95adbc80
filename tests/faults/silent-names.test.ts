// A name server that does not answer: names in the calls of one account hold up no call to a provider that is given by
// its name.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../harness/load.ts'
import { openNameServer } from '../harness/name-server.ts'
import { keysOf, newAccount, newFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

test('pictures at names that nobody answers for do not delay the live calls of another account', async (t) => {
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) {
    console.log('not run: this process may not replace its resolv.conf')
    return
  }
  const silent = await openNameServer(t, {}, { address: '127.9.9.9', port: 53 })
  const dataDir = newFolder(t)
  const resolvConf = join(dataDir, 'resolv.conf')
  writeFileSync(resolvConf, 'nameserver 127.9.9.9\noptions timeout:5 attempts:2\n')
  const upstream = await openUpstream(t, (_request, response) =>
    sendJson(response, { fact: 'Cats sleep.', length: 11 }),
  )
  // resolved by the system, from its hosts file
  const byName = upstream.url.replace('127.0.0.1', 'localhost')
  const program = await startProgram(t, {
    dataDir,
    resolvConf,
    environment: { GATEHOUSE_UPSTREAMS: `cat-facts=${byName}` },
  })
  const { gateway: key } = keysOf(program)
  const other = await newAccount(program, { perMinute: 1000, perDay: 1000 })
  const live = async () => {
    const headers = { 'x-gateway-key': other.key, 'x-gateway-provider': 'live', connection: 'close' }
    return (await fetch(`${program.baseUrl}/v1/proxy/cat-facts/fact`, { headers })).status
  }
  // a provider that is still opening would refuse the pictures
  const opened = async () =>
    (await call(`${program.baseUrl}/v1/proxy/background-removal/account`, { key })).status === 200
  await until(opened, 'the provider is open', 60_000)
  let ended = 0
  const leaving = new AbortController()
  t.after(() => leaving.abort())
  const pictures = Array.from({ length: 12 }, async (_, at) => {
    const body = new FormData()
    body.set('image_url', `http://a${at}.slow.example/`)
    const headers = { 'x-gateway-key': key }
    const url = `${program.baseUrl}/v1/proxy/background-removal/removebg`
    await fetch(url, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => undefined)
    ended++
  })
  await until(() => new Set(silent.asked).size >= 4, 'the first names are asked for', 30_000)
  // a provider's connection is not used again once it has been idle
  for (let look = 0; look < 4; look++) {
    assert.equal(await live(), 200)
    assert.equal(ended, 0)
    await sleep(300)
  }
  leaving.abort()
  await Promise.all(pictures)
})
