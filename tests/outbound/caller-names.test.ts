// Outbound rule 9: names in URLs of callers are resolved apart from those of providers, a few at a time for each
// account, and no longer than their call lasts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallerNames, TooManyNames } from '../../packages/gateway/src/upstream/caller-names.ts'
import { createGuardedFetch } from '../../packages/gateway/src/upstream/guarded-fetch.ts'
import { openNameServer } from '../harness/name-server.ts'
import { until } from '../harness/until.ts'
import { openUpstream } from '../harness/upstream.ts'

const never = new AbortController().signal

test('a name has its addresses of both families, those of IPv4 first', async (t) => {
  const { address } = await openNameServer(t, {
    'both.example': ['2001:db8:0:0:0:0:0:1', '192.0.2.1', '192.0.2.2'],
    'none.example': [],
  })
  const resolve = createCallerNames({ servers: [address] })
  assert.deepEqual(await resolve('both.example', { account: 'acc_1', signal: never }), [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  assert.deepEqual(await resolve('none.example', { account: 'acc_1', signal: never }), [])
})

test('a picture is fetched from the address that a name server gives, and not from a private one', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => void response.end('bytes'))
  const { port } = new URL(upstream.url)
  const { address } = await openNameServer(t, {
    'image.example': ['127.0.0.1'],
    'inner.example': ['127.0.0.1', '10.0.0.1'],
  })
  const fetch = createGuardedFetch({
    resolve: createCallerNames({ servers: [address] }),
    isPublic: (one) => one === '127.0.0.1',
  })
  const options = { maxBytes: 1000, timeoutMs: 5000, account: 'acc_1' }
  assert.equal(String((await fetch(`http://image.example:${port}/`, options)).bytes), 'bytes')
  await assert.rejects(fetch(`http://inner.example:${port}/`, options), { name: 'FetchRefused' })
  assert.equal(upstream.received.length, 1)
})

test('names that are not answered end with their call, and are not asked for again', async (t) => {
  const server = await openNameServer(t)
  const resolve = createCallerNames({ servers: [server.address], perAccount: 1 })
  for (const name of ['one.slow.example', 'two.slow.example']) {
    const call = new AbortController()
    // the share of the account is free for the second one
    const resolving = resolve(name, { account: 'acc_1', signal: call.signal })
    await until(() => server.asked.filter((asked) => asked === name).length === 2)
    call.abort()
    assert.deepEqual(await resolving, [])
  }
  assert.equal(server.asked.length, 4)
})

test('an account with too many unanswered names is told so, and others are not affected', async (t) => {
  const server = await openNameServer(t, { 'quick.example': ['192.0.2.1'] })
  const resolve = createCallerNames({ servers: [server.address] })
  const call = new AbortController()
  const ask = (host: string, account: string) => resolve(host, { account, signal: call.signal })
  const slow = Array.from({ length: 8 }, (_, at) => ask(`a${at}.slow.example`, 'acc_1'))
  await assert.rejects(ask('quick.example', 'acc_1'), TooManyNames)
  const fetch = createGuardedFetch({ resolve })
  await assert.rejects(fetch('http://quick.example/', { maxBytes: 1, timeoutMs: 5000, account: 'acc_1' }), {
    name: 'FetchRefused',
    message: /^Too many addresses of this account are being resolved\./,
  })
  assert.equal((await ask('quick.example', 'acc_2')).length, 1)
  call.abort()
  assert.deepEqual(
    await Promise.all(slow),
    slow.map(() => []),
  )
  const next = { account: 'acc_1', signal: never }
  assert.equal((await resolve('quick.example', next)).length, 1)
})
