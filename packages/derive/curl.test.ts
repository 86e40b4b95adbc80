// Example calls as shell commands, parsed again by a shell.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import type { Example } from '#define/reflect'
import { curlOf } from './curl.ts'
import { examples, kitchenSink, marketSink } from './kitchen-sink.ts'

const variables = {
  GATEHOUSE_URL: 'http://g',
  GATEHOUSE_KEY: 'k',
  GATEHOUSE_MARKET_URL: 'http://m',
  GATEHOUSE_MARKET_KEY: 'mk',
}

/** The arguments that a shell passes to curl. */
function argumentsOf(id: string, example: Example = examples[id] ?? {}, api = kitchenSink): string[] {
  const command = curlOf(api, api.endpoints[id] ?? assert.fail(`no endpoint ${id}`), example)
  const env = { PATH: process.env.PATH ?? '', ...variables }
  const shown = execFileSync('/bin/sh', ['-c', command.replace(/^curl/, "printf '%s\\000'")], { env, encoding: 'utf8' })
  return shown.split('\0').slice(0, -1)
}

test('a call has its address, key and declared headers', () => {
  assert.deepEqual(argumentsOf('getThing'), [
    'http://g/v1/proxy/kitchen-sink/things/7.json',
    '-H',
    'x-gateway-key: k',
    '-H',
    "X-Tag: it's",
  ])
})
test('lists are repeated or comma-joined, and parameters that the gateway fills are left out', () => {
  const [address] = argumentsOf('listThings')
  assert.equal(
    address,
    'http://g/v1/proxy/kitchen-sink/things?ids=1&ids=2&fields=id%2Cowner&token=hush-token&tags%5B%5D=x%20y',
  )
})
test('a body is sent as JSON, or in parts when there is a file', () => {
  assert.deepEqual(argumentsOf('chat').slice(-2), ['-d', '{"words":"hi"}'])
  const parts = argumentsOf('addThing').slice(5)
  assert.deepEqual(parts, ['-F', "name=n'n", '-F', 'secret=hush-field', '-F', 'picture=@a.png;type=image/png'])
})
test('quotes and dollar signs in an example are not interpreted', () => {
  const words = `'"$HOME \`id\` \\`
  assert.equal(argumentsOf('chat', { body: { words } }).at(-1), JSON.stringify({ words }))
})
test('the market has its own address and key, and a public endpoint needs none', () => {
  assert.deepEqual(argumentsOf('hello', {}, marketSink), ['http://m/hello', '-H', 'x-api-key: mk'])
  assert.deepEqual(argumentsOf('report'), ['http://g/v1/proxy/kitchen-sink/report'])
})
