// The operations of an added API as tools: there can be thousands, so their list has pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { admin, petDocument } from './document.ts'

const operations = 450

test('the tools of an added API are listed in pages, each once', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const paths = Array.from({ length: operations }, (_, at) => [
    `/things${at}`,
    { get: { operationId: `read${at}`, responses: { 200: { description: 'Things' } } } },
  ])
  const added = await admin(gateway, 'POST', '/apis?slug=large', petDocument({ paths: Object.fromEntries(paths) }))
  assert.equal(added.status, 201, added.text)
  const { key } = await gateway.account()
  const ask = async (params: object) => {
    const response = await gateway.call('/mcp/large', {
      method: 'POST',
      headers: {
        'x-gateway-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
    })
    return Object(await response.json())
  }
  const names: string[] = []
  const sizes: number[] = []
  for (let cursor: unknown, more = true; more; more = cursor !== undefined) {
    const { result } = await ask(cursor === undefined ? {} : { cursor })
    sizes.push(result.tools.length)
    for (const { name } of result.tools) names.push(name)
    cursor = result.nextCursor
  }
  assert.deepEqual(sizes, [200, 200, 50])
  assert.equal(new Set(names).size, operations)
  for (const cursor of ['-1', '451', 'x', 7]) assert.equal((await ask({ cursor })).error.code, -32602)
})
