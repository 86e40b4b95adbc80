// Guards whose address counts behind trusted proxies: the nearest hop that is not one of them, in every form in which
// proxies write it, and none of the caller's own making.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { Failure } from '#define'
import { createAddressOf, createIsLocal } from './caller-address.ts'

type Send = (...forwarded: readonly string[]) => Promise<string>

/** Answers each request with the caller's address, or with the code of the refusal, over a real socket. */
async function openBehind(t: TestContext, trusted: readonly string[]): Promise<Send> {
  const addressOf = createAddressOf(trusted)
  const server = createServer((incoming, response) => {
    try {
      response.end(addressOf(incoming))
    } catch (error) {
      response.end(error instanceof Failure ? `${error.code} ${error.message}` : String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return async (...forwarded) => {
    const headers = forwarded.length === 0 ? {} : { 'x-forwarded-for': [...forwarded] }
    const sent = request({ host: '127.0.0.1', port: address.port, headers, agent: false }).end()
    const [answer] = await once(sent, 'response')
    return String(await answer.setEncoding('utf8').toArray())
  }
}

const trusted = ['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']

test('the nearest hop that is not a trusted proxy is the caller, in every format that proxies write', async (t) => {
  const send = await openBehind(t, trusted)
  for (const [entry, expected] of [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['"[2001:db8::9]:4711"', '2001:db8::9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:4711', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:cb00:7109]:4711', '203.0.113.9'],
  ] as const) {
    assert.equal(await send(entry), expected, entry)
    assert.equal(await send(`198.51.100.1, ${entry}`), expected, `${entry} after an entry of the caller's own`)
    assert.equal(await send('198.51.100.1', `${entry},10.1.2.3:80`), expected, `${entry} before a trusted proxy`)
  }
})

test('trusted proxies are recognised in every form', async (t) => {
  const send = await openBehind(t, trusted)
  for (const hop of ['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '::ffff:a01:203', '"[2001:db8:1::5%0]:80"'])
    assert.equal(await send(`203.0.113.9, ${hop}`), '203.0.113.9', hop)
  const mapped = await openBehind(t, ['::ffff:127.0.0.0/104'])
  assert.equal(await mapped('203.0.113.9'), '203.0.113.9')
})

test("an entry that cannot be read is refused rather than skipped in favour of the caller's own", async (t) => {
  const send = await openBehind(t, trusted)
  const unreadable = ['unknown', '_hidden', 'unix:', '203.0.113', '203.0.113.9:port', '203.0.113.9/8', '[203.0.113.9]']
  for (const entry of [...unreadable, '[2001:db8::9', '2001:db8::9]:80', '', '1.2.3.4%x', '[::1%]x', 'localhost'])
    for (const header of [`198.51.100.1, ${entry}`, `198.51.100.1, ${entry}, 10.1.2.3`])
      assert.match(await send(header), /^request\.forwarded_for /, header)
  assert.match(await send('"><script>'), /The x-forwarded-for entry "\\"><script>" is not an IP address/)
})

test('what is further away than the caller is not read', async (t) => {
  const send = await openBehind(t, trusted)
  assert.equal(await send('unknown, , garbage, 203.0.113.9, 10.1.2.3'), '203.0.113.9')
})

test('only trusted proxies are believed', async (t) => {
  const untrusting = await openBehind(t, ['10.0.0.0/8'])
  for (const header of ['203.0.113.9', 'unknown', '10.1.2.3']) assert.equal(await untrusting(header), '127.0.0.1')
  const trusting = await openBehind(t, trusted)
  assert.equal(await trusting(), '127.0.0.1')
  assert.equal(await trusting(''), '127.0.0.1')
  assert.equal(await trusting('10.1.2.3'), '127.0.0.1')
})

test('a request through a proxy is never local, and its addresses are not even read', async (t) => {
  const isLocal = createIsLocal(createAddressOf(['127.0.0.1']))
  const server = createServer((incoming, response) => void response.end(String(isLocal(incoming)))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  t.after(() => void server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const url = `http://127.0.0.1:${address.port}`
  assert.equal(await (await fetch(url)).text(), 'true')
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    assert.equal(await (await fetch(url, { headers: { [name]: 'unknown' } })).text(), 'false', name)
})
