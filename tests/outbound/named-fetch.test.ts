// Requests to addresses that accounts name: public ones only, unless the operator allows others; resolved once;
// no redirects; bounded in time and size.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createOutboundAllow } from '../../packages/gateway/src/process/outbound-allow.ts'
import { createNamedFetch, NamedFetchError } from '../../packages/gateway/src/upstream/named-fetch.ts'
import { openUpstream } from '../harness/upstream.ts'

type Deps = Parameters<typeof createNamedFetch>[0]
const fetcher = (allow = '127.0.0.0/8', more: Omit<Deps, 'allow'> = {}) =>
  createNamedFetch({ allow: createOutboundAllow(allow), ...more })
const request = { account: 'acc_a', headers: {}, body: '{}', timeoutMs: 5000, keptBytes: 1024 }
const resolving = (...addresses: string[]) => {
  let asked = 0
  const answer = async () => {
    const address = addresses[Math.min(asked++, addresses.length - 1)] ?? ''
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  return { resolve: answer, resolveAllowed: answer, asked: () => asked }
}
const refused = (t: TestContext, promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof NamedFetchError, t.name)
    assert.match(error.message, message)
    return true
  })

test('private addresses are refused, literally and by name, unless the operator allows them', async (t) => {
  const receiver = await openUpstream(t, (_request, response) => void response.end('ok'))
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '[::1]', '[fd00::1]', '[::ffff:127.0.0.1]', 'localhost'])
    await refused(
      t,
      fetcher('').post(`http://${host}:${port}/`, request),
      /not a public address.*GATEHOUSE_OUTBOUND_ALLOW/,
    )
  const { resolve } = resolving('127.0.0.1')
  await refused(t, fetcher('', { resolve }).post(`http://example.com:${port}/`, request), /not a public address/)
  for (const allow of ['127.0.0.1', '127.0.0.0/8', 'hooks.internal', '.internal'])
    assert.equal(
      (await fetcher(allow, resolving('127.0.0.1')).post(`http://hooks.internal:${port}/`, request)).status,
      200,
      allow,
    )
  await refused(
    t,
    fetcher('.internal', resolving('127.0.0.1')).post(`http://internal:${port}/`, request),
    /not a public/,
  )
})

test('link-local, multicast, unspecified and metadata addresses stay closed, whatever is allowed', async (t) => {
  const all = '0.0.0.0/0,::/0,metadata.internal'
  for (const host of ['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', '224.0.0.1', '0.0.0.0'])
    await refused(t, fetcher(all).post(`http://${host}/`, request), /not a public address/)
  for (const host of ['[::]', '[fe80::1]', '[ff02::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]'])
    await refused(t, fetcher(all).post(`http://${host}/`, request), /not a public address/)
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254'])
    await refused(
      t,
      fetcher(all, resolving(address)).post('http://metadata.internal/latest', request),
      /not a public address/,
    )
})

test('a name is resolved once, so that a second answer cannot lead elsewhere', async (t) => {
  const receiver = await openUpstream(t, (_request, response) => void response.end('ok'))
  const names = resolving('127.0.0.1', '169.254.169.254')
  const url = `http://rebinding.internal:${new URL(receiver.url).port}/`
  assert.equal((await fetcher('.internal', names).post(url, request)).status, 200)
  assert.equal(names.asked(), 1)
  await refused(t, fetcher('.internal', names).post(url, request), /not a public address/)
})

test('a redirect to a metadata address is an answer, not followed', async (t) => {
  const receiver = await openUpstream(t, (_request, response) => {
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
  })
  assert.equal((await fetcher().post(receiver.url, request)).status, 307)
  assert.equal(receiver.received.length, 1)
})

test('of an answer of a gigabyte only the beginning is read, and one byte a second delays nobody for long', async (t) => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let written = 0
  const receiver = await openUpstream(t, ({ url }, response) => {
    response.writeHead(200)
    if (url === '/drip') {
      const timer = setInterval(() => response.write('.'), 1000)
      response.on('close', () => clearInterval(timer))
      response.write('.')
      return
    }
    const more = () => {
      while (written < 2 ** 30 && response.write(chunk)) written += chunk.length
    }
    response.on('drain', more)
    more()
  })
  const large = await fetcher().post(`${receiver.url}/large`, request)
  assert.equal(large.bytes.length, 1024)
  assert.ok(written < 32 * 1024 * 1024, String(written))
  const started = performance.now()
  const slow = await fetcher().post(`${receiver.url}/drip`, request)
  assert.equal(slow.status, 200)
  assert.ok(performance.now() - started < 4000)
})

test('a receiver that never answers ends at the time limit, with a sentence', async (t) => {
  const receiver = await openUpstream(t, () => {})
  await refused(t, fetcher().post(receiver.url, { ...request, timeoutMs: 200 }), /No answer within 0.2 s/)
})

test('addresses with other schemes, users, or too many characters are refused before anything is sent', () => {
  const problem = (url: string) => fetcher('').problemOf(url) ?? ''
  for (const url of ['ftp://example.com/', 'file:///etc/passwd', `https://example.com/${'x'.repeat(2048)}`, 'nonsense'])
    assert.match(problem(url), /must be http or https/)
  assert.match(problem('https://user:pass@example.com/'), /user name or password/)
  assert.match(problem('http://127.0.0.1/'), /not a public address/)
  assert.equal(problem('https://hooks.example.com/T/B?x=1'), '')
})

test('the setting takes hosts, suffixes, addresses and blocks, and nothing else', () => {
  for (const text of ['', 'hooks.internal', '.svc.cluster.local', '10.0.0.0/8,fd00::/8, 192.168.1.4'])
    createOutboundAllow(text)
  for (const text of ['http://hooks.internal', '*.internal', '10.0.0.0/99', 'a b', 'x:80'])
    assert.throws(() => createOutboundAllow(text), /is not|cannot have/, text)
})
