// `startGatehouse({ replay })` of gatehouse/test, with a file as `gatehouse record export` writes it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startGatehouse } from '../../packages/cli/test-gateway.js'
import { newFolder } from '../harness/program.ts'

const line = {
  ...{ listing: 'cat-facts', endpoint: 'fact', at: Date.UTC(2026, 0, 1) },
  request: { params: { max_length: 50 } },
  answer: { status: 200, headers: [['content-type', 'application/json']], text: '{"fact":"Recorded.","length":9}' },
}

for (const strict of [undefined, false])
  test(`a folder is replayed, and what it lacks is ${strict === false ? 'embedded' : 'refused'}`, async (t) => {
    const replay = newFolder(t)
    writeFileSync(join(replay, 'facts.jsonl'), `${JSON.stringify(line)}\n`)
    const gateway = await startGatehouse({ apis: ['cat-facts'], replay, ...(strict !== undefined && { strict }) })
    t.after(() => gateway.stop())
    const see = async (query: string) => {
      const url = `${gateway.url}/v1/proxy/cat-facts/fact?${query}`
      const response = await fetch(url, { headers: { 'x-gateway-key': gateway.key } })
      await response.arrayBuffer()
      return [response.status, response.headers.get('x-gateway-provider')]
    }
    const { fact } = await gateway.client.catFacts.fact({ max_length: 50 })
    assert.equal(fact, 'Recorded.')
    assert.deepEqual(await see('max_length=50'), [200, 'replay'])
    assert.deepEqual(await see('max_length=80'), strict === false ? [200, 'embedded'] : [501, 'replay'])
  })

test('a folder without answers says why the gateway does not start', async (t) => {
  await assert.rejects(startGatehouse({ apis: ['cat-facts'], replay: newFolder(t) }), /has no recorded answers/)
})
