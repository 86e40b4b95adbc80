// `/select` where the operator names a real Solr: what it is sent, what comes back, and what is never passed on.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createHops } from '../../packages/gateway/src/upstream/hops.ts'
import { createOutbound } from '../../packages/gateway/src/upstream/outbound.ts'
import { createPools, type Pools } from '../../packages/gateway/src/upstream/pools.ts'
import { readSolrUrl } from './provider/solr/real-solr.ts'
import { openWorld, type World } from './test/world.ts'

interface Received {
  readonly url: string
  readonly method: string
  readonly contentType: string | undefined
  readonly body: string
}
const answer = {
  responseHeader: { status: 0, QTime: 1, params: {} },
  response: { numFound: 1, start: 0, docs: [{ id: 'from the real one' }] },
}

describe('with a Solr of the operator', () => {
  const received: Received[] = []
  const server = createServer((request, response) => void serve(request, response))
  let respond: (response: ServerResponse) => void
  let world: World
  let pools: Pools
  let url: string

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { url: path = '', method = '', headers } = request
    received.push({ url: path, method, contentType: headers['content-type'], body })
    respond(response)
  }
  const json = (status: number, value: object) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(JSON.stringify(value))

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/solr/enm`
    pools = createPools(() => performance.now(), createHops('own-token'))
    const outbound = createOutbound({ pools, open: async () => undefined })
    world = await openWorld({ kit: { config: { solr: { url: `${url}/` } }, outbound } })
  })
  after(async () => {
    await world.close()
    await pools.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('a search by address goes there with its parameters, and its answer comes back as it is', async () => {
    respond = json(200, answer)
    const found = await world.ask('/select?q=type_s:study&fq=a:1&fq=b:2&facet.field=unit_s')
    assert.deepEqual([found.status, found.body], [200, answer])
    assert.equal(found.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(found.headers['x-gateway-sample'], undefined)
    const [path = '', query] = received.at(-1)?.url.split('?') ?? []
    assert.equal(path, '/solr/enm/select')
    assert.deepEqual(
      [...new URLSearchParams(query)],
      [
        ['q', 'type_s:study'],
        ['fq', 'a:1'],
        ['fq', 'b:2'],
        ['facet.field', 'unit_s'],
        ['wt', 'json'],
      ],
    )
  })

  test('JSON requests and forms arrive as such', async () => {
    respond = json(200, answer)
    const body = { query: '*:*', facet: { a: { type: 'terms', field: 'unit_s' } } }
    await world.ask('/select', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    assert.deepEqual(JSON.parse(received.at(-1)?.body ?? ''), body)
    assert.equal(received.at(-1)?.contentType, 'application/json')
    const form = { q: 'a&b', fq: ['x', 'y'] }
    await world.ask('/select', {
      method: 'POST',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(received.at(-1)?.body, 'q=a%26b&fq=x&fq=y')
    assert.equal(received.at(-1)?.method, 'POST')
  })

  test("Solr's own errors come back; pages, redirects and silence are 502", async () => {
    const refusal = { responseHeader: { status: 400, QTime: 0 }, error: { msg: 'undefined field foo', code: 400 } }
    respond = json(400, refusal)
    const refused = await world.ask('/select?q=foo:1')
    assert.deepEqual([refused.status, refused.body], [400, refusal])
    const unusable = [
      (response: ServerResponse) => response.writeHead(401, { 'content-type': 'text/html' }).end('<html>'),
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (response: ServerResponse) => response.destroy(),
    ]
    for (const one of unusable) {
      respond = (response) => void one(response)
      assert.equal((await world.ask('/select?q=*:*')).status, 502)
    }
  })

  test('what would reach beyond the search is refused and never sent', async () => {
    const before = received.length
    for (const query of [
      'shards=10.0.0.1:8983/solr',
      'shards.qt=/update',
      'qt=/update',
      'stream.body=<delete/>',
      'stream.url=http://10.0.0.1',
      'stream.file=/etc/passwd',
      'wt=velocity&v.template=a',
      'wt=xslt&tr=a.xsl',
      'json={"params":{"qt":"/update"}}',
      'json.params.qt=/update',
      'collection=other',
      'q={!xmlparser v="<x/>"}',
      'q={!type=$t}&t=XMLPARSER',
      'fq={!join from=a fromIndex=other to=b}*:*',
      'fl=[subquery]',
    ])
      assert.equal((await world.ask(`/select?${query}`)).status, 400, query)
    for (const body of [
      { params: { qt: '/update' } },
      { params: { shards: '10.0.0.1' } },
      { params: { wt: 'velocity' } },
      { query: { xmlparser: { v: '<x/>' } } },
      { query: { join: { fromIndex: 'other' } } },
    ])
      assert.equal((await world.ask('/select?wt=json', { method: 'POST', body })).status, 400, JSON.stringify(body))
    assert.equal(received.length, before)
  })

  test('everything else is answered from the materials', async () => {
    const { status, headers } = await world.ask('/enm/nanoreg1/substance?pagesize=1')
    assert.deepEqual([status, headers['x-gateway-sample']], [200, 'true'])
  })
})

test('a mistake in the file is named', () => {
  assert.equal(readSolrUrl(undefined), undefined)
  assert.equal(readSolrUrl({ solr: { url: 'https://solr.test/solr/enm' } }), 'https://solr.test/solr/enm')
  for (const config of [
    {},
    [],
    'solr',
    { solr: 'http://solr.test' },
    { solr: { url: 'ftp://solr.test' } },
    { solr: { url: 'http://user:pass@solr.test/solr/enm' } },
    { solr: { url: 'http://solr.test/solr/enm?shards=a' } },
    { solr: { url: 'http://solr.test' }, other: 1 },
  ])
    assert.throws(() => readSolrUrl(config), /nanomaterials\.json/, JSON.stringify(config))
})
