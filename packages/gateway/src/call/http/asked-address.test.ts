// Only hosts of the gateway's own are believed, and a header is never more than a host.
import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { createAskedAddress } from './asked-address.ts'

const asked = (publicUrl: string, host: string | undefined) => {
  const request = new IncomingMessage(new Socket())
  if (host !== undefined) request.headers.host = host
  return createAskedAddress(publicUrl)(request)
}

test('the address is that of the caller, with the scheme of the public one', () => {
  const table: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['http://127.0.0.1:8787', '127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://127.0.0.1:8787', '127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['http://127.0.0.1:8787', 'localhost:8787', 'http://localhost:8787'],
    ['http://127.0.0.1:8787', 'LOCALHOST', 'http://localhost'],
    ['http://127.0.0.1:8787', '[::1]:8787', 'http://[::1]:8787'],
    ['http://127.0.0.1:8787', '192.168.1.5:8787', 'http://192.168.1.5:8787'],
    ['http://127.0.0.1:8787', 'one.localhost:1', 'http://one.localhost:1'],
    ['https://data.example.com', 'data.example.com', 'https://data.example.com'],
    ['https://data.example.com', 'data.example.com:443', 'https://data.example.com'],
    ['https://data.example.com', 'data.example.com:8443', 'https://data.example.com:8443'],
    ['https://data.example.com', '10.0.0.1', 'http://10.0.0.1'],
  ]
  for (const [publicUrl, host, expected] of table) assert.equal(asked(publicUrl, host), expected, String(host))
})

test('other names, and what is no host, are no address', () => {
  const hosts = [
    ...[undefined, '', 'evil.test', 'evil.test:8787', 'data.example.com.evil.test', 'evil.test/.localhost'],
    ...[
      'evil.test#.localhost',
      'evil.test?.localhost',
      'a@localhost',
      'evil.test\\.localhost',
      'localhost:99999',
      '1.2.3',
    ],
  ]
  for (const host of hosts) assert.equal(asked('https://data.example.com', host), undefined, String(host))
})
