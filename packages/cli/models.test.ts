// `gatehouse models` against a gateway with model routing and a provider on this machine.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { loadApis } from '../gateway/src/process/load-apis.ts'
import { captured, type Run, type RunOptions } from './captured-io.fixture.ts'

describe('channels, budgets and guardrails from the command line', () => {
  const closers: (() => unknown)[] = []
  const state: { gateway?: OpenGateway; base?: string } = {}
  before(async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'their-model' }] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.unshift(() => server.close())
    const { port } = server.address() as AddressInfo // listening on a port
    state.base = `http://127.0.0.1:${port}`
    const apis = await loadApis(undefined, 'model-routing')
    state.gateway = await openGateway({ after: (close) => void closers.unshift(close) }, { apis })
  })
  after(async () => {
    for (const close of closers) await close()
  })
  const cli = (words: readonly string[], options?: RunOptions): Promise<Run> =>
    captured(['--data', state.gateway?.dataDir ?? '', 'models', ...words], options)

  test('a channel is added with its key from the standard input, listed, tested, explained and removed', async () => {
    assert.match((await cli([])).out, /No channel yet/)
    const added = await cli(
      ['add', 'mine', '--base', state.base ?? '', '--models', 'gpt-*', '--map', 'fast=gpt-4o-mini', '--key-file', '-'],
      { stdin: 'key-of-test\n' },
    )
    assert.equal(added.code, 0, added.err)
    assert.match(added.out, /^mine +openai +ready +stored +gpt-\* fast=gpt-4o-mini +0 +1 +-$/m)
    assert.doesNotMatch(added.out + added.err, /key-of-test/)
    assert.match((await cli(['test', 'mine'])).out, /their-model/)
    const explained = await cli(['explain', 'fast', '--fallback', 'other'])
    assert.match(explained.out, /^A channel answers\.\n/)
    assert.match(explained.out, /^fast +1 +mine +gpt-4o-mini +-$/m)
    assert.match(explained.out, /^other +- +mine +other +does not serve the model$/m)
    assert.equal((await cli(['remove', 'none'])).code, 5)
    assert.equal((await cli(['remove', 'mine'])).out, 'Removed mine.\n')
    assert.equal((await cli(['add', 'x', '--map', 'fast', '--channel-key', 'k'])).code, 2)
  })

  test('budgets, spending and guardrails are shown as tables, and as JSON', async () => {
    assert.match((await cli(['budget', '25', '--model', 'gpt-*'])).out, /^bud_\w+ +gpt-\* +all +month +25 +0 +0$/m)
    assert.equal(Object((await cli(['budgets', '--json'])).json()).budgets.length, 1)
    assert.equal((await cli(['spending', '--by', 'model'])).out, 'No call yet.\n')
    assert.equal((await cli(['guardrails'])).out, 'No rule.\n')
    assert.equal((await cli(['guardrails', '--file', 'none.json'])).code, 2)
  })
})
