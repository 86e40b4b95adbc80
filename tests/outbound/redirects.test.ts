// Outbound rule 2: redirects are never followed; a 3xx is returned to the caller.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openProxy } from '../proxy.ts'
import { openUpstream } from '../upstream.ts'

const proxy = await openProxy({ after })
const elsewhere = await openUpstream({ after }, (_request, response) => void response.end('elsewhere'))
beforeEach(() => {
  proxy.upstream.received.length = 0
})

for (const status of [300, 301, 302, 303, 307, 308]) {
  for (const method of ['GET', 'POST']) {
    test(`a ${status} to another host is returned to the caller of a ${method} with its location`, async () => {
      const location = `${elsewhere.url}/taken?x=1`
      proxy.answer = (_request, response) => void response.writeHead(status, { location }).end('moved')
      const body = method === 'POST' ? JSON.stringify({ name: 'x' }) : null
      const headers = { 'content-type': 'application/json' }
      const response = await proxy.call('/bearer/things', { method, body, headers })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('location'), location)
      assert.equal(await response.text(), 'moved')
      assert.equal(proxy.upstream.received.length, 1, 'asked once')
      assert.equal(elsewhere.received.length, 0, 'followed, and the provider key with it')
    })
  }
}

test('a redirect to the same host, relative or absolute, is not followed either', async () => {
  for (const location of ['/other', `${proxy.upstream.url}/other`]) {
    proxy.upstream.received.length = 0
    proxy.answer = (_request, response) => void response.writeHead(302, { location }).end()
    const response = await proxy.call('/plain/things')
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), location)
    assert.equal(proxy.upstream.received.length, 1)
  }
})

test('a refresh header or a content location changes nothing', async () => {
  proxy.answer = (_request, response) => {
    response.writeHead(200, { refresh: `0; url=${elsewhere.url}`, 'content-location': elsewhere.url })
    response.end('here')
  }
  const response = await proxy.call('/plain/things')
  assert.equal(await response.text(), 'here')
  assert.equal(elsewhere.received.length, 0)
})
